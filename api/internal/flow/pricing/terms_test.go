package pricing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestQuoteMovesTheDueDateAndCountsItsDays(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	// 91 days after Saturday, 21 November 2026 is a Saturday; the next working day is Monday.
	q, err := pricing.Quote(pricing.Terms(product.Product{Current: flowtest.Version()}, r), r, 10_000_000, 91, money.MustDate("2026-11-21"))
	require.NoError(t, err)
	require.Equal(t, money.MustDate("2027-02-22"), q.DueDate)
	require.Equal(t, 93, q.Days())
	require.Equal(t, money.Interest(10_000_000, 1500, 93), q.Interest)
}

func TestBounds(t *testing.T) {
	t.Parallel()
	v := flowtest.Version()
	require.NoError(t, pricing.Bounds(v, 2_000_000, 91))
	require.NoError(t, pricing.Bounds(v, 15_000_000, 180))
	for r, b := range map[reason.Reason][2]int64{
		reason.AmountOutOfBounds: {1_999_999, 91}, reason.AmountStep: {2_000_001, 91}, reason.TermNotOffered: {2_000_000, 90},
	} {
		require.Equal(t, r, reason.Of(pricing.Bounds(v, b[0], int(b[1]))))
	}
	require.Equal(t, reason.AmountOutOfBounds, reason.Of(pricing.Bounds(v, 15_000_001, 91)))
}

func TestAProductAboveItsCapCannotBeSaved(t *testing.T) {
	t.Parallel()
	m := flowtest.NewMarket(t, postgrestest.New(t))
	save := func(code string, change func(*product.Version)) error {
		v := flowtest.Version()
		change(&v)
		_, err := product.Save(t.Context(), m.Pool, pricing.Price, product.Draft{Code: code, LenderCode: "lotus", Version: v}, m.Clock.Now())
		return err
	}
	require.NoError(t, save("new", func(*product.Version) {}))
	for code, c := range map[string]struct {
		change func(*product.Version)
		says   string
	}{
		"rate":       {func(v *product.Version) { v.AnnualRateBps = 2401 }, "nominal rate of 2401 bps is above the cap of 2400 bps"},
		"fees":       {func(v *product.Version) { v.FrontServiceFeeBps = 600 }, "is above the cap of 3600 bps (App store rule"},
		"extensions": {func(v *product.Version) { v.ExtensionFeeBps = 600 }, "is above the cap of 3600 bps (App store rule"},
	} {
		err := save(code, c.change)
		require.ErrorIs(t, err, product.ErrInvalid, code)
		require.ErrorContains(t, err, c.says, code)
	}
	require.ErrorIs(t, save("agreement", func(v *product.Version) { v.ContractVersion = "1999-01" }), agreement.ErrVersion)
}

// The terms stored with an order name the lender and its cap. Later changes to the lender or the law do not affect
// them.
func TestTermsKeepTheLenderAndItsCap(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	p := product.Product{Current: flowtest.Version(), Lender: product.Lender{Name: "Lotus", Licence: "GP 1", Type: "other"}}
	terms := pricing.Terms(p, r)
	require.Equal(t, "Lotus", terms.LenderName)
	require.Equal(t, "GP 1", terms.Licence)
	require.EqualValues(t, 2000, terms.RateCapBps, "the cap of a loan between persons is 20 % a year")
	require.Equal(t, string(region.NominalRate), terms.CapBasis)
	p.Lender.Type = "friend"
	require.Zero(t, pricing.Terms(p, r).RateCapBps, "a type without a cap may not lend")
}

// Each extension may end on bank holidays of its own: in Indonesia, two extensions of thirty days move a due date by
// sixteen more days.
func TestCapOnAllChargesHoldsWhenHolidaysLengthenExtensions(t *testing.T) {
	t.Parallel()
	m := flowtest.NewMarket(t, postgrestest.New(t))
	r := region.Get("id")
	require.NoError(t, product.SaveLender(t.Context(), m.Pool, pricing.Price, product.Lender{
		Code: "far", Region: "id", Name: "Bank", Licence: "1", Type: "other", Gateway: "embedded", Active: true,
	}))
	v := flowtest.Version()
	v.Currency, v.TermsDays, v.AnnualRateBps, v.FrontServiceFeeBps, v.ServiceFeeBps, v.LateFee = r.Currency, []int{91}, 2400, 0, 0, 0
	v.ExtensionFeeBps, v.ExtensionDays, v.ExtensionMax, v.AllocationOrder, v.OverdueFeeCapBps = 0, 30, 2, r.AllocationOrder, 0
	saved, err := product.Save(t.Context(), m.Pool, pricing.Price, product.Draft{Code: "far", LenderCode: "far", Version: v}, m.Clock.Now())
	require.NoError(t, err)

	from, principal := money.MustDate("2027-03-06").AddDays(-91), v.MinAmount
	terms := pricing.Terms(saved, r)
	q, err := pricing.Quote(terms, r, principal, 91, from)
	require.NoError(t, err)
	f := servicing.Facts{Running: loan.Running{Order: loan.Order{Currency: r.Currency, Terms: terms}, Loan: loan.Loan{
		Principal: principal, ActualReceived: q.ActualReceived, DisbursedOn: from, FirstDueDate: q.DueDate, DueDate: q.DueDate,
	}}}
	moved := 10
	for range v.ExtensionMax {
		choices, err := f.Extendable(r, f.Loan.DueDate)
		require.NoError(t, err)
		c := choices[0]
		moved += c.NewDueDate.DaysSince(c.OldDueDate) - c.Days
		f = f.Extended(loan.Extension{Seq: f.NextExtension(), EffectiveOn: c.OldDueDate, Days: c.Days, OldDueDate: c.OldDueDate, NewDueDate: c.NewDueDate, Fee: c.Fee})
	}
	require.Equal(t, 16, moved)
	charged := f.Replay(f.Loan.DueDate.AddDays(20_000)).Charged.Total()
	require.LessOrEqual(t, charged, principal, "all charges together are at most the principal")
}
