package account

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/idem"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Leaving is how the deletion of an account stands.
type Leaving struct {
	// Deletion is the newest wish; nil when there was none.
	Deletion *member.Deletion
	// Open are the orders that keep the borrower from leaving; RefundPending: so does money on its way back to her.
	Open          []loan.InProgress
	RefundPending bool
	// HasPapers: papers of hers have to be kept when she leaves, for KeepYears.
	HasPapers bool
	KeepYears int
	Wait      time.Duration
}

// Waiting reports whether the account is on its way out.
func (l Leaving) Waiting() bool { return l.Deletion != nil && l.Deletion.Outcome == "" }

// Leaving reads it in one round trip.
func (a *Account) Leaving(ctx context.Context, who borrower.Borrower) (Leaving, error) {
	return a.read(ctx, a.pool, who, &pgx.Batch{})
}

// read reads it at the end of a batch.
func (a *Account) read(ctx context.Context, db postgres.DB, who borrower.Borrower, b *pgx.Batch) (Leaving, error) {
	deletion, open := member.QueueDeletion(b, who.ID), loan.QueueInProgress(b, who.ID)
	refund, papers := repay.QueueRefundPending(b, who.ID), loan.QueueHasPapers(b, who.ID)
	if err := db.SendBatch(ctx, b).Close(); err != nil {
		return Leaving{}, postgres.Reason(err)
	}
	return Leaving{
		Deletion: *deletion, Open: *open, RefundPending: *refund, HasPapers: *papers, KeepYears: a.config.KeepYears, Wait: a.config.Wait,
	}, nil
}

// Delete asks for the deletion of an account, once per intention. An order in progress and money on its way back refuse it.
// It takes the lock that an application takes: of the two, one comes first and the other sees it.
func (a *Account) Delete(ctx context.Context, who borrower.Borrower, code string) (Leaving, error) {
	now := a.clock.Now()
	return idem.Run(ctx, a.pool, who.Idem, func(ctx context.Context, tx pgx.Tx) (Leaving, error) {
		b := &pgx.Batch{}
		credit.QueueLock(b, credit.First(who.ID, who.Region, who.WhiteListed), now)
		open, refund := loan.QueueInProgress(b, who.ID), repay.QueueRefundPending(b, who.ID)
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return Leaving{}, err
		}
		if err := mayLeave(*open, *refund); err != nil {
			return Leaving{}, err
		}
		// Nothing but her credit's first row has been written: keeping a wrong try keeps nothing else.
		if err := a.codes(ctx, tx, who.Phone, code, now); err != nil {
			return Leaving{}, postgres.Keep(err)
		}
		b = &pgx.Batch{}
		due := now.Add(a.config.Wait)
		member.QueueRequestDeletion(b, who.ID, now, due)
		notify.Queue(b, notify.Notice{
			Member: who.ID, Kind: notify.DeletionSubmitted, At: now, Args: reason.Named("date", who.Region.Today(due)),
		})
		if err := queueLog(b, who, "account.deletion_requested", now); err != nil {
			return Leaving{}, err
		}
		return a.read(ctx, tx, who, b)
	})
}

// mayLeave says what keeps a borrower from leaving.
func mayLeave(open []loan.InProgress, refund bool) error {
	if len(open) > 0 {
		numbers := make([]string, len(open))
		for i, o := range open {
			numbers[i] = o.OrderNo
		}
		return reason.New(reason.DeleteRefused, "orders", strings.Join(numbers, ", "))
	}
	if refund {
		return reason.New(reason.DeleteRefund)
	}
	return nil
}

// Withdraw takes the wish back, as long as it waits; StateChanged when it does not.
func (a *Account) Withdraw(ctx context.Context, who borrower.Borrower) (l Leaving, err error) {
	now := a.clock.Now()
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
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
