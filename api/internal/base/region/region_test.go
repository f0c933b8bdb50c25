package region

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// spec: 1.regions, 5.phone-max, 9.region-vi, 9.region-cn, 9.region-id, 9.region-th
// spec: 9.region-gh, 9.landing, 1.landing-claims
func TestRegionFiguresMatchSpecification(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"cn", "gh", "id", "th", "vi"}, Codes())
	require.Nil(t, Get("xx"))
	cases := []struct {
		code, areaCode string
		maxPhone       int
		currency       money.Currency
		leadingZero    bool
	}{
		{"vi", "+84", 10, money.VND, true},
		{"cn", "+86", 11, money.CNY, false},
		{"id", "+62", 12, money.IDR, true},
		{"th", "+66", 10, money.THB, true},
		{"gh", "+233", 10, money.GHS, true},
	}
	for _, c := range cases {
		r := Get(c.code)
		require.Equal(t, c.areaCode, r.AreaCode, c.code)
		require.Equal(t, c.maxPhone, r.MaxPhoneLength, c.code)
		require.Equal(t, c.currency, r.Currency, c.code)
		require.Equal(t, c.leadingZero, r.ForceLeadingZero, c.code)
		require.Equal(t, 4, r.SMSCodeLength, c.code)
		require.Equal(t, money.Whole(100, c.currency).Minor, r.PaycodeMin, c.code)
		require.Positive(t, r.ReturnFeeMax, c.code)
		require.LessOrEqual(t, 100*r.ReturnFeeMax, max(r.ProductList.White.Max, r.DefaultLimit), "the fee must be at most 1 %% of a loan: %s", c.code)
		require.Equal(t, 91, r.Landing.MinDays, c.code)
		require.Equal(t, 180, r.Landing.MaxDays, c.code)
		require.EqualValues(t, 2400, r.Landing.MaxRateBps, c.code)
		require.Equal(t, "98.9", r.Landing.ApprovalRate, c.code)
		require.False(t, r.Landing.ApprovalAsOf.IsZero(), "the approval rate needs a date: %s", c.code)
	}
}

// The amounts of the lists and of the landing page in minor units: dong and rupiah have no decimals, the other currencies two.
//
// spec: 9.amounts-gh, 9.amounts-other, 3.region-product-list, 9.landing, 1.landing-claims
func TestAmountsAreInMinorUnits(t *testing.T) {
	t.Parallel()
	for code, minor := range map[string]int64{"vi": 1, "cn": 100, "id": 1, "th": 100} {
		require.Equal(t, AmountRange{2_000_000 * minor, 15_000_000 * minor}, Get(code).Landing.Amount, code)
		require.Equal(t, AmountRanges{
			White: AmountRange{2_000_000 * minor, 10_000_000 * minor}, NonWhite: AmountRange{5_000_000 * minor, 20_000_000 * minor},
		}, Get(code).ProductList, code)
	}
	require.Equal(t, AmountRanges{White: AmountRange{200_00, 1_000_00}, NonWhite: AmountRange{600_00, 5_000_00}}, Get("gh").ProductList)
	require.EqualValues(t, 9_000_00, Get("th").IncomeBands[0].To)
	require.EqualValues(t, 35_000_000, Get("id").IncomeBands[6].From)
}

// spec: 9.sample-vi, 9.sample-gh, 3.region-home-sample, 1.interest-example
func TestHomeSamplesMatchSpecification(t *testing.T) {
	t.Parallel()
	vietnam := Get("vi").HomeSample
	require.EqualValues(t, 20_000_000, vietnam.LoanAmount)
	require.EqualValues(t, 1500, vietnam.RateBps)
	require.EqualValues(t, 750_000, vietnam.ServiceFee)
	require.EqualValues(t, 747_945, vietnam.Interest)
	require.EqualValues(t, 21_497_945, vietnam.TotalAmount)
	require.EqualValues(t, 3004, vietnam.AprBps, "30.04 % a year including the fee")
	ghana := Get("gh").HomeSample
	require.EqualValues(t, 10_000_00, ghana.LoanAmount)
	require.EqualValues(t, 2400, ghana.RateBps)
	require.Zero(t, ghana.ServiceFee)
	require.EqualValues(t, 598_36, ghana.Interest)
}

func TestRegionTextsAndSourcesAreComplete(t *testing.T) {
	t.Parallel()
	for _, code := range Codes() {
		r := Get(code)
		labels := append([]Label{r.Name, r.IDLabel, r.Landing.ApprovalBasis}, r.AreaLevels...)
		for _, l := range labels {
			require.True(t, l.Complete(), "%s: %+v", code, l)
		}
		require.NotEmpty(t, r.ReminderHours.Basis)
		require.NotEmpty(t, r.LatePenaltyCap.Source)
		for _, c := range r.Caps {
			require.NotEmpty(t, c.Source, code)
			require.Contains(t, []CapBasis{NominalRate, AllInAPR}, c.Basis, code)
			require.Positive(t, c.Bps, code)
		}
	}
}

func TestLabelWithoutALanguageIsIncomplete(t *testing.T) {
	t.Parallel()
	require.True(t, Label{CN: "a", VI: "b", TH: "c", EN: "d"}.Complete())
	for _, l := range []Label{{VI: "b", TH: "c", EN: "d"}, {CN: "a", TH: "c", EN: "d"}, {CN: "a", VI: "b", EN: "d"}, {CN: "a", VI: "b", TH: "c"}} {
		require.False(t, l.Complete(), "%+v", l)
	}
}

func TestRateCapsByLenderType(t *testing.T) {
	t.Parallel()
	r := Get("vi")
	require.Len(t, r.CapsFor("credit_institution"), 2)
	require.Equal(t, Cap{LenderType: "other", Basis: NominalRate, Bps: 2000, Source: r.CapsFor("other")[0].Source}, r.CapsFor("other")[0])
	require.Empty(t, r.CapsFor("pawnshop"))
	require.EqualValues(t, 15000, r.LatePenaltyCap.OfRateBps, "150 % of the contract's rate")
	for _, code := range Codes() {
		sample := Get(code).HomeSample
		for _, c := range Get(code).CapsFor("credit_institution") {
			cost := map[CapBasis]int64{NominalRate: sample.RateBps, AllInAPR: sample.AprBps}[c.Basis]
			require.LessOrEqual(t, cost, c.Bps, "%s: the region's home sample must not exceed the cap", code)
		}
	}
}

// Thailand and Ghana limit the loan, Vietnam a borrower's debt to individuals; amounts are in minor units.
func TestLoanCapsByLenderType(t *testing.T) {
	t.Parallel()
	for _, lender := range []string{"credit_institution", "other"} {
		thai := Get("th").LoanCapOf(lender)
		require.Equal(t, LoanCap{LenderType: lender, MaxPrincipal: 20_000_00, MaxTermDays: 181, MaxDebt: 20_000_00, Source: thai.Source}, thai)
		require.EqualValues(t, 10_000_00, Get("gh").LoanCapOf(lender).MaxPrincipal)
	}
	require.Equal(t, LoanCap{LenderType: "credit_institution"}, Get("vi").LoanCapOf("credit_institution"))
	require.EqualValues(t, 100_000_000, Get("vi").LoanCapOf("other").MaxDebt)
	require.EqualValues(t, 100_000_000, Get("vi").LoanCapOf("other").LargestLoan())
	require.EqualValues(t, 3, LoanCap{MaxPrincipal: 5, MaxDebt: 3}.LargestLoan())
	require.EqualValues(t, 3, LoanCap{MaxPrincipal: 3, MaxDebt: 5}.LargestLoan())
	require.EqualValues(t, 5, LoanCap{MaxPrincipal: 5}.LargestLoan())
	require.Zero(t, LoanCap{MaxTermDays: 91}.LargestLoan())

	for name, caps := range map[string][]LoanCap{
		"two caps of one type":    {{LenderType: "other", Source: "x"}, {LenderType: "other", Source: "y"}},
		"unknown lender type":     {{LenderType: "pawnshop", Source: "x"}},
		"no source":               {{LenderType: "other", MaxDebt: 1}},
		"negative":                {{LenderType: "other", MaxDebt: -1, Source: "x"}},
		"amount below the sample": {{LenderType: "other", MaxPrincipal: Get("vi").HomeSample.LoanAmount - 1, Source: "x"}},
		"term below the sample":   {{LenderType: "other", MaxTermDays: 90, Source: "x"}},
	} {
		r := *Get("vi")
		r.LoanCaps = caps
		require.Error(t, r.checkLoanCaps(), name)
	}
}

func TestReminderHoursAreInLocalTime(t *testing.T) {
	t.Parallel()
	r := Get("vi")
	at := func(hour, minute int) time.Time { return time.Date(2026, 11, 21, hour, minute, 0, 0, r.TimeZone).UTC() }
	require.False(t, r.ReminderHours.Allows(at(6, 59), r.TimeZone))
	require.True(t, r.ReminderHours.Allows(at(7, 0), r.TimeZone))
	require.True(t, r.ReminderHours.Allows(at(20, 59), r.TimeZone))
	require.False(t, r.ReminderHours.Allows(at(21, 0), r.TimeZone))
}

func TestTodayIsTheDateInTheRegion(t *testing.T) {
	t.Parallel()
	evening := time.Date(2026, 11, 21, 18, 30, 0, 0, time.UTC)
	require.Equal(t, money.MustDate("2026-11-22"), Get("vi").Today(evening))
	require.Equal(t, money.MustDate("2026-11-21"), Get("gh").Today(evening))
}

// spec: 3.enum-income
func TestIncomeBandLabels(t *testing.T) {
	t.Parallel()
	r := Get("vi")
	for _, l := range lang.All {
		require.Contains(t, r.IncomeBands[1].Label(r.Currency, l), " – ")
	}
	require.Equal(t, "Under "+money.Format(money.Of(3_000_000, money.VND), lang.EN), r.IncomeBands[0].Label(r.Currency, lang.EN))
	require.Equal(t, money.Format(money.Of(30_000_000, money.VND), lang.EN)+" or more", r.IncomeBands[6].Label(r.Currency, lang.EN))
}

func TestIncomeBandsMustBeContiguous(t *testing.T) {
	t.Parallel()
	good := Get("vi").IncomeBands
	require.NoError(t, checkBands(good))
	require.Error(t, checkBands(good[:6]))
	gap := append([]Band{}, good...)
	gap[3].From++
	require.Error(t, checkBands(gap))
}
