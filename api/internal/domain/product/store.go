package product

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// row is a product as read from its tables.
type row struct {
	ID       uuid.UUID
	Code     string
	Region   string
	Status   string
	Position int
	lenderRow
	Version
}

type lenderRow struct {
	LenderCode, LenderRegion, LenderName, LenderLicence string
	LenderType, LenderGateway, LenderEndpoint           string
	LenderActive                                        bool
}

const read = `
	SELECT p.id, p.code, p.region, p.status, p.position,
		l.code AS lender_code, l.region AS lender_region, l.name AS lender_name, l.licence AS lender_licence, l.lender_type,
		l.gateway AS lender_gateway, l.endpoint AS lender_endpoint, l.active AS lender_active,
		v.version AS number, v.name, v.currency, v.min_amount, v.max_amount, v.amount_step, v.terms_days, v.annual_rate_bps,
		v.front_service_fee_bps, v.service_fee_bps, v.account_fee_flat, v.account_fee_bps, v.late_fee, v.grace_days,
		v.overdue_fee_bps_day, v.overdue_fee_cap_bps, v.extension_fee_bps, v.extension_days, v.extension_max,
		v.extension_overdue_days, v.extension_unpaid, v.allocation_order, v.min_score, v.one_step, v.white_listed_only, v.offer_hours, v.freeze_days,
		v.contract_version, v.created_at
	FROM loan_product p JOIN loan_product_version v ON v.product_id = p.id JOIN lender l ON l.code = `

// current reads products with their current version.
const current = read + `p.lender_code WHERE v.version = p.version`

func (r row) product() Product {
	return Product{
		ID: r.ID, Code: r.Code, Region: r.Region, Status: r.Status, Position: r.Position, Current: r.Version,
		Lender: Lender{
			Code: r.LenderCode, Region: r.LenderRegion, Name: r.LenderName, Licence: r.LenderLicence, Type: r.LenderType,
			Gateway: r.LenderGateway, Endpoint: r.LenderEndpoint, Active: r.LenderActive,
		},
	}
}

// ByID reads a product, or returns reason.ProductNotFound if the region has none with this id.
func ByID(region string, id uuid.UUID) postgres.Query[Product] {
	return one(current+` AND p.id = $1 AND p.region = $2`, id, region)
}

// AtVersion reads a product as it was when an order was created: with the conditions of that version and the lender that the
// borrower applied to, even if the product has another lender now.
func AtVersion(id uuid.UUID, version int, lenderCode string) postgres.Query[Product] {
	return one(read+`$3 WHERE p.id = $1 AND v.version = $2`, id, version, lenderCode)
}

// ByCode reads a product by its operator code, or returns reason.ProductNotFound.
func ByCode(code string) postgres.Query[Product] {
	return one(current+` AND p.code = $1`, code)
}

// List reads the products of a region by position and code. The C collation makes the order independent of the database's locale.
func List(region string) postgres.Query[[]Product] {
	return list(current+` AND p.region = $1 ORDER BY p.position, p.code COLLATE "C"`, region)
}

// ofLender reads the products of a lender.
func ofLender(code string) postgres.Query[[]Product] {
	return list(current+` AND p.lender_code = $1 ORDER BY p.code COLLATE "C"`, code)
}

func list(sql string, args ...any) postgres.Query[[]Product] {
	return postgres.Then(postgres.Rows[row]("product: list", sql, args...), func(rows []row) ([]Product, error) {
		all := make([]Product, len(rows))
		for i, r := range rows {
			all[i] = r.product()
		}
		return all, nil
	})
}

// Revision reads an id that changes whenever a product or a lender changes. If its row is missing, for example after a partial
// restore, each call returns a new id.
func Revision() postgres.Query[uuid.UUID] {
	return postgres.Value[uuid.UUID]("product: revision", `SELECT coalesce((SELECT revision FROM market_revision), gen_random_uuid())`)
}

func one(sql string, args ...any) postgres.Query[Product] {
	rows := postgres.OneRow[row]("product: read", reason.ProductNotFound, sql, args...)
	return postgres.Then(rows, func(r row) (Product, error) { return r.product(), nil })
}
