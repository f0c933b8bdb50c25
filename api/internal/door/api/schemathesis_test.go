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
	schemathesis = flag.String("schemathesis", "", "path of the program `schemathesis`; `npm run fuzz` installs it")
	schemaSeed   = flag.Uint("schemathesis-seed", 0, "seed of schemathesis; 0 draws one")
)

// endsSession lists the calls that end the session whose token schemathesis uses.
var endsSession = []string{"memberLogout", "memberLogOutDevices", "memberDeleteAccount", "memberEndSession"}

// refusals lists the status codes accepted for requests that violate the contract. The default list includes a server
// error and lacks 413.
const refusals = `[checks]
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "409", "413", "415", "422", "426", "428", "429"]
`

// A second, independent generator finds nothing either. It does not share the assumptions of our code.
func TestSchemathesis(t *testing.T) {
	if *schemathesis == "" {
		t.Skip("takes minutes and needs Python; run it with `npm run fuzz`")
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
		// A well-formed request may still be refused by the rules for loans, so such a refusal is not a failure.
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
	require.NoError(t, err, "schemathesis reported failures")
}
