// Package products shows a borrower the products: where each stands for them, what it costs, and what they may have of it.
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

// Products reads. It changes nothing.
type Products struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	// markets are the products of the regions, by code, as they were read last.
	markets sync.Map // of string to *market
}

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Products { return &Products{pool: pool, clock: c} }

// Listed is a product with its place in the list and its highest APR.
type Listed struct {
	Product     product.Product
	Eligibility product.Eligibility
	APRBps      int64
}

// Page is a part of the product list, by group and in the operator's order.
type Page struct {
	Products []Listed
	// Next is the cursor of the page after; empty on the last.
	Next string
	// CreditLimit is the borrower's, in minor units; 0 for a visitor.
	CreditLimit int64
	// Available is what running loans and applications have left of it.
	Available int64
	// Overdue: a loan of the borrower is.
	Overdue bool
}

// PageSize is the length of a page when none is asked for: no region's market is longer today.
const PageSize = 50

// List is a page of the product list of a borrower or a visitor, in one round trip while the products are what they were.
// Where a product stands depends on who looks, so all are placed.
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

// Detail is one product for a borrower, with the quote of the amount that their choice begins with.
type Detail struct {
	Listed
	View  View
	Quote loan.Quote
}

// Detail reads a product; reason.ProductNotFound when the region has none of that id.
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

// Quote prices an amount and a term within the product's bounds, if paid out today.
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

// Agreement is the text to read before applying.
func (ps *Products) Agreement(ctx context.Context, who borrower.Borrower, id uuid.UUID, amount int64, termDays int) (agreement.Text, error) {
	terms, q, err := ps.Quote(ctx, who, id, amount, termDays)
	if err != nil {
		return agreement.Text{}, err
	}
	return agreement.Write(terms.ContractVersion, who.Lang, agreement.Data{Terms: terms, Quote: q})
}
