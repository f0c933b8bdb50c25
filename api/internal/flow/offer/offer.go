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
	Product  product.Product
	Standing product.Standing
	APRBps   int64
}

// List is the product list of a borrower or a visitor: one round trip. limit is the borrower's credit limit, 0 for a
// visitor.
func (o *Offers) List(ctx context.Context, who borrower.Borrower) (all []Listed, limit int64, err error) {
	b := &pgx.Batch{}
	products := product.QueueList(b, who.Region.Code)
	view := QueueView(b, who, o.clock.Now())
	if err := o.pool.SendBatch(ctx, b).Close(); err != nil {
		return nil, 0, postgres.Reason(err)
	}
	for _, p := range *products {
		listed, err := list(p, view)
		if err != nil {
			return nil, 0, err
		}
		all = append(all, listed)
	}
	if view.Profile != nil {
		limit = view.Profile.Limit
	}
	return all, limit, nil
}

func list(p product.Product, view *View) (Listed, error) {
	apr, err := HighestAPR(p.Current, p.Lender)
	return Listed{Product: p, Standing: view.Stand(p), APRBps: apr}, err
}

// Detail is one product for a borrower, with a first quote.
type Detail struct {
	Listed
	View  *View
	Quote loan.Quote
}

// Detail reads a product; reason.ProductNotFound when the region has none of that id.
func (o *Offers) Detail(ctx context.Context, who borrower.Borrower, id uuid.UUID) (Detail, error) {
	b := &pgx.Batch{}
	p := product.QueueByID(b, who.Region.Code, id)
	view := QueueView(b, who, o.clock.Now())
	if err := o.pool.SendBatch(ctx, b).Close(); err != nil {
		return Detail{}, postgres.Reason(err)
	}
	listed, err := list(*p, view)
	if err != nil {
		return Detail{}, err
	}
	first, err := Quote(Terms(*p, who.Region), who.Region, listed.Standing.MaxAmount, p.Current.TermsDays[0], view.Today)
	return Detail{Listed: listed, View: view, Quote: first}, err
}

// Quote prices an amount and a term within the product's bounds, if paid out today.
func (o *Offers) Quote(ctx context.Context, who borrower.Borrower, id uuid.UUID, amount int64, termDays int) (loan.Terms, loan.Quote, error) {
	p, err := product.ByID(ctx, o.pool, who.Region.Code, id)
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
