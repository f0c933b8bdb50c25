package product

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// Draft is a product as an operator wants to save it.
type Draft struct {
	Code       string
	LenderCode string
	// Status is the initial status of a new product; empty means active. Saving an existing product does not change its status:
	// see SetStatus.
	Status   string
	Position int
	// Version holds the new conditions. Its Number is the version that the draft is based on, or 0 for a new product.
	Version Version
}

// Pricer computes the highest APR of conditions with all fees, in basis points. Pricing is in package loan; a flow connects the
// two packages.
type Pricer func(Version) (int64, error)

// Save checks a draft and inserts a new version of a product, or a new product. Existing orders keep their snapshots. The lender
// of a product cannot change, because its orders, and the freezes from its rejections, belong to that institution. A draft that is
// based on a version other than the current one is refused, because another change would be lost.
func Save(ctx context.Context, db postgres.Beginner, price Pricer, d Draft, now time.Time) (Product, error) {
	var saved Product
	err := postgres.InTx(ctx, db, func(ctx context.Context, tx pgx.Tx) error {
		l, err := lockLender(d.LenderCode).Read(ctx, tx)
		if err != nil {
			return err
		}
		r := region.Get(l.Region)
		if r == nil {
			return fmt.Errorf("%w: there is no region %q", ErrInvalid, l.Region)
		}
		if err := within(d.priced()); err != nil {
			return err
		}
		v := completed(d.Version, r)
		apr, err := price(v)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrInvalid, err)
		}
		if err := Check(v, l, r, apr); err != nil {
			return err
		}
		if err := write(ctx, tx, d, v, r.Code, now); err != nil {
			return err
		}
		saved, err = ByCode(d.Code).Read(ctx, tx)
		return err
	})
	return saved, err
}

// completed fills in the values of the region where the product has none.
func completed(v Version, r *region.Region) Version {
	if len(v.AllocationOrder) == 0 {
		v.AllocationOrder = r.AllocationOrder
	}
	if v.OverdueFeeCapBps == 0 {
		v.OverdueFeeCapBps = lateCap(v, r.LatePenaltyCap)
	}
	return v
}

func write(ctx context.Context, tx pgx.Tx, d Draft, v Version, regionCode string, now time.Time) error {
	var id uuid.UUID
	lenderCode, status, from, stands := d.LenderCode, "", v.Number, 0
	// The row is locked from here on: of two saves based on one version the second is refused.
	err := tx.QueryRow(ctx, `SELECT id, version, lender_code, status FROM loan_product WHERE code = $1 FOR NO KEY UPDATE`, d.Code).
		Scan(&id, &stands, &lenderCode, &status)
	v.Number = stands + 1
	if errors.Is(err, pgx.ErrNoRows) && from == 0 {
		err = tx.QueryRow(ctx, `
			INSERT INTO loan_product (code, region, lender_code, status, position, version, created_at)
			VALUES ($1, $2, $3, $4, $5, 1, $6) RETURNING id`,
			d.Code, regionCode, d.LenderCode, statusOr(d.Status), d.Position, now).Scan(&id)
	}
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("%w: there is no product with that code, and a new one must not have a version", ErrInvalid)
	case postgres.IsViolation(err, "loan_product_code_key"): // created concurrently
		return fmt.Errorf("%w: it already exists at version 1: start from the output of `product show`", ErrInvalid)
	case err != nil:
		return fmt.Errorf("product: save: %w", err)
	case lenderCode != d.LenderCode:
		return fmt.Errorf("%w: it belongs to lender %s: a product of lender %s needs another code", ErrInvalid, lenderCode, d.LenderCode)
	case stands != from:
		return fmt.Errorf("%w: it is at version %d, but the file was made from version %d (0 for none): start from the output of `product show`", ErrInvalid, stands, from)
	case d.Status == Suspended && status == Active:
		return fmt.Errorf("%w: it is active, and saving cannot suspend it: use `product suspend`", ErrInvalid)
	}
	b := &pgx.Batch{}
	b.Queue(`
		INSERT INTO loan_product_version (product_id, version, name, currency, min_amount, max_amount, amount_step, terms_days,
			annual_rate_bps, front_service_fee_bps, service_fee_bps, account_fee_flat, account_fee_bps, late_fee, grace_days,
			overdue_fee_bps_day, overdue_fee_cap_bps, extension_fee_bps, extension_days, extension_max, extension_overdue_days, extension_unpaid, allocation_order,
			min_score, one_step, white_listed_only, offer_hours, freeze_days, contract_version, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)`,
		id, v.Number, v.Name, v.Currency, v.MinAmount, v.MaxAmount, v.AmountStep, v.TermsDays,
		v.AnnualRateBps, v.FrontServiceFeeBps, v.ServiceFeeBps, v.AccountFeeFlat, v.AccountFeeBps, v.LateFee, v.GraceDays,
		v.OverdueFeeBpsDay, v.OverdueFeeCapBps, v.ExtensionFeeBps, v.ExtensionDays, v.ExtensionMax, v.ExtensionOverdueDays, v.ExtensionUnpaid, v.AllocationOrder,
		v.MinScore, v.OneStep, v.WhiteListedOnly, v.OfferHours, v.FreezeDays, v.ContractVersion, now)
	b.Queue(`UPDATE loan_product SET version = $2, position = $3 WHERE id = $1`, id, v.Number, d.Position)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return fmt.Errorf("product: save: %w", err)
	}
	return nil
}

func statusOr(status string) string {
	if status == "" {
		return Active
	}
	return status
}

// SetStatus suspends or activates a product. It returns reason.ProductNotFound if there is none with this code. A product that has
// become unlawful while it was suspended, because its lender changed or a cap was lowered, cannot be activated.
func SetStatus(ctx context.Context, db postgres.Beginner, price Pricer, code, status string) error {
	return postgres.InTx(ctx, db, func(ctx context.Context, tx pgx.Tx) error {
		p, err := ByCode(code).Read(ctx, tx)
		if err != nil {
			return err
		}
		if status == Active {
			if err := mayOpen(ctx, tx, price, p); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `UPDATE loan_product SET status = $2 WHERE code = $1`, code, status)
		if err != nil {
			return fmt.Errorf("product: status: %w", err)
		}
		return nil
	})
}

// mayOpen locks the lender and reads the product again, because it may have been saved in the meantime.
func mayOpen(ctx context.Context, tx pgx.Tx, price Pricer, p Product) error {
	if _, err := lockLender(p.Lender.Code).Read(ctx, tx); err != nil {
		return err
	}
	p, err := ByCode(p.Code).Read(ctx, tx)
	if err != nil {
		return err
	}
	return p.Lawful(price)
}
