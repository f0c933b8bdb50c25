package product

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

const lenderColumns = `code, region, name, licence, lender_type, gateway, endpoint, active`

// lockLender reads a lender and holds it until the transaction ends: what its products are checked by stays as it is.
// reason.NoData when there is none.
func lockLender(code string) postgres.Query[Lender] {
	return postgres.OneRow[Lender]("product: lender "+code, reason.NoData, `SELECT `+lenderColumns+` FROM lender WHERE code = $1 FOR NO KEY UPDATE`, code)
}

// Lenders lists all lenders.
func Lenders() postgres.Query[[]Lender] {
	return postgres.Rows[Lender]("product: lenders", `SELECT `+lenderColumns+` FROM lender ORDER BY region, code`)
}

// SaveLender writes a lender. Its type must have a rate cap in its region, or its products could never be saved. What it
// becomes, another type or active again, is refused while a product would be on offer that may not be lent then; those of
// the codes anew are left to the same transaction, which saves them after it. Its products stay in their region, and so
// does it.
func SaveLender(ctx context.Context, db postgres.Beginner, price Pricer, l Lender, anew ...string) error {
	r := region.Get(l.Region)
	switch {
	case r == nil:
		return fmt.Errorf("%w: there is no region %q", ErrInvalid, l.Region)
	case len(r.CapsFor(l.Type)) == 0:
		return fmt.Errorf("%w: region %s knows no lender of type %q", ErrInvalid, r.Code, l.Type)
	case l.Code == "" || l.Name == "" || l.Licence == "":
		return fmt.Errorf("%w: a lender has a code, a name and a licence line", ErrInvalid)
	}
	if l.Gateway == "http" {
		if err := signed.Address(l.Endpoint); err != nil {
			return fmt.Errorf("%w: endpoint of lender %s: %w", ErrInvalid, l.Code, err)
		}
	}
	return postgres.InTx(ctx, db, func(ctx context.Context, tx pgx.Tx) error {
		var changed bool
		// The row is locked from here on: no product is saved under what the lender was before.
		err := tx.QueryRow(ctx, `
			INSERT INTO lender (`+lenderColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (code) DO UPDATE SET region = $2, name = $3, licence = $4, lender_type = $5, gateway = $6, endpoint = $7, active = $8
			RETURNING coalesce((old.region, old.lender_type, old.active) <> (new.region, new.lender_type, new.active), false)`,
			l.Code, l.Region, l.Name, l.Licence, l.Type, l.Gateway, l.Endpoint, l.Active).Scan(&changed)
		if err != nil {
			return fmt.Errorf("product: save lender %s: %w", l.Code, err)
		}
		if !changed {
			return nil
		}
		all, err := ofLender(l.Code).Read(ctx, tx)
		if err != nil {
			return err
		}
		return stillLawful(all, price, l, anew)
	})
}

// stillLawful refuses what a lender has become for its products: of another region than one of them, or of a type by which
// one that is on offer may not be lent.
func stillLawful(all []Product, price Pricer, l Lender, anew []string) error {
	var wrong []error
	for _, p := range all {
		var err error
		switch {
		case p.Region != l.Region:
			err = fmt.Errorf("%w: it is lent in region %s", ErrInvalid, p.Region)
		case l.Active && p.Status == Active && !slices.Contains(anew, p.Code):
			err = p.Lawful(price)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("lender %s has product %s: %w", l.Code, p.Code, err))
		}
	}
	return errors.Join(wrong...)
}
