package ops_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

func TestAccountsThatWaitForTheirDeletionAreListed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who, _ := d.life.Borrower(t, 4)
	now := d.Clock.Now()
	b := &pgx.Batch{}
	member.QueueRequestDeletion(b, who.ID, now, now.Add(168*time.Hour))
	require.NoError(t, d.Pool.SendBatch(t.Context(), b).Close())
	type waiting []struct{ MemberID, Phone string }
	list := data[waiting](t, d, "deletions", "list")
	require.Len(t, list, 1)
	require.Equal(t, secret.MaskPhone(who.Phone), list[0].Phone, "an operator needs no more of it")
	require.Equal(t, 1, d.logged(t, "account_deletion.list"))
	require.Equal(t, "0 accounts were deleted\n", d.run(t, "deletions", "run"), "not before its time")
	d.run(t, "clock", "advance", "--days=7")
	require.Equal(t, "1 accounts were deleted\n", d.run(t, "deletions", "run"))
	require.Empty(t, data[waiting](t, d, "deletions", "list"))
}
