package account

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// DeletionStatus is the state of an account's deletion.
type DeletionStatus struct {
	// Deletion is the newest request; nil if there is none.
	Deletion *member.Deletion
	// Open are the orders that block the deletion. RefundPending and ReversalPending report other obstacles: money of the
	// borrower that is still here, and a payment with a partial reversal that no operator has decided about. Proofs are
	// the orders with a proof of payment that no operator has decided about.
	Open            []loan.InProgress
	RefundPending   bool
	ReversalPending bool
	Proofs          []repay.ProofOrder
	// HasDocuments reports whether documents of the borrower must be kept for KeepYears after the deletion.
	HasDocuments bool
	KeepYears    int
	Wait         time.Duration
}

// Waiting reports whether a deletion is pending.
func (s DeletionStatus) Waiting() bool { return s.Deletion != nil && s.Deletion.Outcome == "" }

// DeletionStatus reads the state in one round trip.
func (a *Account) DeletionStatus(ctx context.Context, who borrower.Borrower) (DeletionStatus, error) {
	return a.read(ctx, a.pool, who, &pgx.Batch{})
}

// read reads the state at the end of a batch.
func (a *Account) read(ctx context.Context, db postgres.DB, who borrower.Borrower, b *pgx.Batch) (DeletionStatus, error) {
	deletion, held, documents := member.QueueDeletion(b, who.ID), queueObstacles(b, who.ID), loan.HasBorrowed(who.ID).Queue(b)
	if err := postgres.Send(ctx, db, b); err != nil {
		return DeletionStatus{}, err
	}
	return DeletionStatus{
		Deletion: *deletion, Open: held.open.Get(), RefundPending: held.refund.Get(), ReversalPending: held.reversal.Get(), Proofs: held.proofs.Get(),
		HasDocuments: documents.Get(), KeepYears: a.config.KeepYears, Wait: a.config.Wait,
	}, nil
}

// Delete requests the deletion of an account, once per intention. It is refused while there is an order in progress,
// money to be refunded, or an undecided partial reversal or proof of payment. It takes the lock that applications and
// reversals also take, so that one of two concurrent requests sees the other.
func (a *Account) Delete(ctx context.Context, who borrower.Borrower, code string) (DeletionStatus, error) {
	now := a.clock.Now()
	locked := member.RequireSession(who.ID, who.SessionID, lockObstacles(who, now))
	return idempotency.RunBatched(ctx, a.pool, who.IdempotencyKey, locked, func(ctx context.Context, tx pgx.Tx, held obstacles, _ *pgx.Batch) (DeletionStatus, error) {
		if err := held.refusal(); err != nil {
			return DeletionStatus{}, err
		}
		// Only the first row of the credit has been written so far, so committing a wrong try commits nothing else.
		if err := a.codes(ctx, tx, who, code, now); err != nil {
			return DeletionStatus{}, postgres.CommitWith(err)
		}
		b := &pgx.Batch{}
		due := now.Add(a.config.Wait)
		member.QueueRequestDeletion(b, who.ID, now, due)
		notify.Queue(b, notify.Notice{
			Member: who.ID, Kind: notify.DeletionSubmitted, At: now, Args: reason.Named("date", who.Region.Today(due)),
		})
		if err := queueLog(b, who, "account.deletion_requested", now); err != nil {
			return DeletionStatus{}, err
		}
		return a.read(ctx, tx, who, b)
	})
}

// obstacles are what may block a deletion.
type obstacles struct {
	open             *postgres.Answer[[]loan.InProgress]
	refund, reversal *postgres.Answer[bool]
	proofs           *postgres.Answer[[]repay.ProofOrder]
}

func queueObstacles(b *pgx.Batch, id uuid.UUID) obstacles {
	return obstacles{
		open: loan.InProgressOf(id).Queue(b), refund: ledger.OverpaidBy(id).Queue(b),
		reversal: repay.UndecidedReversal(id).Queue(b), proofs: repay.UndecidedProofs(id).Queue(b),
	}
}

// lockObstacles reads the obstacles under the lock on the borrower's credit.
func lockObstacles(who borrower.Borrower, now time.Time) postgres.Query[obstacles] {
	return postgres.Combine("account: obstacles", func(b *pgx.Batch) func() (obstacles, error) {
		credit.Lock(credit.Initial(who.ID, who.Region, who.WhiteListed), now).Queue(b)
		held := queueObstacles(b, who.ID)
		return func() (obstacles, error) { return held, nil }
	})
}

// refusal returns the first obstacle as an error; nil if there is none.
func (s obstacles) refusal() error {
	if open := s.open.Get(); len(open) > 0 {
		numbers := make([]string, len(open))
		for i, o := range open {
			numbers[i] = o.OrderNo
		}
		return reason.New(reason.DeleteRefused, "orders", strings.Join(numbers, ", "))
	}
	if s.refund.Get() {
		return reason.New(reason.DeleteRefund)
	}
	if s.reversal.Get() {
		return reason.New(reason.DeleteReversal)
	}
	if len(s.proofs.Get()) > 0 {
		return reason.New(reason.DeleteProof)
	}
	return nil
}

// Withdraw withdraws a pending deletion request. It returns StateChanged if none is pending.
func (a *Account) Withdraw(ctx context.Context, who borrower.Borrower) (l DeletionStatus, err error) {
	now := a.clock.Now()
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		member.QueueRequireSession(b, who.ID, who.SessionID)
		member.QueueEndDeletion(b, who.ID, member.DeletionWithdrawn, now)
		notify.Queue(b, notify.Notice{Member: who.ID, Kind: notify.DeletionWithdrawn, At: now})
		if err := queueLog(b, who, "account.deletion_withdrawn", now); err != nil {
			return err
		}
		l, err = a.read(ctx, tx, who, b)
		return err
	})
	return l, err
}

func queueLog(b *pgx.Batch, who borrower.Borrower, action string, now time.Time) error {
	subject := "member:" + who.ID.String()
	return audit.Queue(b, audit.Entry{At: now, Actor: subject, Action: action, Subject: subject})
}
