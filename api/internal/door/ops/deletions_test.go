package ops_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
)

func TestPendingAccountDeletionsAreListed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	who, _ := d.life.Borrower(t, 4)
	now := d.Clock.Now()
	b := &pgx.Batch{}
	member.QueueRequestDeletion(b, who.ID, now, now.Add(168*time.Hour))
	require.NoError(t, d.Pool.SendBatch(t.Context(), b).Close())
	type waiting struct{ MemberID, Phone string }
	list := listed[waiting](t, d, "deletions", "deletions", "list")
	require.Len(t, list, 1)
	require.Equal(t, secret.MaskPhone(who.Phone), list[0].Phone, "the phone number is masked")
	require.Equal(t, 1, d.logged(t, "account_deletion.list"))
	require.Equal(t, "0 accounts were deleted\n", d.run(t, "deletions", "run"), "not before the end of the waiting period")
	d.run(t, "clock", "advance", "--days=7")
	require.Equal(t, "1 accounts were deleted\n", d.run(t, "deletions", "run"))
	require.Empty(t, listed[waiting](t, d, "deletions", "deletions", "list"))
}

// The operators learn of an account whose deletion is overdue, and what it waits for.
func TestOverdueAccountDeletionIsReportedAsWaiting(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid, now := d.paid(t, 30), d.Clock.Now()
	d.run(t, "suspense", "match", d.receive(t, "tat ca", "0071000123456", d.owed(t, paid)), paid.OrderNo)
	b := &pgx.Batch{}
	member.QueueRequestDeletion(b, paid.MemberID, now, now.Add(168*time.Hour))
	require.NoError(t, d.Pool.SendBatch(t.Context(), b).Close())
	type waiting struct{ MissingCertificates int }
	require.Zero(t, listed[waiting](t, d, "deletions", "deletions", "list")[0].MissingCertificates, "the deletion is not due yet")
	d.run(t, "clock", "advance", "--days=7")
	require.Equal(t, "0 accounts were deleted\n", d.run(t, "deletions", "run"))
	require.Equal(t, 1, listed[waiting](t, d, "deletions", "deletions", "list")[0].MissingCertificates)
	require.NotContains(t, d.run(t, "waiting"), "deletion", "the deletion may still be in progress")
	d.run(t, "clock", "advance", "--days=1")
	require.Equal(t, "ops deletions list", row(t, d.run(t, "waiting"), "deletion")[3])
	require.NoError(t, d.Files.Prepare(t.Context()))
	more, err := d.Account.Certify(t.Context(), account.CertifyArgs{MemberID: paid.MemberID})
	require.NoError(t, err)
	require.False(t, more)
	require.Equal(t, "1 accounts were deleted\n", d.run(t, "deletions", "run"))
	require.NotContains(t, d.run(t, "waiting"), "deletion")
}
