package housetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/media/s3test"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/house"
)

// Office opens the operator's side of a deployment on a database of its own. Nothing is served and no job is worked
// unless the test does it. Options set variables.
func Office(t testing.TB, options ...Option) *ops.Office {
	t.Helper()
	s := setup{variables: variables(postgrestest.Create(t), s3test.New(t))}
	for _, option := range options {
		option(&s)
	}
	c, err := config.Read(s.variables)
	require.NoError(t, err)
	office, err := house.NewOffice(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(office.Pool.Close)
	return office
}
