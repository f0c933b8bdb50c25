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

// Version returns a hash of all fields of a lender. Any change gives another version.
func (l Lender) Version() string {
	all := []string{l.Code, l.Region, l.Name, l.Licence, l.Type, l.Gateway, l.Endpoint, strconv.FormatBool(l.Active)}
	return fmt.Sprintf("v%.5x", sha256.Sum256(fmt.Appendf(nil, "%q", all)))
}

// lockLender reads a lender and locks it until the transaction ends, so that its products are checked against data that does not
// change. It returns reason.NoData if there is none.
func lockLender(code string) postgres.Query[Lender] {
	return postgres.OneRow[Lender]("product: lender "+code, reason.NoData, `SELECT `+lenderColumns+` FROM lender WHERE code = $1 FOR NO KEY UPDATE`, code)
}

// Lenders lists all lenders.
func Lenders() postgres.Query[[]Lender] {
	return postgres.Rows[Lender]("product: lenders", `SELECT `+lenderColumns+` FROM lender ORDER BY region, code`)
}

// SaveLender inserts or updates a lender. l.From must be the version that is stored, or empty for a new lender; otherwise another
// change would be lost. The region must have a rate cap for the lender's type, because its products could not be saved without
// one. A new type, or a reactivation, is refused if a product on offer would then be unlawful. Products with the codes in anew are
// not checked, because the caller saves them later in the same transaction. The region of a lender with products cannot change.
func SaveLender(ctx context.Context, db postgres.Beginner, price Pricer, l Lender, anew ...string) error {
	r := region.Get(l.Region)
	switch {
	case r == nil:
		return fmt.Errorf("%w: there is no region %q", ErrInvalid, l.Region)
	case len(r.CapsFor(l.Type)) == 0:
		return fmt.Errorf("%w: region %s has no lender type %q", ErrInvalid, r.Code, l.Type)
	case l.Code == "" || l.Name == "" || l.Licence == "":
		return fmt.Errorf("%w: a lender needs a code, a name and a licence line", ErrInvalid)
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

// writeLender inserts or updates the lender and returns the stored one from before, or nil if it is new.
func writeLender(ctx context.Context, tx pgx.Tx, l Lender) (stands *Lender, err error) {
	// The row is locked from here on, so no product can be saved for the old state of the lender.
	locked, err := lockLender(l.Code).Read(ctx, tx)
	switch {
	case err == nil:
		stands = &locked
	case reason.Of(err) != reason.NoData:
		return nil, err
	}
	switch {
	case stands == nil && l.From != "":
		return nil, fmt.Errorf("%w: there is no lender %s, and a new one must not have a version", ErrInvalid, l.Code)
	case stands != nil && stands.Version() == l.Version():
		return stands, nil
	case stands != nil && stands.Version() != l.From:
		return nil, fmt.Errorf("%w: lender %s is at version %s, but the file was made from another version or from none: start from the output of `lender show`",
			ErrInvalid, l.Code, stands.Version())
	}
	write := `UPDATE lender SET region = $2, name = $3, licence = $4, lender_type = $5, gateway = $6, endpoint = $7, active = $8 WHERE code = $1`
	if stands == nil {
		write = `INSERT INTO lender (` + lenderColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
	}
	_, err = tx.Exec(ctx, write, l.Code, l.Region, l.Name, l.Licence, l.Type, l.Gateway, l.Endpoint, l.Active)
	switch {
	case postgres.IsViolation(err, "lender_pkey"): // created concurrently
		return nil, fmt.Errorf("%w: lender %s already exists: start from the output of `lender show`", ErrInvalid, l.Code)
	case err != nil:
		return nil, fmt.Errorf("product: save lender %s: %w", l.Code, err)
	}
	return stands, nil
}

// stillLawful returns an error for each product that the changed lender must not have: products of another region, and products on
// offer that a lender of its type must not lend.
func stillLawful(all []Product, price Pricer, l Lender, anew []string) error {
	var wrong []error
	for _, p := range all {
		var err error
		switch {
		case p.Region != l.Region:
			err = fmt.Errorf("%w: it is offered in region %s", ErrInvalid, p.Region)
		case l.Active && p.Status == Active && !slices.Contains(anew, p.Code):
			err = p.Lawful(price)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("lender %s has product %s: %w", l.Code, p.Code, err))
		}
	}
	return errors.Join(wrong...)
}
