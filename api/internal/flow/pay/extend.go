package pay

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Reasons why a payment buys no extension.
var (
	ErrNoQuote      = errors.New("the borrower has no open quote for an extension of this loan")
	ErrFeeMismatch  = errors.New("the amount is not exactly the extension fee that was quoted")
	ErrQuoteOver    = errors.New("the money was paid after the day for which the extension was quoted")
	ErrDueDateMoved = errors.New("the due date has moved since the extension was quoted")
	ErrNoneLeft     = errors.New("the loan has been extended as often as its contract allows")
	ErrNothingLeft  = errors.New("no principal was owed on the day of the payment")
)

// boughtExtension returns the extension that a payment buys, or the reason why it buys none. The payment must equal the
// quoted fee exactly, still be here completely, and be paid on or before the day of the quote, the due date must not
// have moved since, and the loan must not be settled or its principal repaid by then. Any other payment is an ordinary
// part payment.
// The extension takes effect on the day of the payment, but never before an earlier extension whose due date it moves:
// the payment that came first may be matched last.
func (f *Flow) boughtExtension(facts servicing.Facts, p posting) (*loan.Extension, error) {
	if p.intent == nil || p.intent.Quote.Extension == nil || p.intent.State == repay.Paid {
		return nil, ErrNoQuote
	}
	q, on := *p.intent.Quote.Extension, p.payment.ValueDate
	switch {
	case p.payment.Amount != p.intent.Amount, appliedOf(p.reversals) > 0:
		return nil, ErrFeeMismatch
	case on.After(p.intent.Quote.On):
		return nil, ErrQuoteOver
	case facts.Loan.DueDate != q.OldDueDate:
		return nil, ErrDueDateMoved
	case facts.TimesExtended()+q.Times > facts.Order.Terms.ExtensionMax:
		return nil, ErrNoneLeft
	case !facts.Loan.SettledOn.IsZero(), facts.Replay(on).Owed[repay.Principal] <= 0:
		return nil, ErrNothingLeft
	}
	for _, before := range facts.EffectiveExtensions() {
		if on.Before(before.EffectiveOn) {
			on = before.EffectiveOn
		}
	}
	paid := p.payment.ID
	return &loan.Extension{
		Seq: facts.NextExtension(), EffectiveOn: on, Days: q.Days, OldDueDate: q.OldDueDate, NewDueDate: q.NewDueDate, Fee: q.Fee, PaymentID: &paid,
		AfterPayment: facts.LastPayment(),
	}, nil
}

// undoExtension undoes the extension of a payment that was reversed, as the splits of the facts say. The due date
// becomes what it would be without the extension.
func (f *Flow) undoExtension(b *pgx.Batch, facts servicing.Facts, taken repay.Split, actor string, now servicing.Time) servicing.Facts {
	undone := facts.PaidBy(taken)
	if undone == nil {
		return facts
	}
	after, stand := facts.Undo(f.config.Region)
	loan.QueueUndoExtension(b, facts.Order.ID, *undone, stand, after.Loan.DueDate, actor, now.At)
	notify.QueueForOrder(b, facts.Order, notify.ExtensionUndone, now.At, "date", after.Loan.DueDate)
	return after
}
