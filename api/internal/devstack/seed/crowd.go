package seed

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
)

// crowdSQL fills the tables from a temporary table named crowd, which exists until the end of the transaction.
//
//go:embed crowd.sql
var crowdSQL string

// Crowd gives the borrower with a phone number n products to choose from, n past orders, most of them repaid in one payment, n
// notices and n requests, to test long lists. None of it is in the journal, so `ops reconcile` will report differences.
func Crowd(ctx context.Context, d Deps, phone string, n int) error {
	r := region.Get(d.Region)
	products, err := product.List(d.Region).Read(ctx, d.Pool)
	if err != nil {
		return err
	}
	if r == nil || len(products) == 0 {
		return fmt.Errorf("seed: there is no market in region %q", d.Region)
	}
	p := products[0]
	today := r.Today(d.Now)
	terms := pricing.Terms(p, r)
	q, err := pricing.Quote(terms, r, p.Current.MinAmount, p.Current.TermsDays[0], today)
	if err != nil {
		return err
	}
	return postgres.InTx(ctx, d.Pool, func(ctx context.Context, tx pgx.Tx) error {
		var member string
		err := tx.QueryRow(ctx, `SELECT id FROM member WHERE region = $1 AND phone = $2`, d.Region, phone).Scan(&member)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("seed: nobody has logged in with %s yet", phone)
		}
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		if _, err := tx.Exec(ctx, crowdTable); err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		if _, err := tx.Exec(ctx, crowdRows, member, p.ID, terms, q.Amount, q.ActualReceived, q.Interest, q.TotalToRepay, q.Days(), d.Now, today, n); err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		for _, statement := range strings.Split(crowdSQL, ";\n") {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return fmt.Errorf("seed: %w: %s", err, statement)
			}
		}
		return nil
	})
}

const crowdTable = `
	CREATE TEMP TABLE crowd (n int, member uuid, like_product uuid, terms jsonb, card uuid, amount bigint, received bigint,
		interest bigint, total bigint, days int, at timestamptz, day date, product uuid, loan uuid, paid uuid, ticket uuid, notice uuid) ON COMMIT DROP`

// crowdRows creates orders one hour apart, the newest old enough to be repaid.
const crowdRows = `
	INSERT INTO crowd SELECT n, $1, $2, $3, (SELECT uuidv7()), $4, $5, $6, $7, $8, $9::timestamptz - back, $10::date - extract(day FROM back)::int,
		uuidv7(), uuidv7(-back), uuidv7(-back), uuidv7(-back), uuidv7(-back)
	FROM generate_series(1, $11::int) n, LATERAL (SELECT justify_hours(interval '300 days' + n * interval '1 hour') AS back) b`
