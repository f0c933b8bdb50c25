package pay

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Why a refund is not sent, be it for the first time or, because no look-up knows of it, once more.
var (
	// ErrOwed says that what a refund would send back is owed again by now.
	ErrOwed = errors.New("the loan owes something again: give the refund up, and its money pays that; what is left over can be sent then")
	// ErrTakenBack says that the bank has taken back what a refund would send, or a part of it, or is about to.
	ErrTakenBack = errors.New("the bank takes the payment back, or a part of it: give the refund up")
)

// withheld says why a refund is not to be sent; nil where it may go. It waits, like one that the gateway has declined, for a look-up
// that knows of it or for a person: what the gateway was asked for once may go yet.
func (f *Flow) withheld(ctx context.Context, db postgres.DB, r repay.Refund) error {
	if r.OrderID == uuid.Nil {
		return withheldReturn(ctx, db, r)
	}
	facts, err := servicing.Read(r.OrderID).Read(ctx, db)
	if err != nil {
		return err
	}
	return withheldBy(facts, r, f.now().today)
}

// withheldBy is withheld by the facts of its order.
func withheldBy(facts servicing.Facts, r repay.Refund, today money.Date) error {
	if facts.Replay(today).Owed.Total() > 0 {
		return ErrOwed
	}
	if split, known := facts.Split(r.PaymentID); !known || split.Undecided || r.Amount > split.Here() {
		return ErrTakenBack
	}
	return nil
}

// withheldReturn is withheld for a payment on its way back out of suspense.
func withheldReturn(ctx context.Context, db postgres.DB, r repay.Refund) error {
	p, err := repay.PaymentByID(r.PaymentID).Read(ctx, db)
	if err != nil {
		return err
	}
	gone, err := partsOf(ctx, db, r.PaymentID)
	if err != nil {
		return err
	}
	if p.State != repay.Suspense || gone.contradicted || r.Amount > p.Amount-gone.taken {
		return ErrTakenBack
	}
	return nil
}

// withholdReturn keeps a payment out of suspense that the bank takes back from being sent once more: its return is under way, and
// the report has been refused until its end is known.
func (f *Flow) withholdReturn(ctx context.Context, gateway string, r payment.Report) error {
	p, err := repay.ByReference(gateway, r.OriginalReference).Read(ctx, f.pool)
	if err != nil || p == nil {
		return err
	}
	sent, err := repay.RefundOf(p.ID).Read(ctx, f.pool)
	if err != nil || sent == nil || sent.State != repay.RefundUnknown {
		return err
	}
	return f.declineRefund(ctx, *sent, r.Reference+": "+ErrTakenBack.Error())
}
