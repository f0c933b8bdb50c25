package loan

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Two concurrent extensions use the same number. The second one fails, because the due date is no longer the one that it was
// requested for.
var _ = postgres.Constraints(map[string]reason.Reason{"loan_extension_pkey": reason.ExtensionChanged})

// Extension is one postponement of the due date. Fee is in minor units of the loan's currency.
type Extension struct {
	Seq         int
	EffectiveOn money.Date
	// Days is the number of days paid for. The new due date may be later because of a holiday.
	Days       int
	OldDueDate money.Date
	NewDueDate money.Date
	Fee        int64
	// PaymentID is the payment of the fee, or nil if the fee was added to the debt.
	PaymentID *uuid.UUID
	// AfterPayment is the number of the loan's last payment before the extension, or 0 if there is none. Payments of the same day
	// up to that number were made before the fee was charged.
	AfterPayment int
}

// ChargedTo reports whether the fee was already charged when a payment with this number and value date was made.
func (e Extension) ChargedTo(seq int, on money.Date) bool {
	return e.EffectiveOn.Before(on) || e.EffectiveOn == on && seq > e.AfterPayment
}

// Paid reports whether the fee was paid at once.
func (e Extension) Paid() bool { return e.PaymentID != nil }

// QueueExtend inserts an extension and its event, and moves the due date.
func QueueExtend(b *pgx.Batch, order uuid.UUID, e Extension, actor string, at time.Time) {
	b.Queue(`
		INSERT INTO loan_extension (order_id, seq, effective_on, days, old_due_date, new_due_date, fee, payment_id, after_payment, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		order, e.Seq, e.EffectiveOn, e.Days, e.OldDueDate, e.NewDueDate, e.Fee, e.PaymentID, e.AfterPayment, at)
	b.Queue(`UPDATE loan SET due_date = $2 WHERE order_id = $1`, order, e.NewDueDate)
	QueueEvent(b, OrderEvent{OrderID: order, Event: Extended, Actor: actor, At: at, Detail: map[string]any{
		"seq": e.Seq, "amount": e.Fee, "days": e.Days, "oldDueDate": e.OldDueDate, "dueDate": e.NewDueDate, "paid": e.Paid(),
	}})
}

// QueueUndoExtension updates the due date, and the dates of the remaining extensions, after the payment of one extension was reversed.
func QueueUndoExtension(b *pgx.Batch, order uuid.UUID, undone Extension, stand []Extension, due money.Date, actor string, at time.Time) {
	for _, e := range stand {
		b.Queue(`
			UPDATE loan_extension SET old_due_date = $3, new_due_date = $4
			WHERE order_id = $1 AND seq = $2 AND (old_due_date, new_due_date) <> ($3, $4)`, order, e.Seq, e.OldDueDate, e.NewDueDate)
	}
	b.Queue(`UPDATE loan SET due_date = $2 WHERE order_id = $1`, order, due)
	QueueEvent(b, OrderEvent{OrderID: order, Event: ExtensionUndone, Actor: actor, At: at, Detail: map[string]any{
		"seq": undone.Seq, "amount": undone.Fee, "dueDate": due,
	}})
}
