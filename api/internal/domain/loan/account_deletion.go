package loan

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// InProgress is an order that prevents its borrower from deleting their account.
type InProgress struct {
	ID      uuid.UUID
	OrderNo string
	Status  Status
	// RepayStatus is 0 before the disbursement.
	RepayStatus RepayStatus
}

// InProgressOf reads the unfinished orders of a member, newest first. They include a loan that the reversal of a payment has reopened.
func InProgressOf(member uuid.UUID) postgres.Query[[]InProgress] {
	return postgres.Rows[InProgress]("loan: in progress", `
		SELECT id, order_no, status, COALESCE(repay_status, 0) AS repay_status FROM loan_order o
		WHERE member_id = $1 AND (status IN `+unpaid+` OR `+running+`)
		ORDER BY applied_at DESC, id DESC`, member)
}

// HasOrders reports whether a member has ever applied for a loan.
func HasOrders(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("loan: has orders", `SELECT EXISTS (SELECT FROM loan_order WHERE member_id = $1)`, member)
}

// HasBorrowed reports whether a loan of a member was ever paid out. Its documents must be kept after the account is deleted.
func HasBorrowed(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("loan: has borrowed", `SELECT EXISTS (SELECT FROM loan WHERE member_id = $1)`, member)
}

// DocumentsWithoutLoan lists the document files of a member's orders that were never paid out. No law requires keeping them.
func DocumentsWithoutLoan(member uuid.UUID) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("loan: documents without a loan", `
		SELECT d.file_id FROM loan_document d JOIN loan_order o ON o.id = d.order_id
		WHERE o.member_id = $1 AND NOT EXISTS (SELECT FROM loan l WHERE l.order_id = o.id)`, member)
}

// QueueErase erases the texts that a member wrote about their orders, and the accepted texts that need not be kept. Queue it after
// the end of the membership: the database erases no texts of an active member.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`UPDATE loan_order SET purpose = '' WHERE member_id = $1 AND purpose <> ''`, member)
	b.Queue(`SELECT erase_cancel_words($1)`, member)
	QueueEraseTexts(b, member)
}

// QueueEraseTexts erases the accepted texts that need not be kept any longer, and the free texts of lenders, banks and operators
// about the same orders.
func QueueEraseTexts(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`SELECT erase_accepted_texts($1)`, member)
	b.Queue(`SELECT erase_order_words($1)`, member)
}
