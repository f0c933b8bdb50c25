package ops_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Commands that read everybody's books use the standby, and they see what was committed just before.
func TestReportsReadFromTheStandby(t *testing.T) {
	t.Parallel()
	own := postgrestest.StartOwn(t)
	standby := own.AddReplica(t)
	d := newDesk(t, apptest.On(own.Database), apptest.Set("DATABASE_REPLICA_URL", standby.AppURL))
	for n := range 3 {
		paid := flowtest.PayOut(t, d.Pool, flowtest.Loan{})
		interest := d.run(t, "interest", "--from="+paid.Loan.DisbursedOn.String(), "--to="+paid.Loan.DisbursedOn.AddDays(2).String())
		row(t, interest, paid.Loan.DisbursedOn.AddDays(1).String())
		require.Contains(t, d.run(t, "reconcile"), "Everything agrees")
		require.Equal(t, postgres.ReplicaReads{Standby: int64(2 * (n + 1))}, d.Replica.Reads())
	}
}
