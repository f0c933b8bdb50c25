package product

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

const lenderColumns = `code, region, name, licence, lender_type, gateway, endpoint, active`

// LenderByCode reads a lender; reason.NoData when there is none.
func LenderByCode(code string) postgres.Query[Lender] {
	return postgres.OneRow[Lender]("product: lender "+code, reason.NoData, `SELECT `+lenderColumns+` FROM lender WHERE code = $1`, code)
}

// Lenders lists all lenders.
func Lenders() postgres.Query[[]Lender] {
	return postgres.Rows[Lender]("product: lenders", `SELECT `+lenderColumns+` FROM lender ORDER BY region, code`)
}

// SaveLender writes a lender. Its type must have a rate cap in its region, or its products could never be saved.
func SaveLender(ctx context.Context, db postgres.DB, l Lender) error {
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
	_, err := db.Exec(ctx, `
		INSERT INTO lender (`+lenderColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (code) DO UPDATE SET region = $2, name = $3, licence = $4, lender_type = $5, gateway = $6, endpoint = $7, active = $8`,
		l.Code, l.Region, l.Name, l.Licence, l.Type, l.Gateway, l.Endpoint, l.Active)
	if err != nil {
		return fmt.Errorf("product: save lender %s: %w", l.Code, postgres.Reason(err))
	}
	return nil
}
