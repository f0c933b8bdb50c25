package faceworker_test

import (
	"bytes"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/faceworker"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

// Matches the line of a test without subtests in a TAP report.
var outcome = regexp.MustCompile(`(?m)^(not ok|ok) \d+ - (.+?)( # SKIP.*)?$`)

// Runs the worker's own tests with the real models, each as a subtest.
func TestFaceWorkerOwnSuite(t *testing.T) {
	t.Parallel()
	root, err := repo.Root()
	require.NoError(t, err)
	require.NoError(t, faceworker.Install(t.Context(), root, child.Tool))
	cmd := child.Tool(t.Context(), "npm", "run", "--silent", "test")
	cmd.Dir = faceworker.Folder(root)
	cmd.Env = append(os.Environ(), "REPORTER=tap")
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	failure := cmd.Run()
	found := outcome.FindAllStringSubmatch(output.String(), -1)
	require.NotEmpty(t, found, output.String())
	for _, test := range found {
		t.Run(test[2], func(t *testing.T) {
			require.Equal(t, "ok", test[1])
		})
	}
	require.NoError(t, failure, output.String())
}
