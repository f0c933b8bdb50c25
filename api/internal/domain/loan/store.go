package loan

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

var _ = postgres.Constraints(map[string]reason.Reason{
	"loan_order_one_open":    reason.OrderInProgress,
	"loan_order_transition":  reason.OrderStateConflict,
	"order_event_transition": reason.OrderStateConflict,
})

// ErrState says that the order is not in the status that a step starts from, for example because another request was faster.
var ErrState = reason.New(reason.OrderStateConflict)

// orderColumns are the columns of an Order, named like its fields.
const orderColumns = `o.id, o.order_no, o.member_id, o.region, o.app_product_id, o.product_id, o.product_version,
	o.lender_code, o.currency, o.status, COALESCE(o.repay_status, 0) AS repay_status, o.applied_amount, o.principal, o.term_days, o.terms,
	o.bank_card_id, o.pending_card_id, o.purpose, COALESCE(o.reject_reason, '') AS reject_reason,
	COALESCE(o.failure_reason, '') AS failure_reason, o.applied_at, o.applied_on, o.offer_expires_at, o.confirmed_at, o.mend_until, o.closed_at`

// ByID reads an order, or returns reason.OrderNotFound.
func ByID(id uuid.UUID) postgres.Query[Order] { return one(`o.id = $1`, id) }

// OfMember reads an order of a member. An order of another member is reason.OrderNotFound.
func OfMember(member, id uuid.UUID) postgres.Query[Order] {
	return one(`o.id = $1 AND o.member_id = $2`, id, member)
}

// Lock is OfMember and locks the order's row until the transaction ends.
func Lock(member, id uuid.UUID) postgres.Query[Order] {
	return one(`o.id = $1 AND o.member_id = $2 FOR NO KEY UPDATE`, id, member)
}

func one(where string, args ...any) postgres.Query[Order] {
	return postgres.OneRow[Order]("loan: order", reason.OrderNotFound, `SELECT `+orderColumns+` FROM loan_order o WHERE `+where, args...)
}

func many(where string, args ...any) postgres.Query[[]Order] {
	return postgres.Rows[Order]("loan: orders", `SELECT `+orderColumns+` FROM loan_order o WHERE `+where, args...)
}

// QueueOrder inserts a new order and its first event.
func QueueOrder(b *pgx.Batch, o Order) {
	b.Queue(`
		WITH made AS (
			INSERT INTO loan_order (id, order_no, member_id, region, app_product_id, product_id, product_version, lender_code,
				currency, status, applied_amount, principal, term_days, terms, bank_card_id, purpose, applied_at, applied_on)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $10, $11, $12, $13, $14, $15, $16))
		INSERT INTO order_event (order_id, from_status, to_status, event, detail, actor, at)
		VALUES ($1, 0, 1, 'applied', '{}', 'member', $15)`,
		o.ID, o.OrderNo, o.MemberID, o.Region, o.AppProductID, o.ProductID, o.ProductVersion, o.LenderCode,
		o.Currency, o.AppliedAmount, o.TermDays, o.Terms, o.BankCardID, o.Purpose, o.AppliedAt, o.AppliedOn)
}
