package accrual_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/accrual"
)

func day(s string) money.Date { return money.MustDate(s) }

// contract is a loan of 91 days from 12 March 2026 with all kinds of fees.
func contract() accrual.Contract {
	return accrual.Contract{
		Terms: loan.Terms{
			Currency: money.VND, AnnualRateBps: 1500, AccountFeeFlat: 20_000, LateFee: 50_000, GraceDays: 3,
			OverdueFeeBpsDay: 5, OverdueFeeCapBps: 500,
		},
		Principal:    5_000_000,
		DisbursedOn:  day("2026-03-12"),
		FirstDueDate: day("2026-06-11"),
	}
}

func TestCumulativeWithoutPayments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		asOf string
		want accrual.Amounts
	}{
		{"2026-03-11", accrual.Amounts{}},
		{"2026-03-12", accrual.Amounts{}},
		{"2026-03-13", accrual.Amounts{Interest: 2_055, AccountFee: 20_000}},
		{"2026-04-11", accrual.Amounts{Interest: 61_644, AccountFee: 20_000}},
		{"2026-04-12", accrual.Amounts{Interest: 63_699, AccountFee: 40_000}},
		{"2026-06-11", accrual.Amounts{Interest: 186_986, AccountFee: 80_000}},
		{"2026-06-12", accrual.Amounts{Interest: 186_986, AccountFee: 80_000, OverdueFee: 2_500}},
		{"2026-06-14", accrual.Amounts{Interest: 186_986, AccountFee: 80_000, OverdueFee: 7_500}},
		{"2026-06-15", accrual.Amounts{Interest: 186_986, AccountFee: 80_000, OverdueFee: 10_000, LateFee: 50_000}},
		{"2026-09-18", accrual.Amounts{Interest: 186_986, AccountFee: 80_000, OverdueFee: 247_500, LateFee: 50_000}},
		{"2026-09-19", accrual.Amounts{Interest: 186_986, AccountFee: 80_000, OverdueFee: 250_000, LateFee: 50_000}},
		{"2028-09-19", accrual.Amounts{Interest: 186_986, AccountFee: 80_000, OverdueFee: 250_000, LateFee: 50_000}},
	} {
		require.Equal(t, c.want, accrual.Cumulative(contract(), accrual.History{}, day(c.asOf)), c.asOf)
	}
}

// Interest of published cases: a 365-day year even if the term includes a leap day, rounded once.
func TestInterestOfPublishedCases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		principal, bps int64
		from           string
		days           int
		want           int64
	}{
		{10_000, 1825, "2026-01-01", 120, 600},
		{5_000_000, 1500, "2026-01-01", 120, 246_575},
		{20_000_000, 1500, "2026-01-31", 91, 747_945},
		{20_000_000, 1500, "2028-01-31", 91, 747_945},
		{20_000_000, 1500, "2027-11-30", 120, 986_301},
		{20_000_000, 1500, "2026-08-31", 180, 1_479_452},
		{1_000_000, 2400, "2026-01-01", 91, 59_836},
		{1_000_000, 2400, "2028-02-29", 180, 118_356},
		{1_000_000, 1000, "2027-03-01", 365, 100_000},
		{1_000_000, 1000, "2028-01-01", 366, 100_274},
	} {
		k := accrual.Contract{
			Terms: loan.Terms{AnnualRateBps: c.bps}, Principal: c.principal,
			DisbursedOn: day(c.from), FirstDueDate: day(c.from).AddDays(c.days),
		}
		require.Equal(t, accrual.Amounts{Interest: c.want}, accrual.Cumulative(k, accrual.History{}, k.FirstDueDate))
	}
}

func TestPartPaymentLowersInterestFromItsDay(t *testing.T) {
	t.Parallel()
	h := accrual.History{Principal: []accrual.Movement{{On: day("2026-04-11"), Amount: 2_000_000}}}
	require.Equal(t, int64(61_644), accrual.Cumulative(contract(), h, day("2026-04-11")).Interest)
	// 5,000,000 for 30 nights and 3,000,000 for 61 nights: 333,000,000 principal nights at 15 %.
	require.Equal(t, int64(136_849), accrual.Cumulative(contract(), h, day("2026-06-11")).Interest)
	require.Equal(t, int64(1_500), accrual.Cumulative(contract(), h, day("2026-06-12")).OverdueFee)
}

func TestNothingAccruesAfterThePrincipalIsRepaid(t *testing.T) {
	t.Parallel()
	h := accrual.History{Principal: []accrual.Movement{{On: day("2026-04-01"), Amount: 5_000_000}}}
	paid := accrual.Cumulative(contract(), h, day("2026-04-01"))
	require.Equal(t, accrual.Amounts{Interest: 41_096, AccountFee: 20_000}, paid)
	require.Equal(t, paid, accrual.Cumulative(contract(), h, day("2027-04-01")))
}

func TestPaymentWithinGraceDaysHasNoLateFee(t *testing.T) {
	t.Parallel()
	paid := func(on string) accrual.Amounts {
		h := accrual.History{Principal: []accrual.Movement{{On: day(on), Amount: 5_000_000}}}
		return accrual.Cumulative(contract(), h, day("2026-12-31"))
	}
	require.Zero(t, paid("2026-06-11").OverdueFee)
	require.Equal(t, int64(7_500), paid("2026-06-14").OverdueFee)
	require.Zero(t, paid("2026-06-14").LateFee)
	require.Equal(t, int64(50_000), paid("2026-06-15").LateFee)
}

func TestExtensionMovesInterestAndOverdueFee(t *testing.T) {
	t.Parallel()
	before := accrual.History{DueMoves: []accrual.DueMove{{On: day("2026-06-01"), DueDate: day("2026-06-26")}}}
	require.Equal(t, day("2026-06-11"), accrual.DueDate(contract(), before, day("2026-05-31")))
	require.Equal(t, day("2026-06-26"), accrual.DueDate(contract(), before, day("2026-06-01")))
	atDue := accrual.Cumulative(contract(), before, day("2026-06-26"))
	require.Equal(t, accrual.Amounts{Interest: 217_808, AccountFee: 80_000}, atDue)

	// Extended five days late: the overdue fee for those nights stays, and the following nights cost interest.
	late := accrual.History{DueMoves: []accrual.DueMove{{On: day("2026-06-16"), DueDate: day("2026-06-26")}}}
	got := accrual.Cumulative(contract(), late, day("2026-06-26"))
	require.Equal(t, accrual.Amounts{Interest: 207_534, AccountFee: 80_000, OverdueFee: 12_500, LateFee: 50_000}, got)

	twice := accrual.History{DueMoves: []accrual.DueMove{
		{On: day("2026-06-01"), DueDate: day("2026-07-11")}, {On: day("2026-06-01"), DueDate: day("2026-06-26")},
	}}
	require.Equal(t, day("2026-07-11"), accrual.DueDate(contract(), twice, day("2026-06-01")))
	require.Zero(t, accrual.Cumulative(contract(), twice, day("2026-07-11")).OverdueFee)
}

// A reversal adds the principal back from its original value date, as if it had never been paid.
func TestReversedPaymentAccruesAsIfNeverPaid(t *testing.T) {
	t.Parallel()
	h := accrual.History{Principal: []accrual.Movement{
		{On: day("2026-04-11"), Amount: 2_000_000}, {On: day("2026-04-11"), Amount: -2_000_000},
	}}
	asOf := day("2026-07-01")
	require.Equal(t, accrual.Cumulative(contract(), accrual.History{}, asOf), accrual.Cumulative(contract(), h, asOf))
}

// The transfers of a day are merged into one movement. Otherwise the cost of each would grow with the number of earlier ones.
func TestPaymentsOfOneDayAreMerged(t *testing.T) {
	t.Parallel()
	var h accrual.History
	for range 1_000 {
		h.Pay(day("2026-04-11"), 2_000)
	}
	h.Pay(day("2026-04-12"), 7)
	h.Pay(day("2026-04-12"), -7)
	require.Equal(t, []accrual.Movement{{On: day("2026-04-11"), Amount: 2_000_000}, {On: day("2026-04-12")}}, h.Principal)
	require.Equal(t, int64(136_849), accrual.Cumulative(contract(), h, day("2026-06-11")).Interest)
}
