// Package products shows a borrower the products: their availability, their cost and the amount that the borrower can
// get.
package products

import (
	"context"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
)

// Products is the flow. It only reads.
type Products struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	// markets caches the products per region code.
	markets sync.Map // map of string to *market
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Products { return &Products{pool: pool, clock: c} }

// Listed is a product with its eligibility and its highest APR.
type Listed struct {
	Product     product.Product
	Eligibility product.Eligibility
	APRBps      int64
}

// Page is a page of the product list, sorted by group and then in the operator's order.
type Page struct {
	Products []Listed
	// Next is the cursor of the next page; empty on the last.
	Next string
	// CreditLimit is the borrower's limit in minor units; 0 for a visitor.
	CreditLimit int64
	// Available is the part of the limit that running loans and applications leave.
	Available int64
	// Overdue reports whether a loan of the borrower is overdue.
	Overdue bool
}

// PageSize is the default length of a page. No region has more products today.
const PageSize = 50

// List returns a page of the product list for a borrower or a visitor, in one round trip while the products have not
// changed. The position of a product depends on the viewer, so all products are evaluated.
func (ps *Products) List(ctx context.Context, who borrower.Borrower, cursor string, limit int) (Page, error) {
	if limit <= 0 {
		limit = PageSize
	}
	b := &pgx.Batch{}
	revision, looked := product.Revision().Queue(b), ViewOf(who, ps.clock.Now()).Queue(b)
	if err := postgres.Send(ctx, ps.pool, b); err != nil {
		return Page{}, err
	}
	m, err := ps.market(ctx, who.Region.Code, revision.Get())
	if err != nil {
		return Page{}, err
	}
	view := looked.Get()
	placed, next, err := product.Page(view.evaluateAll(m.criteria), cursor, limit)
	if err != nil {
		return Page{}, err
	}
	page := Page{Next: next, CreditLimit: view.Credit.Limit, Available: view.Available(), Overdue: view.overdue(), Products: make([]Listed, len(placed))}
	for i, p := range placed {
		if page.Products[i], err = listed(m.products[p.ID], p.Eligibility); err != nil {
			return Page{}, err
		}
	}
	return page, nil
}

func listed(p product.Product, eligibility product.Eligibility) (Listed, error) {
	apr, err := pricing.HighestAPR(p)
	return Listed{Product: p, Eligibility: eligibility, APRBps: apr}, err
}

// Detail is one product for a borrower, with the quote of the preselected amount.
type Detail struct {
	Listed
	View  View
	Quote loan.Quote
}

// Detail reads a product. It returns reason.ProductNotFound if the region has no such product.
func (ps *Products) Detail(ctx context.Context, who borrower.Borrower, id uuid.UUID) (Detail, error) {
	b := &pgx.Batch{}
	found := product.ByID(who.Region.Code, id).Queue(b)
	looked := ViewOf(who, ps.clock.Now()).Queue(b)
	if err := postgres.Send(ctx, ps.pool, b); err != nil {
		return Detail{}, err
	}
	p, view := found.Get(), looked.Get()
	listed, err := listed(p, view.Eligibility(p))
	if err != nil {
		return Detail{}, err
	}
	first, err := pricing.Quote(pricing.Terms(p, who.Region), who.Region, p.Current.Middle(listed.Eligibility.MaxAmount), p.Current.TermsDays[0], view.Today)
	return Detail{Listed: listed, View: view, Quote: first}, err
}

// Quote prices an amount and a term within the product's bounds, as if paid out today.
func (ps *Products) Quote(ctx context.Context, who borrower.Borrower, id uuid.UUID, amount int64, termDays int) (loan.Terms, loan.Quote, error) {
	p, err := product.ByID(who.Region.Code, id).Read(ctx, ps.pool)
	if err != nil {
		return loan.Terms{}, loan.Quote{}, err
	}
	if err := pricing.Bounds(p.Current, amount, termDays); err != nil {
		return loan.Terms{}, loan.Quote{}, err
	}
	terms := pricing.Terms(p, who.Region)
	q, err := pricing.Quote(terms, who.Region, amount, termDays, who.Region.Today(ps.clock.Now()))
	return terms, q, err
}

// Agreement returns the text to read before applying.
func (ps *Products) Agreement(ctx context.Context, who borrower.Borrower, id uuid.UUID, amount int64, termDays int) (agreement.Text, error) {
	terms, q, err := ps.Quote(ctx, who, id, amount, termDays)
	if err != nil {
		return agreement.Text{}, err
	}
	return agreement.Write(terms.ContractVersion, who.Lang, agreement.Data{Terms: terms, Quote: q})
}
