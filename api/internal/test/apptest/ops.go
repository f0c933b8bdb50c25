package apptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/app"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// OpsAccess opens the operator's access to a deployment on a new database. No server runs and no job is worked unless the test
// does it. Options set variables.
func OpsAccess(t testing.TB, options ...Option) *ops.Access {
	t.Helper()
	s := setUp(t, s3test.New(t), options)
	c, err := config.Read(s.variables)
	require.NoError(t, err)
	access, err := app.NewOpsAccess(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(access.Pool.Close)
	if left := nearMidnight(access.Region, access.Clock.Now()); left > 0 {
		require.NoError(t, access.Clock.Advance(t.Context(), left))
	}
	return access
}
