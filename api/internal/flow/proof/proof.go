// Package proof handles proofs of payment that borrowers send and operators decide. A proof never changes a balance;
// only a payment does.
package proof

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

// Proofs accepts proofs and decides them.
type Proofs struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	pay   *pay.Flow
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, p *pay.Flow) *Proofs {
	return &Proofs{pool: pool, clock: c, pay: p}
}

// Submission is a proof that a borrower sends.
type Submission struct {
	Member  uuid.UUID
	Session uuid.UUID
	Device  uuid.UUID
	Order   uuid.UUID
	Files   []uuid.UUID
	Note    string
}

// Send stores a proof. It returns reason.ProofRefused if nothing is owed on the loan, and reason.ProofTooMany if too
// many are waiting.
func (f *Proofs) Send(ctx context.Context, key idempotency.Key, ask Submission) (repay.Proof, error) {
	locked := member.RequireSession(ask.Member, ask.Session, orderOf(ask))
	return idempotency.RunBatched(ctx, f.pool, key, locked, func(_ context.Context, _ pgx.Tx, order loan.Order, last *pgx.Batch) (repay.Proof, error) {
		now := f.clock.Now()
		id, err := uuid.NewV7()
		if err != nil {
			return repay.Proof{}, fmt.Errorf("proof: %w", err)
		}
		if order.Status != loan.WaitingPayment || order.RepayStatus == loan.RepaySettled {
			return repay.Proof{}, reason.New(reason.ProofRefused)
		}
		p := repay.Proof{
			ID: id, OrderID: order.ID, MemberID: ask.Member, FileIDs: ask.Files, Note: ask.Note, State: repay.ProofSubmitted, CreatedAt: now,
		}
		repay.QueueProof(last, p)
		loan.QueueEvent(last, loan.OrderEvent{
			OrderID: order.ID, Event: loan.ProofSubmitted, Actor: loan.ByMember, At: now, Detail: map[string]any{"proofId": id},
		})
		r := region.Get(order.Region)
		notify.QueueForOrder(last, order, notify.ProofReceived, now, "date", r.Today(now).AddDays(r.Reminders.AfterProofDays))
		return p, nil
	})
}

// orderOf reads and locks the order of a proof until the transaction ends. The pictures must belong to the borrower.
func orderOf(ask Submission) postgres.Query[loan.Order] {
	return postgres.Combine("proof: order", func(b *pgx.Batch) func() (loan.Order, error) {
		own := loan.Lock(ask.Member, ask.Order).Queue(b)
		for n, file := range ask.Files {
			media.QueueRequireOwner(b, ask.Member, ask.Device, media.Proof, fmt.Sprintf("fileIds.%d", n), file)
		}
		return func() (loan.Order, error) { return own.Get(), nil }
	})
}

// OrderProofs are the proofs of a loan.
type OrderProofs struct {
	OrderNo string
	// Open reports whether another proof can be sent.
	Open bool
	// Proofs are sorted newest first.
	Proofs []repay.Proof
}

// List reads the proofs of a borrower's loan. A loan of another member returns reason.OrderNotFound.
func (f *Proofs) List(ctx context.Context, member, order uuid.UUID) (OrderProofs, error) {
	b := &pgx.Batch{}
	own := loan.OfMember(member, order).Queue(b)
	sent := repay.ProofsOf(order).Queue(b)
	if err := postgres.Send(ctx, f.pool, b); err != nil {
		return OrderProofs{}, err
	}
	o, all := own.Get(), sent.Get()
	waiting := 0
	for _, p := range all {
		if p.State == repay.ProofSubmitted {
			waiting++
		}
	}
	running := o.Status == loan.WaitingPayment && o.RepayStatus != loan.RepaySettled
	return OrderProofs{OrderNo: o.OrderNo, Open: running && waiting < repay.MaxOpenProofs, Proofs: all}, nil
}
