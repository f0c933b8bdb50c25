package pay_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// An operator corrects a wrong day by repeating the command with another one. This books nothing and is logged.
func TestWrongBankDayCanBeCorrected(t *testing.T) {
	t.Parallel()
	type recordDay func(on money.Date) error
	for name, c := range map[string]struct {
		column string
		happen func(*testing.T, *fixture) recordDay
	}{
		"returned payout": {`disbursement_return.bank_day`, func(t *testing.T, w *fixture) recordDay {
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			w.days(5)
			return func(on money.Date) error {
				return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{
					Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: "FT77", On: on, Actor: "ops:anna", Note: "x",
				})
			}
		}},
		"returned refund": {`refund.return_bank_day`, func(t *testing.T, w *fixture) recordDay {
			_, sent := w.overpaidBack(t, 70_000)
			w.days(5)
			return func(on money.Date) error {
				return w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{Refund: sent.Reference, Account: "3456", Amount: sent.Amount, Reference: "FT77", On: on, Actor: "ops:anna", Note: "x"})
			}
		}},
		"refund paid by hand": {`refund.bank_day`, func(t *testing.T, w *fixture) recordDay {
			paid, _ := w.overpaidBack(t, 70_000)
			w.refundBack(t, w.newest(t))
			_, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
			require.NoError(t, err)
			second := w.newest(t)
			_, err = w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed}}}).Refund(t.Context(), second.ID)
			require.NoError(t, err)
			w.days(5)
			return func(on money.Date) error {
				return w.flow.RefundPaid(t.Context(), pay.PaidRefund{Refund: second.Reference, Of: w.serialOf(t, second.Reference), Amount: second.Amount, Reference: "HAND-1", On: on, Actor: "ops:anna", Note: "x"})
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			record := c.happen(t, w)
			wrong, right := w.today(), w.today().AddDays(-2)
			require.NoError(t, record(wrong))
			booked := w.count(t, `SELECT count(*) FROM ledger_transaction`)
			on := func() int {
				table, column, _ := strings.Cut(c.column, ".")
				return w.count(t, `SELECT count(*) FROM `+table+` WHERE `+column+` = $1`, right)
			}
			require.Zero(t, on())
			require.NoError(t, record(money.Date{}), "a command without a day changes nothing")
			require.ErrorIs(t, record(w.today().AddDays(1)), pay.ErrBankDay)
			require.Zero(t, on())
			require.NoError(t, record(right))
			require.NoError(t, record(right), "a repeated command changes nothing")
			require.Equal(t, 1, on())
			require.Equal(t, booked, w.count(t, `SELECT count(*) FROM ledger_transaction`))
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action LIKE '%\_day' AND actor = 'ops:anna' AND detail ->> 'on' = $1::text`, right.String()))
		})
	}
}
