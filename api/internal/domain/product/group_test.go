package product_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

var now = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

func offer() product.Product {
	return product.Product{
		ID: uuid.New(), Region: "vi", Status: product.Active, Lender: bank,
		Current: product.Version{Currency: money.VND, MinAmount: 2_000_000, MaxAmount: 15_000_000, AmountStep: 500_000, MinScore: 500},
	}
}

func member() product.Viewer {
	return product.Viewer{Ready: true, Limit: 10_200_000, Score: 600}
}

// spec: 4.group-99, 4.group-1, 4.group-2, 4.group-3, 4.group-4, 4.group-5
// spec: 6.white-list
func TestEvaluate(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("+7", 7*3600)
	other := uuid.New()
	running := uuid.New()
	for name, c := range map[string]struct {
		change func(*product.Product, *product.Viewer)
		group  product.Group
		why    reason.Reason
		amount int64
	}{
		"available up to the limit, on a step":        {func(*product.Product, *product.Viewer) {}, product.Available, "", 10_000_000},
		"one step":                                    {func(p *product.Product, _ *product.Viewer) { p.Current.OneStep = true }, product.OneStep, "", 10_000_000},
		"one step, not verified":                      {func(p *product.Product, v *product.Viewer) { p.Current.OneStep = true; v.Ready = false }, product.Available, "", 10_000_000},
		"suspended":                                   {func(p *product.Product, _ *product.Viewer) { p.Status = product.Suspended }, product.Unavailable, reason.ProductSuspended, 15_000_000},
		"lender inactive":                             {func(p *product.Product, _ *product.Viewer) { p.Lender.Active = false }, product.Unavailable, reason.ProductSuspended, 15_000_000},
		"above a cap that was lowered later":          {func(p *product.Product, _ *product.Viewer) { p.Current.AnnualRateBps = 2401 }, product.Unavailable, reason.ProductSuspended, 15_000_000},
		"currency of another region":                  {func(p *product.Product, _ *product.Viewer) { p.Current.Currency = money.THB }, product.Unavailable, reason.ProductSuspended, 15_000_000},
		"white list only":                             {func(p *product.Product, _ *product.Viewer) { p.Current.WhiteListedOnly = true }, product.Unavailable, reason.NotEligible, 15_000_000},
		"white list only, member listed":              {func(p *product.Product, v *product.Viewer) { p.Current.WhiteListedOnly = true; v.WhiteListed = true }, product.Available, "", 10_000_000},
		"capped by the list's maximum":                {func(_ *product.Product, v *product.Viewer) { v.Most = 7_000_000 }, product.Available, "", 7_000_000},
		"list's maximum far below the minimum amount": {func(_ *product.Product, v *product.Viewer) { v.Most = 1_000_000 }, product.Unavailable, reason.NotEligible, 15_000_000},
		"frozen": {func(p *product.Product, v *product.Viewer) {
			v.Frozen = map[uuid.UUID]time.Time{p.ID: now.Add(time.Hour)}
		}, product.Unavailable, reason.ProductFrozen, 15_000_000},
		"frozen until now": {func(p *product.Product, v *product.Viewer) { v.Frozen = map[uuid.UUID]time.Time{p.ID: now} }, product.Available, "", 10_000_000},
		"score too low":    {func(_ *product.Product, v *product.Viewer) { v.Score = 499 }, product.ImproveCredit, reason.ScoreTooLow, 15_000_000},
		"limit too low":    {func(_ *product.Product, v *product.Viewer) { v.Limit = 1_999_999 }, product.ImproveCredit, reason.CreditTooLow, 15_000_000},
		"limit used by a running loan": {func(_ *product.Product, v *product.Viewer) {
			v.Limit = 0
			v.Orders = []product.OpenOrder{{ID: running, ProductID: other, Running: true}}
		}, product.RepayOnTime, reason.RepayFirst, 15_000_000},
		"score at the minimum":                             {func(p *product.Product, v *product.Viewer) { v.Score = p.Current.MinScore }, product.Available, "", 10_000_000},
		"limit at the minimum amount":                      {func(p *product.Product, v *product.Viewer) { v.Limit = p.Current.MinAmount }, product.Available, "", 2_000_000},
		"list's maximum at the minimum amount":             {func(p *product.Product, v *product.Viewer) { v.Most = p.Current.MinAmount }, product.Available, "", 2_000_000},
		"list's maximum one unit below the minimum amount": {func(p *product.Product, v *product.Viewer) { v.Most = p.Current.MinAmount - 1 }, product.Unavailable, reason.NotEligible, 15_000_000},
		"limit at the minimum amount with a running loan": {func(p *product.Product, v *product.Viewer) {
			v.Limit = p.Current.MinAmount
			v.Orders = []product.OpenOrder{{ID: running, ProductID: other, Running: true}}
		}, product.Available, "", 2_000_000},
		"limit one unit short with a running loan": {func(p *product.Product, v *product.Viewer) {
			v.Limit = p.Current.MinAmount - 1
			v.Orders = []product.OpenOrder{{ID: running, ProductID: other, Running: true}}
		}, product.RepayOnTime, reason.RepayFirst, 15_000_000},
		"limit used by an order that is not paid out": {func(_ *product.Product, v *product.Viewer) {
			v.Limit = 0
			v.Orders = []product.OpenOrder{{ID: running, ProductID: other}}
		}, product.ImproveCredit, reason.CreditTooLow, 15_000_000},
		"capped by the legal total debt": {func(p *product.Product, v *product.Viewer) {
			p.Lender.Type = "other"
			v.Debt = 93_700_000
		}, product.Available, "", 6_000_000},
		"minimum amount reaches the legal total debt": {func(p *product.Product, v *product.Viewer) {
			p.Lender.Type = "other"
			v.Debt = 98_000_000
		}, product.Available, "", 2_000_000},
		"minimum amount exceeds the legal total debt": {func(p *product.Product, v *product.Viewer) {
			p.Lender.Type = "other"
			v.Debt = 98_000_001
		}, product.Unavailable, reason.DebtLimit, 15_000_000},
		"lender without a cap on total debt": {func(_ *product.Product, v *product.Viewer) { v.Debt = 98_000_001 }, product.Available, "", 10_000_000},
		"score is reported before the limit": {func(_ *product.Product, v *product.Viewer) { v.Score, v.Limit = 499, 0 }, product.ImproveCredit, reason.ScoreTooLow, 15_000_000},
		"another loan is overdue and the score is too low": {func(_ *product.Product, v *product.Viewer) {
			v.Score = 499
			v.Orders = []product.OpenOrder{{ID: running, ProductID: other, Running: true, Overdue: true}}
		}, product.RepayOnTime, reason.RepayFirst, 15_000_000},
		"another loan is overdue": {func(_ *product.Product, v *product.Viewer) {
			v.Orders = []product.OpenOrder{{ID: running, ProductID: other, Running: true, Overdue: true}}
		}, product.RepayOnTime, reason.RepayFirst, 15_000_000},
		"another loan is running": {func(_ *product.Product, v *product.Viewer) {
			v.Orders = []product.OpenOrder{{ID: running, ProductID: other, Running: true}}
		}, product.Available, "", 10_000_000},
		"applied for, suspended later": {func(p *product.Product, v *product.Viewer) {
			p.Status = product.Suspended
			v.Orders = []product.OpenOrder{{ID: running, ProductID: p.ID}}
		}, product.AppliedFor, reason.OrderInProgress, 15_000_000},
		"own loan is running": {func(p *product.Product, v *product.Viewer) {
			v.Orders = []product.OpenOrder{{ID: running, ProductID: p.ID, Running: true}}
		}, product.RepayOnTime, reason.RepayFirst, 15_000_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, v := offer(), member()
			c.change(&p, &v)
			s := product.Evaluate(p.Criteria(priced(2400)), v, now, zone)
			require.Equal(t, c.group, s.Group)
			require.Equal(t, c.amount, s.MaxAmount)
			if c.why == "" {
				require.Nil(t, s.Why)
			} else {
				require.Equal(t, c.why, s.Why.Reason)
			}
			if s.Group == product.RepayOnTime || s.Group == product.AppliedFor {
				require.Equal(t, running, *s.OrderID)
			}
			require.Equal(t, c.why == reason.ProductFrozen, s.AvailableAt != nil)
		})
	}
}

func TestOnStep(t *testing.T) {
	t.Parallel()
	v := offer().Current
	require.Equal(t, int64(0), v.OnStep(1_999_999))
	require.Equal(t, int64(2_000_000), v.OnStep(2_499_999))
	require.Equal(t, int64(15_000_000), v.OnStep(99_000_000))
	require.True(t, v.Stepped(2_500_000))
	require.False(t, v.Stepped(2_500_001))
}

func TestMiddle(t *testing.T) {
	t.Parallel()
	v := offer().Current
	for most, middle := range map[int64]int64{15_000_000: 8_500_000, 10_000_000: 6_000_000, 4_500_000: 3_500_000, 2_500_000: 2_500_000, 2_000_000: 2_000_000} {
		require.Equal(t, middle, v.Middle(most), most)
	}
}
