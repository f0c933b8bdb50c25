package payout_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// dated is a bank that executed every transfer on the given day, or that does not say on which day.
type dated struct {
	*bank
	on money.Date
}

func (d dated) Lookup(ctx context.Context, reference string) (payment.Result, error) {
	r, err := d.bank.Lookup(ctx, reference)
	r.ValueDate = d.on
	return r, err
}

// We asked on the 20th and learn on the 23rd that the money was sent.
func TestImplausibleBankDayIsNotUsedAsValueDate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ says, want string }{
		"the day of the transfer":  {"2026-11-21", "2026-11-21"},
		"no day":                   {"", "2026-11-23"},
		"a day after today":        {"2026-11-24", "2026-11-23"},
		"a day before the request": {"2026-11-19", "2026-11-20"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			o := flowtest.Confirmed(t, w.pool, now)
			w.bank.after = func() error { return errDown }
			w.runExpectingRetry(t, o)
			var on money.Date
			if c.says != "" {
				on = money.MustDate(c.says)
			}
			w.flow = payout.New(w.pool, clock.Fixed(now.AddDate(0, 0, 3)), dated{w.bank, on}, accounts("19031234"))
			_, err := w.run(o.ID)
			require.NoError(t, err)
			running, err := servicing.Read(o.ID).Read(t.Context(), w.pool)
			require.NoError(t, err)
			require.Equal(t, c.want, running.Loan.DisbursedOn.String())
		})
	}
}

// However late we learn of the payment, the borrower has the money from the bank's value date, and interest and due
// date follow it.
func TestInterestAndDueDateFollowTheBanksValueDate(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	vietnam := region.Get("vi")
	rapid.Check(t, func(r *rapid.T) {
		asked := now.Add(time.Duration(rapid.IntRange(0, 20_000).Draw(r, "asked, minutes")) * time.Minute)
		late := time.Duration(rapid.IntRange(0, 10_000).Draw(r, "late, minutes")) * time.Minute
		at := clock.NewManual(asked)
		w.flow = payout.New(w.pool, at, w.bank, accounts("19031234"))
		o := flowtest.Confirmed(r, w.pool, asked)
		w.bank.after = func() error { return errDown }
		_, err := w.run(o.ID)
		require.NoError(r, err)
		w.bank.after = nil
		at.Advance(late)
		_, err = w.run(o.ID)
		require.NoError(r, err)

		on := vietnam.Today(asked)
		want, err := pricing.Quote(o.Terms, vietnam, o.Principal, o.TermDays, on)
		require.NoError(r, err)
		got, err := servicing.Read(o.ID).Read(r.Context(), w.pool)
		require.NoError(r, err)
		require.Equal(r, on, got.Loan.DisbursedOn)
		require.Equal(r, want.DueDate, got.Loan.DueDate)
		require.Equal(r, want.Interest, got.Loan.InterestAtDue)
		w.checkBooks(r, o, true)
	})
}

// The borrower confirmed just after midnight, with the figures of the new day, on a process whose clock is a few
// seconds ahead of the one that books the payout.
func TestPayoutIsNotDatedBeforeItsRequest(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	vietnam := region.Get("vi")
	midnight := money.MustDate("2026-11-21").In(vietnam.TimeZone)
	o := flowtest.Confirmed(t, w.pool, midnight.Add(time.Second))
	w.flow = payout.New(w.pool, clock.Fixed(midnight.Add(-2*time.Second)), w.bank, accounts("19031234"))
	_, err := w.run(o.ID)
	require.NoError(t, err)
	running, err := servicing.Read(o.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Equal(t, "2026-11-21", running.Loan.DisbursedOn.String())
	var posted money.Date
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT posting_date FROM ledger_transaction WHERE scope = $1`, o.ID).Scan(&posted))
	require.Equal(t, "2026-11-21", posted.String())
	w.checkBooks(t, o, true)
}
