package proof

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

// Waiting reads a page of the undecided proofs, oldest first.
func (f *Proofs) Waiting(ctx context.Context, a paging.Request) (paging.Page[repay.Proof], error) {
	return repay.WaitingProofs(a).Read(ctx, f.pool)
}

// Match decides which payment a proof shows. A payment in suspense is matched to the proof's loan at the same time and
// counts from the day on which it was paid. A payment that is already booked to the loan is not changed. A payment of
// another loan returns reason.ReceiptNotFound. as is the kind of a payment in suspense. actor is the operator.
func (f *Proofs) Match(ctx context.Context, id, payment uuid.UUID, as pay.MatchKind, actor string) error {
	return f.decide(ctx, id, actor, "proof.match", func(ctx context.Context, tx pgx.Tx, p *repay.Proof) (decision, error) {
		// The payment is locked, so that nobody takes it out of the loan meanwhile.
		paid, err := repay.LockPayment(payment).Read(ctx, tx)
		if err != nil {
			return decision{}, err
		}
		switch {
		case paid.State == repay.Suspense:
			err = f.pay.MatchIn(ctx, tx, payment, p.OrderID, as, actor)
		case as != pay.MatchRepayment:
			err = pay.ErrBooked
		case paid.State != repay.Posted || *paid.OrderID != p.OrderID:
			err = reason.New(reason.ReceiptNotFound)
		}
		p.State, p.PaymentID = repay.ProofMatched, &payment
		return decision{loan.ProofMatched, notify.ProofMatched, []any{"amount", money.Of(paid.Amount, paid.Currency)}}, err
	})
}

// Reject decides that no payment was found. why is shown to the borrower. actor is the operator.
func (f *Proofs) Reject(ctx context.Context, id uuid.UUID, why, actor string) error {
	return f.decide(ctx, id, actor, "proof.reject", func(_ context.Context, _ pgx.Tx, p *repay.Proof) (decision, error) {
		p.State, p.Reason = repay.ProofRejected, why
		return decision{loan.ProofRejected, notify.ProofRejected, nil}, nil
	})
}

// decision is what the borrower is told: in the timeline of the loan and in the inbox, with the arguments of the
// notice.
type decision struct {
	event loan.Event
	kind  notify.Kind
	args  []any
}

// decide decides a waiting proof. The result of settle, the timeline entry and the audit entry are written in one
// transaction.
func (f *Proofs) decide(ctx context.Context, id uuid.UUID, actor, action string, settle func(context.Context, pgx.Tx, *repay.Proof) (decision, error)) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.clock.Now()
		p, err := repay.ProofByID(id).Read(ctx, tx)
		if err != nil {
			return err
		}
		if p.State != repay.ProofSubmitted {
			return reason.New(reason.ProofHandled)
		}
		told, err := settle(ctx, tx, &p)
		if err != nil {
			return err
		}
		order, err := loan.ByID(p.OrderID).Read(ctx, tx)
		if err != nil {
			return err
		}
		p.DecidedAt = &now
		b := &pgx.Batch{}
		repay.QueueDecideProof(b, p)
		loan.QueueEvent(b, loan.OrderEvent{OrderID: p.OrderID, Event: told.event, Actor: actor, At: now, Detail: map[string]any{"proofId": id}})
		notify.QueueForOrder(b, order, told.kind, now, told.args...)
		if err := audit.Queue(b, audit.Entry{
			At: now, Actor: actor, Action: action, Subject: "order:" + p.OrderID.String(), Detail: map[string]any{"proofId": id, "reason": p.Reason},
		}); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}
