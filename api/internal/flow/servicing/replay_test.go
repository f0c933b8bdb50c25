package servicing_test

import (
	"maps"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

func day(s string) money.Date { return money.MustDate(s) }

// facts returns a loan of 5,000,000 at 15 % for 91 days with a service fee of 50,000, paid out on 12 March.
func facts(splits ...repay.Split) servicing.Facts {
	terms := loan.Terms{
		Currency: money.VND, AnnualRateBps: 1500, ServiceFeeBps: 100, FrontServiceFeeBps: 200, LateFee: 50_000, GraceDays: 3,
		OverdueFeeBpsDay: 5, OverdueFeeCapBps: 1000, AllocationOrder: region.Get("vi").AllocationOrder,
	}
	return servicing.Facts{
		Running: loan.Running{
			Order: loan.Order{Currency: money.VND, Terms: terms},
			Loan: loan.Loan{
				Principal: 5_000_000, ActualReceived: 4_900_000, DisbursedOn: day("2026-03-12"),
				FirstDueDate: day("2026-06-11"), DueDate: day("2026-06-11"),
			},
		},
		Splits: splits,
	}
}

func paid(on string, amount int64) repay.Split {
	return repay.Split{PaymentID: uuid.New(), State: repay.Posted, ValueDate: day(on), Amount: amount}
}

func TestReplayOfAnUntouchedLoan(t *testing.T) {
	t.Parallel()
	state := facts().Replay(day("2026-04-11"))
	require.Equal(t, int64(5_111_644), state.Owed.Total())
	require.Equal(t, int64(61_644), state.Charged[repay.Interest])
	require.False(t, state.Settled())
	require.Zero(t, state.Repaid.Total())
}

func TestReplayPaysInTheOrderOfTheContract(t *testing.T) {
	t.Parallel()
	p := paid("2026-04-11", 100_000)
	f := facts(p)
	require.Equal(t, []repay.Part{{Component: repay.ServiceFee, Amount: 50_000}, {Component: repay.Interest, Amount: 50_000}}, f.Replay(day("2026-04-11")).Parts[p.PaymentID])
	f.Order.Terms.AllocationOrder = []string{"principal"}
	require.Equal(t, []repay.Part{{Component: repay.Principal, Amount: 100_000}}, f.Replay(day("2026-04-11")).Parts[p.PaymentID])
}

func TestReplaySettlesOnTheDayOfThePayoff(t *testing.T) {
	t.Parallel()
	payoff := paid("2026-04-11", 5_111_644)
	state := facts(payoff).Replay(day("2026-08-01"))
	require.Equal(t, day("2026-04-11"), state.SettledOn)
	require.Zero(t, state.Owed.Total(), "nothing is charged after the settlement")
	again := paid("2026-05-01", 7)
	state = facts(payoff, again).Replay(day("2026-08-01"))
	require.Equal(t, day("2026-04-11"), state.SettledOn)
	require.Equal(t, map[uuid.UUID]int64{again.PaymentID: 7}, state.Over)
	require.Equal(t, int64(7), state.Overpaid())
}

func TestReopenedLoanIsSettledByPayingTheRest(t *testing.T) {
	t.Parallel()
	f := facts(paid("2026-04-11", 5_111_644), sentTwice("2026-04-13", 100_000))
	require.False(t, f.Replay(day("2026-04-20")).Settled())
	f.Splits = append(f.Splits, paid("2026-04-20", f.Replay(day("2026-04-20")).Owed.Total()))
	require.Equal(t, day("2026-04-20"), f.Replay(day("2026-08-01")).SettledOn)
}

// After a returned payout nothing was lent: nothing is charged, and all payments belong to the borrower.
func TestALoanWhosePayoutCameBackOwesNothing(t *testing.T) {
	t.Parallel()
	p := paid("2026-04-11", 100_000)
	f := facts(p)
	f.Loan.ReturnedOn = day("2026-04-12")
	state := f.Replay(day("2026-08-01"))
	require.Zero(t, state.Owed.Total())
	require.Zero(t, state.Charged.Total())
	require.Equal(t, day("2026-04-12"), state.SettledOn)
	require.Equal(t, map[uuid.UUID]int64{p.PaymentID: 100_000}, state.Over)
	require.Equal(t, ledger.Balance{ledger.Bank: 100_000, ledger.Overpayment: -100_000}, nonZero(f.Target(state)))
}

// nonZero returns a balance without the accounts that are zero.
func nonZero(b ledger.Balance) ledger.Balance {
	maps.DeleteFunc(b, func(_ ledger.Account, amount int64) bool { return amount == 0 })
	return b
}

func TestTargetBalancesOfALoan(t *testing.T) {
	t.Parallel()
	receivable, income := func(c repay.Component) ledger.Account { return ledger.Receivable(string(c)) }, func(c repay.Component) ledger.Account { return ledger.Income(string(c)) }
	f := facts(paid("2026-04-11", 60_000))
	require.Equal(t, ledger.Balance{
		ledger.Bank: -4_900_000 + 60_000, ledger.FrontServiceFeeIncome: -100_000,
		receivable(repay.Principal): 5_000_000, receivable(repay.Interest): 51_644,
		income(repay.Interest): -61_644, income(repay.ServiceFee): -50_000,
	}, nonZero(f.Target(f.Replay(day("2026-04-11")))))
}

func TestReplayCountsRefundsOnce(t *testing.T) {
	t.Parallel()
	over := paid("2026-04-11", 5_111_644+1_000)
	over.Refunding = 1_000
	state := facts(over).Replay(day("2026-04-11"))
	require.Empty(t, state.Over, "the refund is under way")
	require.Equal(t, int64(1_000), state.Overpaid())
	over.Refunding, over.Refunded = 0, 1_000
	state = facts(over).Replay(day("2026-04-11"))
	require.Zero(t, state.Overpaid())
	require.Contains(t, state.Parts[over.PaymentID], repay.Part{Component: repay.Overpayment, Amount: 1_000})

	over.State = repay.Reversed
	state = facts(over).Replay(day("2026-04-11"))
	require.Equal(t, int64(5_111_644+1_000), state.Owed.Total(), "the bank took back the whole payment, of which 1,000 had been refunded")
	require.Empty(t, state.Parts[over.PaymentID])
}

// sentTwice returns a payment that was refunded to the borrower and that the bank took back as well.
func sentTwice(on string, amount int64) repay.Split {
	p := paid(on, amount)
	p.State, p.Refunded = repay.Reversed, amount
	return p
}

// An overpayment pays a later debt from the day on which it arises; the oldest overpayment is used first.
func TestReplayPaysALaterDebtFromOverpayments(t *testing.T) {
	t.Parallel()
	payoff, more := paid("2026-04-11", 5_111_644+150_000), paid("2026-04-12", 80_000)
	state := facts(payoff, more, sentTwice("2026-04-13", 200_000)).Replay(day("2026-08-01"))
	require.Zero(t, state.Owed.Total())
	require.Equal(t, day("2026-04-11"), state.SettledOn, "nothing was owed at the end of any later day")
	require.Equal(t, map[uuid.UUID]int64{more.PaymentID: 30_000}, state.Over)
	require.Equal(t, []repay.Part{
		{Component: repay.ServiceFee, Amount: 50_000}, {Component: repay.Interest, Amount: 61_644}, {Component: repay.Principal, Amount: 5_150_000},
	}, state.Parts[payoff.PaymentID])
	require.Equal(t, []repay.Part{{Component: repay.Principal, Amount: 50_000}, {Component: repay.Overpayment, Amount: 30_000}}, state.Parts[more.PaymentID])

	// If the debt is larger, the rest is owed and accrues interest from that day on: 5,000,000 for 30 nights and
	// 1,000,000 for 10 are 65,753, of which 61,644 are paid.
	state = facts(payoff, more, sentTwice("2026-04-13", 1_230_000)).Replay(day("2026-04-23"))
	require.Empty(t, state.Over)
	require.False(t, state.Settled())
	require.Equal(t, int64(1_000_000), state.Owed[repay.Principal])
	require.Equal(t, int64(4_109), state.Owed[repay.Interest])
	require.Equal(t, []repay.Part{{Component: repay.Principal, Amount: 80_000}}, state.Parts[more.PaymentID])

	// The same holds for a part that is taken back of a refunded payment. An amount that is being refunded pays
	// nothing.
	part := paid("2026-04-13", 100_000)
	part.OwedAgain, part.Refunded = 40_000, 100_000
	payoff.Refunding = 140_000
	state = facts(payoff, part).Replay(day("2026-04-13"))
	require.Equal(t, int64(30_000), state.Owed.Total())
	require.Equal(t, int64(140_000), state.Overpaid())
	require.Equal(t, []repay.Part{{Component: repay.Overpayment, Amount: 60_000}}, state.Parts[part.PaymentID])
}

func TestReplayFollowsTheMovedDueDate(t *testing.T) {
	t.Parallel()
	f := facts()
	f.Extensions = []loan.Extension{{EffectiveOn: day("2026-06-01"), NewDueDate: day("2026-06-26"), Fee: 30_000}}
	require.Zero(t, f.Replay(day("2026-05-31")).Owed[repay.ExtensionFee])
	later := f.Replay(day("2026-06-26"))
	require.Equal(t, int64(30_000), later.Owed[repay.ExtensionFee])
	require.Zero(t, later.Owed[repay.OverdueFee])
	require.Equal(t, day("2026-06-26"), f.DueDate(day("2026-06-01")))
}

func TestAfterReturnsTheStateRightAfterAPayment(t *testing.T) {
	t.Parallel()
	first, second := paid("2026-04-11", 111_644), paid("2026-05-11", 1_000_000)
	f := facts(first, second)
	require.Equal(t, int64(5_000_000), f.After(first.PaymentID).Owed.Total())
	require.Equal(t, int64(4_061_644), f.After(second.PaymentID).Owed.Total())
	require.Len(t, f.Splits, 2, "the facts are not modified")
}

// After any events, the target balances sum to zero, and every amount that came in is either used or owed back.
func TestTargetsSumToZero(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var splits []repay.Split
		on := day("2026-03-12")
		for range rapid.IntRange(0, 6).Draw(r, "payments") {
			on = on.AddDays(rapid.IntRange(0, 60).Draw(r, "later"))
			s := paid(on.String(), rapid.OneOf(rapid.Int64Range(1, 6_000_000), rapid.Int64Range(5_500_000, 6_000_000)).Draw(r, "amount"))
			if rapid.IntRange(0, 3).Draw(r, "reversed") == 0 {
				s.State = repay.Reversed
			}
			splits = append(splits, s)
		}
		f := facts(splits...)
		asOf := on.AddDays(rapid.IntRange(0, 200).Draw(r, "as of"))
		// Some of the overpayment has been refunded, some is being refunded, and some waits.
		for id, over := range f.Replay(asOf).Over {
			for i := range f.Splits {
				if f.Splits[i].PaymentID == id {
					f.Splits[i].Refunded = rapid.Int64Range(0, over).Draw(r, "refunded")
					f.Splits[i].Refunding = rapid.Int64Range(0, over-f.Splits[i].Refunded).Draw(r, "refunding")
				}
			}
		}
		for i := range f.Splits {
			switch rapid.SampledFrom([]string{"no", "no", "a part", "all"}).Draw(r, "taken back") {
			case "a part":
				f.Splits[i].OwedAgain = rapid.Int64Range(0, f.Splits[i].Amount-1).Draw(r, "part")
			case "all":
				f.Splits[i].State = repay.Reversed
			}
		}
		state := f.Replay(asOf)
		if state.Owed.Total() > 0 {
			require.Empty(r, state.Over, "overpayments pay what is owed")
		}
		var sum int64
		for account, balance := range f.Target(state) {
			sum += balance
			if account.IsReceivable() {
				require.GreaterOrEqual(r, balance, int64(0), account)
			}
		}
		require.Zero(r, sum)
		for _, split := range f.Splits {
			var parts int64
			for _, part := range state.Parts[split.PaymentID] {
				require.Positive(r, part.Amount)
				parts += part.Amount
			}
			if split.State == repay.Posted {
				require.Equal(r, split.Amount-split.OwedAgain, parts)
			} else {
				require.Zero(r, parts)
			}
		}
		require.LessOrEqual(r, f.Target(state)[ledger.Overpayment], int64(0))
	})
}

// The first extension ends on a day that the calendar has since made a bank holiday. The second one loses its fee.
func TestAnExtensionKeepsItsDateWhenALaterOneIsUndone(t *testing.T) {
	t.Parallel()
	fee := paid("2026-06-12", 75_000)
	fee.State = repay.Reversed
	f := facts(fee)
	first := loan.Extension{Seq: 1, EffectiveOn: day("2026-06-01"), Days: 15, OldDueDate: day("2026-06-11"), NewDueDate: day("2026-06-28"), Fee: 75_000}
	f = f.Extended(first)
	f = f.Extended(loan.Extension{Seq: 2, EffectiveOn: day("2026-06-12"), Days: 15, OldDueDate: day("2026-06-28"), NewDueDate: day("2026-07-13"), Fee: 75_000, PaymentID: &fee.PaymentID})
	require.NotEqual(t, first.NewDueDate, region.Get("vi").NextWorkingDay(first.OldDueDate.AddDays(first.Days)))
	after, remaining := f.Undo(region.Get("vi"))
	require.Equal(t, first.NewDueDate, after.Loan.DueDate)
	require.Equal(t, []loan.Extension{first}, remaining)
}

// BenchmarkReplayOfManyPayments replays a loan that is repaid with thousands of tiny transfers.
func BenchmarkReplayOfManyPayments(b *testing.B) {
	for _, n := range []int{10, 1_000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			splits := []repay.Split{paid("2026-03-13", 200_000)}
			for len(splits) < n {
				splits = append(splits, paid("2026-04-11", 1))
			}
			f := facts(splits...)
			f.Order.Terms.AllocationOrder = []string{"principal"}
			for b.Loop() {
				f.Replay(day("2026-04-12"))
			}
		})
	}
}
