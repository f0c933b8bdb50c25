package offer

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
)

// Offers reads what is offered. It changes nothing.
type Offers struct {
	pool  *pgxpool.Pool
	clock clock.Clock
}

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Offers { return &Offers{pool: pool, clock: c} }

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
}

// PageSize is the length of a page when none is asked for: no region's market is longer today.
const PageSize = 50

// List is a page of the product list of a borrower or a visitor. Where a product stands depends on who looks, so all are
// placed, by few columns, and only those of the page are read. While the market fits a page that is one round trip,
// else two.
func (o *Offers) List(ctx context.Context, who borrower.Borrower, cursor string, limit int) (Page, error) {
	if limit <= 0 {
		limit = PageSize
	}
	b := &pgx.Batch{}
	criteria := product.ListCriteria(who.Region.Code).Queue(b)
	var first *postgres.Answer[[]product.Product]
	if cursor == "" {
		first = product.First(who.Region.Code, limit).Queue(b)
	}
	looked := ViewOf(who, o.clock.Now()).Queue(b)
	if err := postgres.Send(ctx, o.pool, b); err != nil {
		return Page{}, err
	}
	view := looked.Get()
	placed, next, err := product.Page(view.evaluateAll(criteria.Get()), cursor, limit)
	if err != nil {
		return Page{}, err
	}
	var known []product.Product
	if first != nil {
		known = first.Get()
	}
	products, err := o.read(ctx, placed, known)
	if err != nil {
		return Page{}, err
	}
	page := Page{Next: next}
	for _, p := range placed {
		listed, err := list(products[p.ID], p.Eligibility)
		if err != nil {
			return Page{}, err
		}
		page.Products = append(page.Products, listed)
	}
	page.CreditLimit = view.Profile.Limit
	return page, nil
}

// read completes what is known of a page's products.
func (o *Offers) read(ctx context.Context, page []product.Placed, known []product.Product) (map[uuid.UUID]product.Product, error) {
	products := make(map[uuid.UUID]product.Product, len(page))
	for _, p := range known {
		products[p.ID] = p
	}
	var missing []uuid.UUID
	for _, p := range page {
		if _, ok := products[p.ID]; !ok {
			missing = append(missing, p.ID)
		}
	}
	if len(missing) == 0 {
		return products, nil
	}
	more, err := product.ByIDs(missing).Read(ctx, o.pool)
	for _, p := range more {
		products[p.ID] = p
	}
	return products, err
}

func list(p product.Product, eligibility product.Eligibility) (Listed, error) {
	apr, err := HighestAPR(p.Current, p.Lender)
	return Listed{Product: p, Eligibility: eligibility, APRBps: apr}, err
}

// Detail is one product for a borrower, with a first quote.
type Detail struct {
	Listed
	View  View
	Quote loan.Quote
}

// Detail reads a product; reason.ProductNotFound when the region has none of that id.
func (o *Offers) Detail(ctx context.Context, who borrower.Borrower, id uuid.UUID) (Detail, error) {
	b := &pgx.Batch{}
	found := product.ByID(who.Region.Code, id).Queue(b)
	looked := ViewOf(who, o.clock.Now()).Queue(b)
	if err := postgres.Send(ctx, o.pool, b); err != nil {
		return Detail{}, err
	}
	p, view := found.Get(), looked.Get()
	listed, err := list(p, view.Eligibility(p))
	if err != nil {
		return Detail{}, err
	}
	first, err := Quote(Terms(p, who.Region), who.Region, listed.Eligibility.MaxAmount, p.Current.TermsDays[0], view.Today)
	return Detail{Listed: listed, View: view, Quote: first}, err
}

// Quote prices an amount and a term within the product's bounds, if paid out today.
func (o *Offers) Quote(ctx context.Context, who borrower.Borrower, id uuid.UUID, amount int64, termDays int) (loan.Terms, loan.Quote, error) {
	p, err := product.ByID(who.Region.Code, id).Read(ctx, o.pool)
	if err != nil {
		return loan.Terms{}, loan.Quote{}, err
	}
	if err := Bounds(p.Current, amount, termDays); err != nil {
		return loan.Terms{}, loan.Quote{}, err
	}
	terms := Terms(p, who.Region)
	q, err := Quote(terms, who.Region, amount, termDays, who.Region.Today(o.clock.Now()))
	return terms, q, err
}

// Agreement is the text to read before applying.
func (o *Offers) Agreement(ctx context.Context, who borrower.Borrower, id uuid.UUID, amount int64, termDays int) (agreement.Text, error) {
	terms, q, err := o.Quote(ctx, who, id, amount, termDays)
	if err != nil {
		return agreement.Text{}, err
	}
	return agreement.Write(terms.ContractVersion, who.Lang, agreement.Data{Terms: terms, Quote: q})
}
