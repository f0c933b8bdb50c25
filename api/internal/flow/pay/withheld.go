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

// Reasons why a refund is not sent, either for the first time or again after a look-up did not find it.
var (
	// ErrOwed means that the amount of the refund is owed again.
	ErrOwed = errors.New("money is owed on the loan again: give up the refund, and its money pays what is owed; the rest can be sent afterwards")
	// ErrTakenBack means that the bank has taken back, or is about to take back, all or part of what the refund would
	// send.
	ErrTakenBack = errors.New("the bank is taking back the payment or part of it: give up the refund")
)

// withheld returns why a refund must not be sent, or nil. Like a declined refund, a withheld one waits until a look-up
// finds it or an operator decides, because the gateway may still execute an earlier request.
func (f *Flow) withheld(ctx context.Context, db postgres.DB, r repay.Refund) error {
	if r.OrderID == uuid.Nil {
		return withheldReturn(ctx, db, r)
	}
	facts, err := servicing.Read(r.OrderID).Read(ctx, db)
	if err != nil {
		return err
	}
	return withheldBy(facts, r, f.now().Today)
}

// withheldBy is withheld for the facts of the refund's order.
func withheldBy(facts servicing.Facts, r repay.Refund, today money.Date) error {
	if facts.Replay(today).Owed.Total() > 0 {
		return ErrOwed
	}
	if split, known := facts.Split(r.PaymentID); !known || split.Undecided || r.Amount > split.NetReceived() {
		return ErrTakenBack
	}
	return nil
}

// withheldReturn is withheld for a payment that is being sent back out of suspense.
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

// withholdReturn stops a payment in suspense from being sent again after the bank has reported its reversal. Its return
// is in progress, and the report is refused until the outcome is known.
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
