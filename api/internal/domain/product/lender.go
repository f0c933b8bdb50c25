package product

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

const lenderColumns = `code, region, name, licence, lender_type, gateway, endpoint, active`

// Version names what stands of a lender, all of it: whoever changes it has another one.
func (l Lender) Version() string {
	all := []string{l.Code, l.Region, l.Name, l.Licence, l.Type, l.Gateway, l.Endpoint, strconv.FormatBool(l.Active)}
	return fmt.Sprintf("v%.5x", sha256.Sum256(fmt.Appendf(nil, "%q", all)))
}

// lockLender reads a lender and holds it until the transaction ends: what its products are checked by stays as it is.
// reason.NoData when there is none.
func lockLender(code string) postgres.Query[Lender] {
	return postgres.OneRow[Lender]("product: lender "+code, reason.NoData, `SELECT `+lenderColumns+` FROM lender WHERE code = $1 FOR NO KEY UPDATE`, code)
}

// Lenders lists all lenders.
func Lenders() postgres.Query[[]Lender] {
	return postgres.Rows[Lender]("product: lenders", `SELECT `+lenderColumns+` FROM lender ORDER BY region, code`)
}

// SaveLender writes a lender that was made from the version that stands, or that nobody has; else somebody's change since would be
// lost. Its type must have a rate cap in its region, or its products could never be saved. What it
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
		stands, err := writeLender(ctx, tx, l)
		switch {
		case err != nil:
			return err
		case stands == nil || stands.Region == l.Region && stands.Type == l.Type && stands.Active == l.Active:
			return nil
		}
		all, err := ofLender(l.Code).Read(ctx, tx)
		if err != nil {
			return err
		}
		return stillLawful(all, price, l, anew)
	})
}

// writeLender writes it, and gives what stood before; nil for none.
func writeLender(ctx context.Context, tx pgx.Tx, l Lender) (stands *Lender, err error) {
	// The row is locked from here on: no product is saved under what the lender was before.
	locked, err := lockLender(l.Code).Read(ctx, tx)
	switch {
	case err == nil:
		stands = &locked
	case reason.Of(err) != reason.NoData:
		return nil, err
	}
	switch {
	case stands == nil && l.From != "":
		return nil, fmt.Errorf("%w: there is no lender %s, and a new one is made from no version", ErrInvalid, l.Code)
	case stands != nil && stands.Version() == l.Version():
		return stands, nil
	case stands != nil && stands.Version() != l.From:
		return nil, fmt.Errorf("%w: lender %s stands in version %s, and this was made from another one, or from none: begin with what `lender show` prints",
			ErrInvalid, l.Code, stands.Version())
	}
	write := `UPDATE lender SET region = $2, name = $3, licence = $4, lender_type = $5, gateway = $6, endpoint = $7, active = $8 WHERE code = $1`
	if stands == nil {
		write = `INSERT INTO lender (` + lenderColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
	}
	_, err = tx.Exec(ctx, write, l.Code, l.Region, l.Name, l.Licence, l.Type, l.Gateway, l.Endpoint, l.Active)
	switch {
	case postgres.IsViolation(err, "lender_pkey"): // somebody else has just made it
		return nil, fmt.Errorf("%w: lender %s is there already: begin with what `lender show` prints", ErrInvalid, l.Code)
	case err != nil:
		return nil, fmt.Errorf("product: save lender %s: %w", l.Code, err)
	}
	return stands, nil
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
