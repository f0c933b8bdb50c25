package product

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const read = `
	SELECT p.id, p.code, p.region, p.status, p.position,
		l.code, l.region, l.name, l.licence, l.lender_type, l.gateway, l.endpoint, l.active,
		v.version, v.name, v.currency, v.min_amount, v.max_amount, v.amount_step, v.terms_days, v.annual_rate_bps,
		v.front_service_fee_bps, v.service_fee_bps, v.account_fee_flat, v.account_fee_bps, v.late_fee, v.grace_days,
		v.overdue_fee_bps_day, v.overdue_fee_cap_bps, v.extension_fee_bps, v.extension_days, v.extension_max,
		v.extension_overdue_days, v.extension_unpaid, v.allocation_order, v.min_score, v.one_step, v.white_listed_only, v.offer_hours, v.freeze_days,
		v.contract_version, v.created_at
	FROM loan_product p JOIN lender l ON l.code = p.lender_code
	JOIN loan_product_version v ON v.product_id = p.id`

func (p *Product) fields() []any {
	l, v := &p.Lender, &p.Current
	return []any{
		&p.ID, &p.Code, &p.Region, &p.Status, &p.Position,
		&l.Code, &l.Region, &l.Name, &l.Licence, &l.Type, &l.Gateway, &l.Endpoint, &l.Active,
		&v.Number, &v.Name, &v.Currency, &v.MinAmount, &v.MaxAmount, &v.AmountStep, &v.TermsDays, &v.AnnualRateBps,
		&v.FrontServiceFeeBps, &v.ServiceFeeBps, &v.AccountFeeFlat, &v.AccountFeeBps, &v.LateFee, &v.GraceDays,
		&v.OverdueFeeBpsDay, &v.OverdueFeeCapBps, &v.ExtensionFeeBps, &v.ExtensionDays, &v.ExtensionMax,
		&v.ExtensionOverdueDays, &v.ExtensionUnpaid, &v.AllocationOrder, &v.MinScore, &v.OneStep, &v.WhiteListedOnly, &v.OfferHours, &v.FreezeDays,
		&v.ContractVersion, &v.CreatedAt,
	}
}

// ByID reads a product; reason.ProductNotFound when the region has none of that id.
func ByID(ctx context.Context, db postgres.DB, region string, id uuid.UUID) (Product, error) {
	return scan(db.QueryRow(ctx, read+` WHERE v.version = p.version AND p.id = $1 AND p.region = $2`, id, region))
}

// AtVersion reads a product with the conditions that one of its versions had.
func AtVersion(ctx context.Context, db postgres.DB, id uuid.UUID, version int) (Product, error) {
	return scan(db.QueryRow(ctx, read+` WHERE p.id = $1 AND v.version = $2`, id, version))
}

// QueueAtVersion is AtVersion in a batch; the product is filled in when the batch is closed.
func QueueAtVersion(b *pgx.Batch, id uuid.UUID, version int) *Product {
	return queueOne(b, read+` WHERE p.id = $1 AND v.version = $2`, id, version)
}

// ByCode reads a product by the operator's name for it.
func ByCode(ctx context.Context, db postgres.DB, code string) (Product, error) {
	return scan(db.QueryRow(ctx, read+` WHERE v.version = p.version AND p.code = $1`, code))
}

// QueueByID is ByID in a batch; the product is filled in when the batch is closed.
func QueueByID(b *pgx.Batch, region string, id uuid.UUID) *Product {
	return queueOne(b, read+` WHERE v.version = p.version AND p.id = $1 AND p.region = $2`, id, region)
}

func queueOne(b *pgx.Batch, sql string, args ...any) *Product {
	var p Product
	b.Queue(sql, args...).QueryRow(func(row pgx.Row) error {
		var err error
		p, err = scan(row)
		return err
	})
	return &p
}

// listOrder is the order of a region's products, the same in every locale of the database.
const listOrder = `p.position, p.code COLLATE "C"`

// List reads the products of a region in their order.
func List(ctx context.Context, db postgres.DB, region string) ([]Product, error) {
	return many(ctx, db, `p.region = $1 ORDER BY `+listOrder, region)
}

// ByIDs reads some products, in no order.
func ByIDs(ctx context.Context, db postgres.DB, ids []uuid.UUID) ([]Product, error) {
	return many(ctx, db, `p.id = ANY($1)`, ids)
}

func many(ctx context.Context, db postgres.DB, where string, args ...any) ([]Product, error) {
	b := &pgx.Batch{}
	all := queueMany(b, where, args...)
	if err := db.SendBatch(ctx, b).Close(); err != nil {
		return nil, fmt.Errorf("product: list: %w", postgres.Reason(err))
	}
	return *all, nil
}

// QueueFirst reads the first products of a region in a batch.
func QueueFirst(b *pgx.Batch, region string, limit int) *[]Product {
	return queueMany(b, `p.region = $1 ORDER BY `+listOrder+` LIMIT $2`, region, limit)
}

func queueMany(b *pgx.Batch, where string, args ...any) *[]Product {
	var all []Product
	b.Queue(read+` WHERE v.version = p.version AND `+where, args...).Query(func(rows pgx.Rows) error {
		var err error
		all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (Product, error) { return scan(row) })
		return err
	})
	return &all
}

func scan(row pgx.Row) (Product, error) {
	var p Product
	if err := row.Scan(p.fields()...); err != nil {
		if errors.Is(err, pgx.ErrNoRows) {
			return Product{}, reason.New(reason.ProductNotFound)
		}
		return Product{}, fmt.Errorf("product: read: %w", postgres.Reason(err))
	}
	return p, nil
}
