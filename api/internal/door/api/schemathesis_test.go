package api_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

var (
	schemathesis = flag.String("schemathesis", "", "the program `schemathesis`, where it is; `npm run fuzz` installs it")
	schemaSeed   = flag.Uint("schemathesis-seed", 0, "seed of schemathesis; 0 draws one")
)

// endsSession are the calls after which the token that schemathesis has is good for nothing.
var endsSession = []string{"memberLogout", "memberLogOutDevices", "memberDeleteAccount", "memberEndSession"}

// refusals are the answers to what the contract does not allow; by default one of our failures would be one, and no 413.
const refusals = `[checks]
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "409", "413", "415", "422", "426", "428", "429"]
`

// A second generator, written by others, finds nothing either: it knows nothing of our code and little of our mistakes.
func TestSchemathesis(t *testing.T) {
	if *schemathesis == "" {
		t.Skip("`npm run fuzz` runs it: it takes minutes, and Python")
	}
	t.Parallel()
	if *schemaSeed == 0 {
		*schemaSeed = uint(rand.Uint32())
	}
	t.Logf("-schemathesis-seed %d", *schemaSeed)
	m := newMarket(t, apptest.Limits(apptest.Generous()))
	c := m.borrower(t)
	c.Refresh(t, 201)
	contract, err := filepath.Abs("../../../../shared-types/openapi.yaml")
	require.NoError(t, err)
	arguments := []string{
		"run", contract, "--url", m.Base(), "--header", "token: " + c.Token, "--header", "X-Forwarded-For: " + c.IP,
		"--phases", "examples,coverage,fuzzing", "--seed", fmt.Sprint(*schemaSeed), "--max-time", fmt.Sprint(max(60, int(*generated/time.Second))),
		// A valid form is no valid loan: what the rules refuse is no failure.
		"--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance," +
			"response_schema_conformance,negative_data_rejection,unsupported_method,ignored_auth,allow_header_conformance",
		"--generation-database", "none", "--continue-on-failure", "--no-color", "--warnings", "off",
	}
	for _, id := range endsSession {
		arguments = append(arguments, "--exclude-operation-id", id)
	}
	run := exec.CommandContext(t.Context(), *schemathesis, arguments...)
	hooks, err := filepath.Abs("testdata/schemathesis_hooks.py")
	require.NoError(t, err)
	run.Dir, run.Env = t.TempDir(), append(os.Environ(), "SCHEMATHESIS_HOOKS="+hooks)
	require.NoError(t, os.WriteFile(filepath.Join(run.Dir, "schemathesis.toml"), []byte(refusals), 0o600))
	output, err := run.CombinedOutput()
	t.Logf("%s", output)
	require.NoError(t, err, "schemathesis found something")
}
