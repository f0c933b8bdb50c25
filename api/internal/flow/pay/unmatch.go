package pay

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Reasons why a payment is not taken out of its order.
var (
	ErrOnNoOrder      = errors.New("the payment is not on an order: it is in suspense, was sent back, or was taken back by the bank")
	ErrNamedItsOrder  = errors.New("no operator matched this payment: its own code named the order, and only payments that an operator matched can be taken out")
	ErrPartlyReversed = errors.New("the bank has taken back part of the payment, so the rest stays on its order")
	ErrPartlySent     = errors.New("part of the payment was sent back to its payer or is being sent: that refund must first fail, or come back and be booked with `ops refunds returned`")
)

// Unmatching is an operator's statement that a payment was matched to the wrong order.
type Unmatching struct {
	Payment uuid.UUID
	// Actor is the operator; Note says what they have found out.
	Actor, Note string
}

// Unmatch takes a payment out of the order to which an operator had matched it. The order is as if it had never been
// paid, and the money is in suspense again, to count from the day on which it was paid.
// The money becomes a new payment, which is returned. The old one stays with its order as reversed, because its
// bookings and notices remain there, and each match has journal keys of its own. A repeated call returns the same
// payment and changes nothing.
func (f *Flow) Unmatch(ctx context.Context, u Unmatching) (became repay.Payment, err error) {
	once := func() error {
		return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
			became, err = f.unmatch(ctx, tx, u)
			return err
		})
	}
	if err = once(); postgres.IsViolation(err, "payment_serial_key") {
		err = once() // see Receive
	}
	return became, err
}

func (f *Flow) unmatch(ctx context.Context, tx pgx.Tx, u Unmatching) (became repay.Payment, err error) {
	p, err := repay.PaymentByID(u.Payment).Read(ctx, tx)
	if err != nil {
		return became, err
	}
	// A gateway's report about this money waits for the lock and then sees where the money is.
	b := &pgx.Batch{}
	repay.QueueLockReference(b, p.Gateway, p.GatewayReference)
	known, done := repay.PaymentByID(p.ID).Queue(b), repay.UnmatchedTo(p.ID).Queue(b)
	suspended := ledger.HasPosted(ofPayment(p, servicing.Time{}, ledger.KindSuspense, nil).Key).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return became, err
	}
	p = known.Get()
	switch {
	case done.Get() != nil:
		return *done.Get(), nil
	case p.State != repay.Posted:
		return became, ErrOnNoOrder
	case !suspended.Get():
		return became, ErrNamedItsOrder
	}
	order := *p.OrderID
	b = &pgx.Batch{}
	credit := queueLockedCredit(b, *p.MemberID, order)
	facts, err := f.lockAfter(ctx, tx, b, order, func(b *pgx.Batch, now servicing.Time) { repay.QueueCancelRefunds(b, order, p.ID, now.At) })
	if err != nil {
		return became, err
	}
	taken, ok := markReversed(facts.Splits, p)
	switch {
	case !ok:
		return became, ErrOnNoOrder
	case taken.TakenBack > 0:
		return became, ErrPartlyReversed
	case taken.Undecided:
		return became, ErrReversalOpen
	case taken.Refunding+taken.Refunded > 0:
		return became, ErrPartlySent
	}
	borrower, err := member.ByIDs(ctx, tx, *p.MemberID)
	if err != nil {
		return became, err
	}
	if became, err = f.again(p); err != nil {
		return became, err
	}
	b = &pgx.Batch{}
	repay.QueueUnmatch(b, repay.Unmatch{Payment: p, Became: became, By: u.Actor, Note: u.Note, At: facts.Now.At})
	repay.QueueReopenProofs(b, order, p.ID, borrower[*p.MemberID].Phone == "", facts.Now.At)
	if err := f.queueUnmatched(b, facts, credit, taken, u, became); err != nil {
		return became, err
	}
	return became, postgres.Send(ctx, tx, b)
}

// again returns the new payment in suspense for a payment that was matched to the wrong order, as it was when it
// arrived.
func (f *Flow) again(p repay.Payment) (repay.Payment, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return repay.Payment{}, fmt.Errorf("pay: %w", err)
	}
	came := f.config.Region.Today(p.ReceivedAt)
	p.ID, p.Serial, p.State, p.Outcome, p.ValueDate = id, repay.NewSerial(came), repay.Suspense, "", f.valueDate(p.PaidAt, came)
	p.IntentID, p.OrderID, p.MemberID, p.Seq = nil, nil, nil, nil
	return p, nil
}

// queueUnmatched writes the consequences for the order and the journal. The borrower gets one notice, even if the loan
// is reopened.
func (f *Flow) queueUnmatched(b *pgx.Batch, facts servicing.Locked, s lockedCredit, taken repay.Split, u Unmatching, became repay.Payment) error {
	order, now := facts.Order, facts.Now
	loan.QueueEvent(b, loan.OrderEvent{
		OrderID: order.ID, Event: loan.PaymentUnmatched, Actor: u.Actor, At: now.At,
		Detail: map[string]any{"paymentId": taken.PaymentID, "amount": taken.Amount},
	})
	facts.Facts = f.undoExtension(b, facts.Facts, taken, u.Actor, now)
	if err := servicing.NewWriter(b, facts).Unmatch(taken); err != nil {
		return err
	}
	entries := ledger.Entries{}.Debit(ledger.Bank, became.Amount).Credit(ledger.Suspense, became.Amount)
	if err := ledger.Queue(b, ofPayment(became, now, ledger.KindSuspense, entries)); err != nil {
		return err
	}
	notify.QueueForOrder(b, order, notify.PaymentUnmatched, now.At, "amount", money.Of(became.Amount, became.Currency))
	err := audit.Queue(b, audit.Entry{
		At: now.At, Actor: u.Actor, Action: "suspense.unmatch", Subject: "payment:" + taken.PaymentID.String(),
		Detail: map[string]any{"orderId": order.ID, "became": became.ID, "note": u.Note},
	})
	if err != nil {
		return err
	}
	after := facts.Replay(now.Today)
	f.settle(b, facts.Facts, s, after, "", now.At)
	return f.queueRefunds(b, facts.Facts, after, now)
}
