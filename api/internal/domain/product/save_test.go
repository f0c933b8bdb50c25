package product_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var bank = product.Lender{
	Code: "bank", Region: "vi", Name: "Ngân hàng", Licence: "GP 1", Type: "credit_institution", Gateway: "embedded", Active: true,
}

func draft() product.Draft {
	return product.Draft{Code: "quick", LenderCode: "bank", Position: 1, Version: product.Version{
		Name: "Quick", Currency: money.VND, MinAmount: 2_000_000, MaxAmount: 15_000_000, AmountStep: 500_000, TermsDays: []int{91, 180},
		AnnualRateBps: 1500, ServiceFeeBps: 375, OfferHours: 72, FreezeDays: 7, ContractVersion: "2026-11",
	}}
}

func priced(apr int64) product.Pricer {
	return func(product.Version) (int64, error) { return apr, nil }
}

func TestCheckRefusesInvalidVersions(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	whole := draft().Version
	whole.AllocationOrder = r.AllocationOrder
	require.NoError(t, product.Check(whole, bank, r, 3004))
	for name, change := range map[string]func(*product.Version, *product.Lender, *int64){
		"rate above the cap":                        func(v *product.Version, _ *product.Lender, _ *int64) { v.AnnualRateBps = 2401 },
		"APR above the cap":                         func(_ *product.Version, _ *product.Lender, apr *int64) { *apr = 3601 },
		"rate above the lower cap of other lenders": func(v *product.Version, l *product.Lender, _ *int64) { l.Type = "other"; v.AnnualRateBps = 2001 },
		"unknown lender type":                       func(_ *product.Version, l *product.Lender, _ *int64) { l.Type = "friend" },
		"term of 60 days":                           func(v *product.Version, _ *product.Lender, _ *int64) { v.TermsDays = []int{60, 91} },
		"no term":                                   func(v *product.Version, _ *product.Lender, _ *int64) { v.TermsDays = nil },
		"minimum above the maximum":                 func(v *product.Version, _ *product.Lender, _ *int64) { v.MaxAmount = 1_000_000 },
		"minimum not on a step":                     func(v *product.Version, _ *product.Lender, _ *int64) { v.MinAmount = 2_000_001 },
		"maximum not on a step":                     func(v *product.Version, _ *product.Lender, _ *int64) { v.MaxAmount = 15_000_001 },
		"no step":                                   func(v *product.Version, _ *product.Lender, _ *int64) { v.AmountStep = 0 },
		"front fee of 100 %":                        func(v *product.Version, _ *product.Lender, _ *int64) { v.FrontServiceFeeBps = 10_000 },
		"negative fee":                              func(v *product.Version, _ *product.Lender, _ *int64) { v.LateFee = -1 },
		"allocation component missing":              func(v *product.Version, _ *product.Lender, _ *int64) { v.AllocationOrder = v.AllocationOrder[1:] },
		"currency of another region":                func(v *product.Version, _ *product.Lender, _ *int64) { v.Currency = money.THB },
		"lender of another region":                  func(_ *product.Version, l *product.Lender, _ *int64) { l.Region = "th" },
		"late interest above 150 %":                 func(v *product.Version, _ *product.Lender, _ *int64) { v.OverdueFeeBpsDay = 7 },
		"late fee above the minimum amount":         func(v *product.Version, _ *product.Lender, _ *int64) { v.LateFee = 2_000_001 },
		"late and overdue fee above the principal": func(v *product.Version, _ *product.Lender, _ *int64) {
			v.LateFee, v.OverdueFeeCapBps = 50_000, 9_751
		},
		"extension of zero days":     func(v *product.Version, _ *product.Lender, _ *int64) { v.ExtensionMax = 1 },
		"freeze of more than a year": func(v *product.Version, _ *product.Lender, _ *int64) { v.FreezeDays = 366 },
		"negative freeze":            func(v *product.Version, _ *product.Lender, _ *int64) { v.FreezeDays = -1 },
		"no name":                    func(v *product.Version, _ *product.Lender, _ *int64) { v.Name = "" },
		"no agreement":               func(v *product.Version, _ *product.Lender, _ *int64) { v.ContractVersion = "" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, l, apr := whole, bank, int64(3004)
			change(&v, &l, &apr)
			require.ErrorIs(t, product.Check(v, l, r, apr), product.ErrInvalid)
		})
	}
}

// In Vietnam late interest is at most 150 % of the contract's rate, exact to one basis point: 3 bps a day are 10.95 % a year, which
// requires a rate of at least 7.3 %. In a region without such a cap, no limit applies.
func TestCheckLimitsLateChargesToTheContractRate(t *testing.T) {
	t.Parallel()
	r := *region.Get("vi")
	v := draft().Version
	v.AllocationOrder = r.AllocationOrder
	late := func(day, rate int64) error {
		v.OverdueFeeBpsDay, v.AnnualRateBps = day, rate
		return product.Check(v, bank, &r, 3004)
	}
	require.NoError(t, late(6, 1500))
	require.ErrorContains(t, late(7, 1500), "overdue fee of 7 bps a day is above 15000 bps of the contract rate")
	require.NoError(t, late(3, 730))
	require.ErrorContains(t, late(3, 729), "overdue fee of 3 bps a day is above 15000 bps of the contract rate")
	v.OverdueFeeCapBps = 10_001
	require.ErrorContains(t, late(0, 1500), "overdue fees up to 10001 bps of principal")
	r.LatePenaltyCap = region.LatePenalty{}
	require.NoError(t, late(7, 1500))
}

func TestCheckAllowsASingleAmount(t *testing.T) {
	t.Parallel()
	v := draft().Version
	v.AllocationOrder, v.MaxAmount = region.Get("vi").AllocationOrder, v.MinAmount
	require.NoError(t, product.Check(v, bank, region.Get("vi"), 3004))
}

// A product that cannot be priced, or whose region does not exist, is not offered.
func TestProductThatCannotBePricedIsNotLawful(t *testing.T) {
	t.Parallel()
	p := product.Product{Region: "vi", Lender: bank, Current: draft().Version}
	require.NoError(t, p.Lawful(priced(3004)))
	unknown := errors.New("no agreement")
	err := p.Lawful(func(product.Version) (int64, error) { return 0, unknown })
	require.ErrorIs(t, err, product.ErrInvalid)
	require.ErrorIs(t, err, unknown)
	p.Region = "xx"
	require.ErrorContains(t, p.Lawful(priced(3004)), `there is no region "xx"`)
}

// In Vietnam a borrower may owe at most exactly 100 million dong to lenders that are not credit institutions. For credit institutions
// there is no such cap.
func TestDebtIsLimitedToTheRegionsCap(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	require.NoError(t, product.OverDebt(r, "other", 90_000_000, 10_000_000))
	require.Equal(t, reason.DebtLimit, reason.Of(product.OverDebt(r, "other", 90_000_000, 10_000_001)))
	require.Equal(t, reason.DebtLimit, reason.Of(product.OverDebt(r, "other", 100_000_001, 0)))
	require.NoError(t, product.OverDebt(r, "credit_institution", 90_000_000, 1_000_000_000))
}

// The region's caps on amounts and terms bind like its rate caps, exactly to the unit and day.
func TestCheckLimitsAmountsAndTermsToTheRegionsCaps(t *testing.T) {
	t.Parallel()
	thai, ghanaian, person := bank, bank, bank
	thai.Region, ghanaian.Region, person.Type = "th", "gh", "other"
	lawful := func(l product.Lender, most int64, terms []int) product.Version {
		v := draft().Version
		v.Currency, v.AllocationOrder = region.Get(l.Region).Currency, region.Get(l.Region).AllocationOrder
		v.MinAmount, v.MaxAmount, v.AmountStep, v.TermsDays = 100, most, 1, terms
		return v
	}
	for name, c := range map[string]struct {
		lender product.Lender
		most   int64
		terms  []int
		beyond func(*product.Version)
		says   string
	}{
		"Thailand, the amount": {thai, 20_000_00, []int{91}, func(v *product.Version) { v.MaxAmount++ }, "amounts up to 2000001 are above the cap of 2000000 (Bank of Thailand"},
		"Thailand, the term":   {thai, 20_000_00, []int{91, 181}, func(v *product.Version) { v.TermsDays = []int{91, 182} }, "a term of 182 days"},
		"Thailand, the term with its extensions": {thai, 20_000_00, []int{151}, func(v *product.Version) {
			v.ExtensionDays, v.ExtensionMax = 16, 2
		}, "a term of 151 days with 2 extensions of 16 is above the cap of 181 days"},
		"Ghana, the amount":                       {ghanaian, 10_000_00, []int{3650}, func(v *product.Version) { v.MaxAmount++ }, "Bank of Ghana"},
		"Vietnam, total debt to a private lender": {person, 100_000_000, []int{3650}, func(v *product.Version) { v.MaxAmount++ }, "Decree 94/2025"},
	} {
		v, r := lawful(c.lender, c.most, c.terms), region.Get(c.lender.Region)
		require.NoError(t, product.Check(v, c.lender, r, 1000), name)
		c.beyond(&v)
		err := product.Check(v, c.lender, r, 1000)
		require.ErrorIs(t, err, product.ErrInvalid, name)
		require.ErrorContains(t, err, c.says, name)
		require.ErrorContains(t, product.Product{Region: r.Code, Lender: c.lender, Current: v}.Lawful(priced(1000)), c.says, "%s: a stored product is checked too", name)
	}
}

// Even without a cap on the rate alone, a product must not exceed the maximum rate that the landing page of every region states.
func TestCheckLimitsTheRateToTheAdvertisedMaximum(t *testing.T) {
	t.Parallel()
	for _, code := range region.Codes() {
		r, l, v := region.Get(code), bank, draft().Version
		l.Region, v.Currency, v.AllocationOrder = code, r.Currency, r.AllocationOrder
		v.MinAmount, v.MaxAmount, v.AmountStep, v.AnnualRateBps = 100_00, 200_00, 100, r.Landing.MaxRateBps
		require.NoError(t, product.Check(v, l, r, 2400), code)
		v.AnnualRateBps++
		require.ErrorContains(t, product.Check(v, l, r, 2400), "landing and home page promise at most 2400", code)
	}
}

func TestSaveWritesVersions(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), postgrestest.New(t)
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), bank))
	first, err := product.Save(ctx, pool, priced(3004), draft(), now)
	require.NoError(t, err)
	require.Equal(t, 1, first.Current.Number)
	require.Equal(t, region.Get("vi").AllocationOrder, first.Current.AllocationOrder)
	require.Equal(t, bank, first.Lender)

	d := draft()
	d.Version.Number, d.Version.AnnualRateBps = 1, 1400
	second, err := product.Save(ctx, pool, priced(3004), d, now)
	require.NoError(t, err)
	require.Equal(t, first.ID, second.ID)
	require.Equal(t, 2, second.Current.Number)
	require.Equal(t, int64(1400), second.Current.AnnualRateBps)

	d.Version.Number = 2
	_, err = product.Save(ctx, pool, priced(3601), d, now)
	require.ErrorContains(t, err, "above the cap")
	kept, err := product.ByCode("quick").Read(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, second, kept, "a refused save changes nothing")

	all, err := product.List("vi").Read(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, []product.Product{second}, all)
	_, err = product.ByID("th", second.ID).Read(ctx, pool)
	require.Equal(t, reason.ProductNotFound, reason.Of(err))
}

func TestProductCannotChangeItsLender(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), postgrestest.New(t)
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), bank))
	beside, abroad := bank, bank
	beside.Code = "beside"
	abroad.Code, abroad.Region = "abroad", "id"
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), beside))
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), abroad))
	saved, err := product.Save(ctx, pool, priced(2400), draft(), now)
	require.NoError(t, err)
	for code, currency := range map[string]money.Currency{"beside": money.VND, "abroad": money.IDR} {
		d := draft()
		d.LenderCode, d.Version.Currency = code, currency
		_, err := product.Save(ctx, pool, priced(2400), d, now)
		require.ErrorIs(t, err, product.ErrInvalid, code)
		require.ErrorContains(t, err, "it belongs to lender bank", code)
	}
	after, err := product.ByCode("quick").Read(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, saved, after)
}

// Of several concurrent saves based on one version, or of one new product, only the first succeeds, because the others do not
// include its changes.
func TestOnlyOneConcurrentSaveSucceeds(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), postgrestest.New(t)
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), bank))
	for from := range 3 {
		var wait sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			wait.Go(func() {
				d := draft()
				d.Version.Number = from
				_, errs[i] = product.Save(ctx, pool, priced(3004), d, now)
			})
		}
		wait.Wait()
		saved := 0
		for _, err := range errs {
			if err == nil {
				saved++
			} else {
				require.ErrorIs(t, err, product.ErrInvalid)
				require.ErrorContains(t, err, "product show")
			}
		}
		require.Equal(t, 1, saved)
		last, err := product.ByCode("quick").Read(ctx, pool)
		require.NoError(t, err)
		require.Equal(t, from+1, last.Current.Number)
	}
}

func TestSaveMustBeBasedOnTheStoredVersion(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), postgrestest.New(t)
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), bank))
	save := func(d product.Draft, from int) error {
		d.Version.Number = from
		_, err := product.Save(ctx, pool, priced(3004), d, now)
		return err
	}
	require.ErrorContains(t, save(draft(), 1), "there is no product with that code")
	require.NoError(t, save(draft(), 0))
	require.NoError(t, save(draft(), 1))
	for _, from := range []int{0, 1, 3} {
		require.ErrorContains(t, save(draft(), from), fmt.Sprintf("it is at version 2, but the file was made from version %d", from))
	}
	require.NoError(t, save(draft(), 2))
}

// Only suspending and resuming changes whether a product is on offer.
func TestSaveDoesNotChangeTheStatus(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), postgrestest.New(t)
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), bank))
	save := func(from int, status string) (product.Product, error) {
		d := draft()
		d.Version.Number, d.Status = from, status
		return product.Save(ctx, pool, priced(3004), d, now)
	}
	p, err := save(0, product.Suspended)
	require.NoError(t, err)
	require.Equal(t, product.Suspended, p.Status, "a new product has the status of its draft")
	for from, status := range []string{1: product.Active, 2: "", 3: product.Suspended} {
		if from > 0 {
			p, err = save(from, status)
			require.NoError(t, err)
			require.Equal(t, product.Suspended, p.Status)
		}
	}
	require.NoError(t, product.SetStatus(ctx, pool, priced(3004), "quick", product.Active))
	_, err = save(4, product.Suspended)
	require.ErrorContains(t, err, "use `product suspend`", "a save must not suspend an offered product")
	p, err = save(4, product.Active)
	require.NoError(t, err)
	require.Equal(t, product.Active, p.Status)
}

func TestSetStatusAndLenders(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), postgrestest.New(t)
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), bank))
	_, err := product.Save(ctx, pool, priced(3004), draft(), now)
	require.NoError(t, err)
	require.NoError(t, product.SetStatus(ctx, pool, priced(3004), "quick", product.Suspended))
	require.Equal(t, reason.ProductNotFound, reason.Of(product.SetStatus(ctx, pool, priced(3004), "nothing", product.Suspended)))

	all, err := product.Lenders().Read(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, []product.Lender{bank}, all)
	bad := bank
	bad.Type = "friend"
	require.ErrorContains(t, product.SaveLender(ctx, pool, priced(2400), bad), `region vi has no lender type "friend"`)
	bad = bank
	bad.Gateway = "http"
	require.ErrorContains(t, product.SaveLender(ctx, pool, priced(2400), bad), "endpoint of lender bank")
	bad.Endpoint = "http://lender.example/decide"
	require.ErrorContains(t, product.SaveLender(ctx, pool, priced(2400), bad), "endpoint of lender bank", "a borrower's income is not sent over plain HTTP")
}

// Late charges share one cap: the overdue fee gets what the late fee leaves of it, or what all other charges leave if the cap
// covers all charges.
// spec: 3.loan-late
func TestOverdueFeeCapIsWhatTheOtherChargesLeave(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), postgrestest.New(t)
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), bank))
	d := draft()
	d.Version.LateFee = 50_000
	saved, err := product.Save(ctx, pool, priced(3004), d, now)
	require.NoError(t, err)
	require.EqualValues(t, 9_750, saved.Current.OverdueFeeCapBps, "50,000 are 2.5 % of the smallest loan")

	far := product.Lender{Code: "far", Region: "id", Name: "Bank", Licence: "1", Type: "other", Gateway: "embedded", Active: true}
	require.NoError(t, product.SaveLender(ctx, pool, priced(2400), far))
	d = draft()
	d.Code, d.LenderCode, d.Version.Currency = "far", "far", money.IDR
	d.Version.FrontServiceFeeBps, d.Version.ExtensionFeeBps, d.Version.ExtensionDays, d.Version.ExtensionMax = 100, 150, 15, 2
	saved, err = product.Save(ctx, pool, priced(3004), d, now)
	require.NoError(t, err)
	// Front fee 1 %, service fee 3.75 %, two extensions 3 %, interest for 238 days 9.79 %.
	require.EqualValues(t, 10_000-100-375-300-979, saved.Current.OverdueFeeCapBps)
	d.Version.OverdueFeeCapBps = 10_000
	_, err = product.Save(ctx, pool, priced(3004), d, now)
	require.ErrorContains(t, err, "overdue fees up to 10000 bps of principal, plus 1754 bps of other charges that count")
}
