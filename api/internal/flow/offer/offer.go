package offer

import (
	"context"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
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
	// aprs are the highest APRs of versions of products, which never change.
	aprs *lru.Cache[version, int64]
}

// version is a product's conditions at one of its versions.
type version struct {
	product uuid.UUID
	number  int
}

// versions is how many are remembered: more than any market has on offer.
const versions = 1024

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Offers {
	aprs, _ := lru.New[version, int64](versions) // fails for a size below one only
	return &Offers{pool: pool, clock: c, aprs: aprs}
}

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
// placed. A market of PageSize products, or of limit where that is more, is read whole, in one round trip. A larger one takes
// three, as no region has today: that it is larger, few columns of all products, and what is missing of the page.
func (o *Offers) List(ctx context.Context, who borrower.Borrower, cursor string, limit int) (Page, error) {
	if limit <= 0 {
		limit = PageSize
	}
	most := max(limit, PageSize)
	b := &pgx.Batch{}
	first := product.First(who.Region.Code, most+1).Queue(b)
	looked := ViewOf(who, o.clock.Now()).Queue(b)
	if err := postgres.Send(ctx, o.pool, b); err != nil {
		return Page{}, err
	}
	m := marketOf(first.Get())
	if len(m.criteria) > most {
		var err error
		if m.criteria, err = product.ListCriteria(who.Region.Code).Read(ctx, o.pool); err != nil {
			return Page{}, err
		}
	}
	view := looked.Get()
	placed, next, err := product.Page(view.evaluateAll(m.criteria), cursor, limit)
	if err != nil {
		return Page{}, err
	}
	if err := m.complete(ctx, o.pool, placed); err != nil {
		return Page{}, err
	}
	page := Page{Next: next, CreditLimit: view.Profile.Limit}
	for _, p := range placed {
		listed, err := o.listed(m.products[p.ID], p.Eligibility)
		if err != nil {
			return Page{}, err
		}
		page.Products = append(page.Products, listed)
	}
	return page, nil
}

// market is what has been read of a region's products.
type market struct {
	criteria []product.Criteria
	products map[uuid.UUID]product.Product
}

func marketOf(products []product.Product) market {
	m := market{criteria: make([]product.Criteria, len(products)), products: make(map[uuid.UUID]product.Product, len(products))}
	for i, p := range products {
		m.criteria[i], m.products[p.ID] = p.Criteria(), p
	}
	return m
}

// complete reads the products of a page that are not known.
func (m *market) complete(ctx context.Context, db postgres.DB, page []product.Placed) error {
	var missing []uuid.UUID
	for _, p := range page {
		if _, ok := m.products[p.ID]; !ok {
			missing = append(missing, p.ID)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	more, err := product.ByIDs(missing).Read(ctx, db)
	for _, p := range more {
		m.products[p.ID] = p
	}
	return err
}

func (o *Offers) listed(p product.Product, eligibility product.Eligibility) (Listed, error) {
	apr, err := o.highestAPR(p)
	return Listed{Product: p, Eligibility: eligibility, APRBps: apr}, err
}

// highestAPR is HighestAPR, worked out once for each version.
func (o *Offers) highestAPR(p product.Product) (int64, error) {
	key := version{p.ID, p.Current.Number}
	if apr, known := o.aprs.Get(key); known {
		return apr, nil
	}
	apr, err := HighestAPR(p.Current, p.Lender)
	if err == nil {
		o.aprs.Add(key, apr)
	}
	return apr, err
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
	listed, err := o.listed(p, view.Eligibility(p))
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
