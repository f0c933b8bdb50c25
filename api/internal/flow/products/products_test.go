package products_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var visitor = borrower.Borrower{Region: region.Get("vi"), Lang: lang.VI}

func TestListOfVisitorsAndMembers(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	step := flowtest.Version()
	step.OneStep = true
	l.Save(t, "step", step)
	page, err := l.Products.List(t.Context(), visitor, "", 0)
	require.NoError(t, err)
	require.Zero(t, page.CreditLimit)
	require.Len(t, page.Products, 2)
	for _, listed := range page.Products {
		require.Equal(t, product.Available, listed.Eligibility.Group)
		require.Greater(t, listed.APRBps, listed.Product.Current.AnnualRateBps, "the APR includes the fees")
	}
	who, card := l.Borrower(t, 4)
	groups := func() map[string]product.Group {
		page, err = l.Products.List(t.Context(), who, "", 0)
		require.NoError(t, err)
		require.Equal(t, who.Region.DefaultLimit, page.CreditLimit)
		found := map[string]product.Group{}
		for _, listed := range page.Products {
			found[listed.Product.Code] = listed.Eligibility.Group
		}
		return found
	}
	require.Equal(t, map[string]product.Group{"quick": product.Available, "step": product.OneStep}, groups())
	require.Equal(t, page.CreditLimit, page.Available)
	l.Applied(t, who, card, 14_000_000)
	require.Equal(t, map[string]product.Group{"quick": product.AppliedFor, "step": product.ImproveCredit}, groups())
	require.Equal(t, page.CreditLimit-14_000_000, page.Available)
}

// A product shown to a visitor as available is available to a new borrower. The other products show what they require.
//
// spec: 6.visitor-open
func TestVisitorSeesTheOffersOfANewBorrower(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, _ := l.Borrower(t, 4)
	for code, change := range map[string]func(*product.Version){
		"good-score": func(v *product.Version) { v.MinScore = credit.InitialScore + 1 },
		"large": func(v *product.Version) {
			v.MinAmount, v.MaxAmount = who.Region.DefaultLimit+v.AmountStep, 2*who.Region.DefaultLimit
		},
		"wide":    func(v *product.Version) { v.MaxAmount = 2 * who.Region.DefaultLimit },
		"invited": func(v *product.Version) { v.WhiteListedOnly = true },
	} {
		v := flowtest.Version()
		change(&v)
		l.Save(t, code, v)
	}
	shown := func(to borrower.Borrower) (groups map[string]product.Group, amounts map[string]int64) {
		page, err := l.Products.List(t.Context(), to, "", 0)
		require.NoError(t, err)
		groups, amounts = map[string]product.Group{}, map[string]int64{}
		for _, listed := range page.Products {
			groups[listed.Product.Code], amounts[listed.Product.Code] = listed.Eligibility.Group, listed.Eligibility.MaxAmount
		}
		return groups, amounts
	}
	groups, amounts := shown(visitor)
	require.Equal(t, map[string]product.Group{
		"quick": product.Available, "wide": product.Available, "good-score": product.ImproveCredit, "large": product.ImproveCredit, "invited": product.Unavailable,
	}, groups)
	require.Equal(t, who.Region.DefaultLimit, amounts["wide"])
	newGroups, newAmounts := shown(who)
	require.Equal(t, newGroups, groups)
	require.Equal(t, newAmounts, amounts)
}

// The price of a version is computed once, and another version has its own price.
func TestListShowsThePriceOfTheCurrentVersion(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	apr := func() int64 {
		page, err := l.Products.List(t.Context(), visitor, "", 0)
		require.NoError(t, err)
		require.Len(t, page.Products, 1)
		v := page.Products[0].Product.Current
		highest, err := pricing.Terms(page.Products[0].Product, visitor.Region).HighestAPRBps(v.MinAmount, v.MaxAmount, v.TermsDays)
		require.NoError(t, err)
		require.Equal(t, highest, page.Products[0].APRBps)
		return highest
	}
	before := apr()
	require.Equal(t, before, apr())
	moreExpensive := l.Product.Current
	moreExpensive.ServiceFeeBps += 10
	l.Save(t, l.Product.Code, moreExpensive)
	require.Greater(t, apr(), before)
}

// The cached products are up to date, whether an operator or another process changes them.
func TestListReflectsProductChangesAtOnce(t *testing.T) {
	t.Parallel()
	m := flowtest.NewMarket(t, postgrestest.New(t))
	l := flowtest.NewFlows(t, m, nil)
	list := func() []products.Listed {
		page, err := l.Products.List(t.Context(), visitor, "", 0)
		require.NoError(t, err)
		return page.Products
	}
	require.Len(t, list(), 1)
	owner := postgrestest.Owner(t, m.Pool)
	for _, change := range []string{
		`UPDATE lender SET name = 'Sen Mới'`, `UPDATE loan_product SET status = 'suspended'`, `UPDATE loan_product SET status = 'active'`,
		`UPDATE loan_product_version SET max_amount = max_amount + 1000000`,
		`WITH gone AS (DELETE FROM market_revision) UPDATE loan_product SET status = 'suspended'`, `UPDATE loan_product SET status = 'active'`,
	} {
		before := list()
		_, err := owner.Exec(t.Context(), change)
		require.NoError(t, err)
		require.NotEqual(t, before, list(), change)
	}
	other := flowtest.NewFlows(t, m, nil)
	other.Save(t, "another", flowtest.Version())
	require.Len(t, list(), 2)

	// An uncommitted change is not visible.
	before := list()
	tx, err := m.Pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `UPDATE loan_product SET position = position + 7`)
	require.NoError(t, err)
	require.Equal(t, before, list())
	require.NoError(t, tx.Rollback(t.Context()))
	require.Equal(t, before, list())
}

// A release may lower a cap below that of saved products. Their figures are no longer advertised, but a borrower with
// an order still sees the product.
func TestAProductAboveItsCapIsNotOffered(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, card := l.Borrower(t, 4)
	other, otherCard := l.Borrower(t, 4)
	v := flowtest.Version()
	v.MaxAmount, v.Number = 10_000_000, 1
	l.Save(t, "quick", v)
	v.MaxAmount, v.Number, v.AnnualRateBps, v.FrontServiceFeeBps, v.ServiceFeeBps = 15_000_000, 0, 2400, 0, 0
	l.Product = l.Save(t, "dear", v)
	request := l.Request(t, other, otherCard, 10_000_000)
	order := l.Applied(t, who, card, 10_000_000)
	listed := func(who borrower.Borrower) map[string]product.Group {
		page, err := l.Products.List(t.Context(), who, "", 0)
		require.NoError(t, err)
		groups := map[string]product.Group{}
		for _, p := range page.Products {
			groups[p.Product.Code] = p.Eligibility.Group
		}
		return groups
	}
	most := func() int64 {
		landing, err := l.Products.Advertised(t.Context(), who.Region)
		require.NoError(t, err)
		return landing.Amount.Max
	}
	require.Equal(t, map[string]product.Group{"quick": product.Available, "dear": product.Available}, listed(other))
	require.Equal(t, int64(15_000_000), most())

	// The lender's type selects the cap, which is lower here than when the product was saved.
	_, err := l.Pool.Exec(t.Context(), `UPDATE lender SET lender_type = 'other'`)
	require.NoError(t, err)
	require.Equal(t, map[string]product.Group{"quick": product.Available}, listed(visitor))
	require.Equal(t, map[string]product.Group{"quick": product.Available}, listed(other))
	require.Equal(t, product.AppliedFor, listed(who)["dear"])
	require.Equal(t, int64(2400), order.Terms.RateCapBps)
	detail, err := l.Products.Detail(t.Context(), other, l.Product.ID)
	require.NoError(t, err)
	require.Equal(t, reason.ProductSuspended, detail.Eligibility.Why.Reason)
	_, err = l.Apply.Do(t.Context(), flowtest.WithNewKey(other, "loan/apply"), request)
	require.Equal(t, reason.ProductSuspended, reason.Of(err))
	require.Equal(t, int64(10_000_000), most())

	// Nobody lends the operator's figures, also not while the database is away.
	away, cancel := context.WithCancel(t.Context())
	cancel()
	landing, err := l.Products.Advertised(away, who.Region)
	require.Error(t, err)
	require.Equal(t, int64(10_000_000), landing.Amount.Max)
}

// A market with more products than a page is paged in the same order.
func TestListPaginatesALargeMarket(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	for i := range products.PageSize + 5 {
		l.Save(t, fmt.Sprintf("product-%02d", i), flowtest.Version())
	}
	who, _ := l.Borrower(t, 4)
	whole, err := l.Products.List(t.Context(), who, "", 2*products.PageSize)
	require.NoError(t, err)
	require.Len(t, whole.Products, products.PageSize+6)
	require.Empty(t, whole.Next)
	var paged []products.Listed
	for cursor, more := "", true; more; more = cursor != "" {
		page, err := l.Products.List(t.Context(), who, cursor, 20)
		require.NoError(t, err)
		require.LessOrEqual(t, len(page.Products), 20)
		paged, cursor = append(paged, page.Products...), page.Next
	}
	require.Equal(t, whole.Products, paged)
}

func TestReadsTakeOneRoundTrip(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, _ := l.Borrower(t, 4)
	_, err := l.Products.List(t.Context(), visitor, "", 0)
	require.NoError(t, err)
	for name, read := range map[string]func(context.Context) error{
		"list":   func(ctx context.Context) error { _, err := l.Products.List(ctx, who, "", 0); return err },
		"detail": func(ctx context.Context) error { _, err := l.Products.Detail(ctx, who, l.Product.ID); return err },
		"agreement": func(ctx context.Context) error {
			_, err := l.Products.Agreement(ctx, who, l.Product.ID, 2_000_000, 91)
			return err
		},
	} {
		ctx, trips := postgres.CountTrips(t.Context())
		require.NoError(t, read(ctx))
		require.Equal(t, 1, trips.Count(), "%s: one round trip besides the look-up of the session: %v", name, trips.SQL())
	}
}

func TestDetail(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	d, err := l.Products.Detail(t.Context(), visitor, l.Product.ID)
	require.NoError(t, err)
	require.EqualValues(t, 8_500_000, d.Quote.Amount, "the default amount is in the middle of the range")
	require.Equal(t, 91, d.Quote.TermDays)
	require.Empty(t, d.View.Missing())
	_, err = l.Products.Detail(t.Context(), visitor, uuid.New())
	require.Equal(t, reason.ProductNotFound, reason.Of(err))

	newcomer := visitor
	newcomer.ID = flowtest.Member(t, l.Pool)
	d, err = l.Products.Detail(t.Context(), newcomer, l.Product.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"identity", "personal", "company", "contacts", "bankcard"}, d.View.Missing())
}
