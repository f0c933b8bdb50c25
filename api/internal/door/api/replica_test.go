package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The copy of a member's data is read from the standby and contains what was done just before. While the standby lags,
// the primary answers.
func TestDataCopyIsReadFromStandby(t *testing.T) {
	t.Parallel()
	own := postgrestest.StartOwn(t)
	standby := own.AddReplica(t)
	m := newMarket(t, apptest.On(own.Database), apptest.Set("DATABASE_REPLICA_URL", standby.AppURL))
	c := m.Login(t)
	c.Refresh(t, 204)
	copied := func(page string) {
		c.OK(t, "submitDataRecord", body{"pageId": page, "buttonId": "copy"}, nil)
		var data contract.MemberCopyData
		answer := c.OK(t, "memberData", body{}, &data)
		require.Contains(t, string(answer.Data), page)
	}
	copied("/m/mine")
	require.Equal(t, postgres.ReplicaReads{Standby: 1}, m.Apps[0].Replica.Reads())
	standby.Pause(t)
	copied("/m/home")
	require.Equal(t, postgres.ReplicaReads{Standby: 1, Primary: 1}, m.Apps[0].Replica.Reads())
	standby.Resume(t)
	copied("/m/order")
	require.Equal(t, postgres.ReplicaReads{Standby: 2, Primary: 1}, m.Apps[0].Replica.Reads())
}
