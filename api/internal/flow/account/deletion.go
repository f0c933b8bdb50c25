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

// DeletionStatus is how the deletion of an account stands.
type DeletionStatus struct {
	// Deletion is the newest wish; nil when there was none.
	Deletion *member.Deletion
	// Open are the orders that keep the borrower from leaving; RefundPending: so does money of theirs that is here still;
	// ReversalPending: so does a payment of which the bank took back a part, until a person has decided about it.
	Open            []loan.InProgress
	RefundPending   bool
	ReversalPending bool
	// HasDocuments: documents of theirs have to be kept when they leave, for KeepYears.
	HasDocuments bool
	KeepYears    int
	Wait         time.Duration
}

// Waiting reports whether the account is on its way out.
func (s DeletionStatus) Waiting() bool { return s.Deletion != nil && s.Deletion.Outcome == "" }

// DeletionStatus reads it in one round trip.
func (a *Account) DeletionStatus(ctx context.Context, who borrower.Borrower) (DeletionStatus, error) {
	return a.read(ctx, a.pool, who, &pgx.Batch{})
}

// read reads it at the end of a batch.
func (a *Account) read(ctx context.Context, db postgres.DB, who borrower.Borrower, b *pgx.Batch) (DeletionStatus, error) {
	deletion, held, documents := member.QueueDeletion(b, who.ID), queueObstacles(b, who.ID), loan.HasBorrowed(who.ID).Queue(b)
	if err := postgres.Send(ctx, db, b); err != nil {
		return DeletionStatus{}, err
	}
	return DeletionStatus{
		Deletion: *deletion, Open: held.open.Get(), RefundPending: held.refund.Get(), ReversalPending: held.reversal.Get(),
		HasDocuments: documents.Get(), KeepYears: a.config.KeepYears, Wait: a.config.Wait,
	}, nil
}

// Delete asks for the deletion of an account, once per intention. An order in progress, money on its way back and a payment
// of which the bank took back a part refuse it. It takes the lock that an application and a reversal take: of the two, one
// comes first and the other sees it.
func (a *Account) Delete(ctx context.Context, who borrower.Borrower, code string) (DeletionStatus, error) {
	now := a.clock.Now()
	locked := member.RequireSession(who.ID, who.SessionID, lockObstacles(who, now))
	return idempotency.RunBatched(ctx, a.pool, who.IdempotencyKey, locked, func(ctx context.Context, tx pgx.Tx, held obstacles, _ *pgx.Batch) (DeletionStatus, error) {
		if err := held.refusal(); err != nil {
			return DeletionStatus{}, err
		}
		// Nothing but their credit's first row has been written: keeping a wrong try keeps nothing else.
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

// obstacles are what may keep a borrower from leaving.
type obstacles struct {
	open             *postgres.Answer[[]loan.InProgress]
	refund, reversal *postgres.Answer[bool]
}

func queueObstacles(b *pgx.Batch, id uuid.UUID) obstacles {
	return obstacles{open: loan.InProgressOf(id).Queue(b), refund: ledger.OverpaidBy(id).Queue(b), reversal: repay.UndecidedReversal(id).Queue(b)}
}

// lockObstacles reads them under the lock on the borrower's credit.
func lockObstacles(who borrower.Borrower, now time.Time) postgres.Query[obstacles] {
	return postgres.Together("account: obstacles", func(b *pgx.Batch) func() (obstacles, error) {
		credit.Lock(credit.Initial(who.ID, who.Region, who.WhiteListed), now).Queue(b)
		held := queueObstacles(b, who.ID)
		return func() (obstacles, error) { return held, nil }
	})
}

// refusal says what keeps them; nil when nothing does.
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
	return nil
}

// Withdraw takes the wish back, as long as it waits; StateChanged when it does not.
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
