package products

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
)

// market is all products of a region. Neither it nor its products may be modified.
type market struct {
	// revision is the product.Revision read before the products, so they are at least as new as that.
	revision uuid.UUID
	// criteria are in the operator's order.
	criteria []product.Criteria
	products map[uuid.UUID]product.Product
	// offered is what is offered to everybody. first is the largest amount that any product lends to a new borrower.
	offered product.Market
	first   int64
}

// market returns the cached products of a region if they have the given revision, and reads them otherwise.
func (ps *Products) market(ctx context.Context, code string, revision uuid.UUID) (*market, error) {
	if known, ok := ps.markets.Load(code); ok && known.(*market).revision == revision {
		return known.(*market), nil
	}
	// The revision is read together with the products from the same server, because the given one may come from
	// another.
	b := &pgx.Batch{}
	now, listed := product.Revision().Queue(b), product.List(code).Queue(b)
	if err := postgres.Send(ctx, ps.pool, b); err != nil {
		return nil, err
	}
	all := listed.Get()
	m := &market{revision: now.Get(), criteria: make([]product.Criteria, len(all)), products: make(map[uuid.UUID]product.Product, len(all))}
	for i, p := range all {
		m.criteria[i], m.products[p.ID] = p.Criteria(pricing.PricerOf(p)), p
		m.offered = m.offered.Add(m.criteria[i], p.Current.TermsDays)
	}
	m.first = firstMax(code, m.criteria)
	ps.markets.Store(code, m)
	return m, nil
}

// Advertised returns what may be advertised now: the operator's figures, limited to what the market offers to
// everybody. If the two do not overlap, the market's figures are used, so that nothing is advertised that nobody lends.
// While the market cannot be read, it returns with the error what was last known of it: until the first time, the operator's figures alone.
func (ps *Products) Advertised(ctx context.Context, r *region.Region) (region.Landing, error) {
	m, err := ps.current(ctx, r.Code)
	if m == nil || m.offered.MaxAmount == 0 {
		return r.Landing, err
	}
	advertised := cut(r.Landing, m.offered, r.ProductList.NonWhite.Max)
	advertised.FirstMax = min(m.first, advertised.Amount.Max)
	return advertised, err
}

// current returns the products of a region as they are now. If they cannot be read, it returns with the error the last ones that were
// read, or nil.
func (ps *Products) current(ctx context.Context, code string) (*market, error) {
	revision, err := product.Revision().Read(ctx, ps.pool)
	if err == nil {
		var m *market
		if m, err = ps.market(ctx, code, revision); err == nil {
			return m, nil
		}
	}
	known, _ := ps.markets.Load(code)
	last, _ := known.(*market)
	return last, err
}

// firstMax returns the largest amount that any product lends to a new borrower; 0 if none does.
func firstMax(code string, all []product.Criteria) (most int64) {
	r := region.Get(code)
	if r == nil {
		return 0
	}
	visitor := View{who: borrower.Borrower{Region: r}}
	for _, p := range visitor.evaluateAll(all) {
		if p.Group == product.Available || p.Group == product.OneStep {
			most = max(most, p.Eligibility.MaxAmount)
		}
	}
	return most
}

// cut limits the figures of the landing page to the market. most is the maximum amount for a borrower who is not on the
// white list.
func cut(l region.Landing, m product.Market, most int64) region.Landing {
	l.Amount.Min, l.Amount.Max = within(l.Amount.Min, l.Amount.Max, m.MinAmount, max(m.MinAmount, min(m.MaxAmount, most)))
	l.MinDays, l.MaxDays = within(l.MinDays, l.MaxDays, m.MinDays, m.MaxDays)
	return l
}

// within limits a range to another one. If they do not overlap, it returns the other one.
func within[N int | int64](least, most, floor, ceiling N) (N, N) {
	if most < floor || least > ceiling {
		return floor, ceiling
	}
	return max(least, floor), min(most, ceiling)
}
