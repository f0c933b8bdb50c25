package servicing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// A posting that only adds charges is an accrual. One that lowers a claim or moves money is a correction.
func TestAnAccrualOnlyAddsCharges(t *testing.T) {
	t.Parallel()
	on := day("2026-04-11")
	at := servicing.Time{At: on.In(time.UTC), Today: on}
	for name, test := range map[string]struct {
		change func(ledger.Balance)
		kind   string
	}{
		"interest not posted yet": {func(b ledger.Balance) { b[ledger.InterestReceivable], b[ledger.InterestIncome] = 0, 0 }, ledger.KindAccrual},
		"too much interest posted": {func(b ledger.Balance) {
			b[ledger.InterestReceivable] += 500
			b[ledger.InterestIncome] -= 500
		}, ledger.KindCorrection},
		"an overpayment booked as principal": {func(b ledger.Balance) {
			b[ledger.Overpayment] += 500
			b[ledger.PrincipalReceivable] -= 500
		}, ledger.KindCorrection},
		"a payout booked too low": {func(b ledger.Balance) {
			b[ledger.Bank] += 500
			b[ledger.PrincipalReceivable] -= 500
		}, ledger.KindCorrection},
	} {
		f := facts()
		balance := f.Target(f.Replay(on))
		posted := servicing.Posted{Facts: f, Balance: balance}
		_, due := servicing.Accrual(posted, on, at)
		require.False(t, due, "the journal is already complete")

		test.change(balance)
		posting, due := servicing.Accrual(posted, on, at)
		require.True(t, due, name)
		require.Equal(t, test.kind, posting.Kind, name)
		require.NoError(t, posting.Check(), name)
		for _, e := range posting.Entries {
			balance[e.Account] += e.Amount
		}
		_, due = servicing.Accrual(posted, on, at)
		require.False(t, due, name)
	}
}
