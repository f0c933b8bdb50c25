package loan

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// InProgress is an order that keeps its borrower from leaving.
type InProgress struct {
	ID      uuid.UUID
	OrderNo string
	Status  Status
	// RepayStatus is 0 before the payout.
	RepayStatus RepayStatus
}

// InProgressOf reads the orders of a member that have not come to their end, the newest first: a debt that a reversal
// opened again is one of them.
func InProgressOf(member uuid.UUID) postgres.Query[[]InProgress] {
	return postgres.Rows[InProgress]("loan: in progress", `
		SELECT id, order_no, status, COALESCE(repay_status, 0) AS repay_status FROM loan_order o
		WHERE member_id = $1 AND (status IN `+unpaid+` OR `+running+`)
		ORDER BY applied_at DESC, id DESC`, member)
}

// HasOrders tells whether a member ever applied for a loan.
func HasOrders(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("loan: has orders", `SELECT EXISTS (SELECT FROM loan_order WHERE member_id = $1)`, member)
}

// HasBorrowed tells whether a member ever had a loan paid out: its documents have to be kept when they leave.
func HasBorrowed(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("loan: has borrowed", `SELECT EXISTS (SELECT FROM loan WHERE member_id = $1)`, member)
}

// DocumentsWithoutLoan are the files of a member's documents for orders that were never paid out: no law asks to keep them.
func DocumentsWithoutLoan(member uuid.UUID) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("loan: documents without a loan", `
		SELECT d.file_id FROM loan_document d JOIN loan_order o ON o.id = d.order_id
		WHERE o.member_id = $1 AND NOT EXISTS (SELECT FROM loan l WHERE l.order_id = o.id)`, member)
}

// QueueErase forgets what a member wrote about their orders, and the texts that they accepted as far as nothing asks to
// keep them. Queue it behind the end of their membership: the database erases no text of a member who stays.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`UPDATE loan_order SET purpose = '' WHERE member_id = $1 AND purpose <> ''`, member)
	b.Queue(`SELECT erase_cancel_words($1)`, member)
	QueueEraseTexts(b, member)
}

// QueueEraseTexts forgets the accepted texts that need not be kept any longer, and what lenders, banks and operators wrote in
// words of their own about those orders.
func QueueEraseTexts(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`SELECT erase_accepted_texts($1)`, member)
	b.Queue(`SELECT erase_order_words($1)`, member)
}
