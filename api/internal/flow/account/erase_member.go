package account

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// erasedKinds are the kinds of files that no law requires to be kept.
var erasedKinds = []media.Kind{media.Identity, media.Face, media.Passbook, media.Proof, media.Complaint}

// queueEraseAll erases a member in every package that stores personal data. A new package must be added here, and to
// exportSources or deviceSources. Data that may have many rows is erased by eraseMany, because a transaction must be
// short.
func queueEraseAll(b *pgx.Batch, id uuid.UUID, now time.Time) {
	kyc.QueueErase(b, id)
	carrier.QueueErase(b, id)
	channel.QueueErase(b, id)
	bankcard.QueueErase(b, id, now)
	credit.QueueErase(b, id)
	repay.QueueErase(b, id, now)
	support.QueueErase(b, id, now)
	face.QueueErase(b, id, now)
	idempotency.QueueForget(b, id.String())
}

// eraseMany erases data that may have many rows, one page per transaction. If the process dies or the deadline passes
// midway, the erased pages stay erased and the next run continues.
func (a *Account) eraseMany(ctx context.Context, id uuid.UUID, now time.Time) error {
	for more := true; more; {
		err := postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
			files, err := media.ErasePage(ctx, tx, id, now, a.erasePage, erasedKinds...)
			if err != nil {
				return err
			}
			more = len(files) == a.erasePage
			return job.Insert(ctx, tx, Removals(files)...)
		})
		if err != nil {
			return err
		}
	}
	if err := support.EraseMany(ctx, a.pool, id, a.erasePage); err != nil {
		return err
	}
	return face.EraseMany(ctx, a.pool, id)
}

// erase erases one member, or stops the deletion if a debt was opened again meanwhile, or may be. If a certificate is
// missing, it queues the job that makes it and returns job.ErrNotYet. The membership ends in one transaction (leave);
// data with many rows follows in pages, and only then is the deletion marked as done. Until then every run finds it
// again.
func (a *Account) erase(ctx context.Context, d member.Deletion, now time.Time) (done bool, err error) {
	var left, uncertified bool
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) (err error) {
		left, uncertified, err = leave(ctx, tx, d.MemberID, now)
		return err
	})
	if err == nil && uncertified {
		err = job.ErrNotYet
	}
	if err != nil || !left {
		return false, err
	}
	if err = a.eraseMany(ctx, d.MemberID, now); err == nil {
		done, err = a.endErasure(ctx, d.MemberID, now)
	}
	if err != nil && ctx.Err() != nil {
		err = job.ErrNotYet // a part is erased; the next run continues
	}
	return done, err
}

// leave ends a membership and erases everything that identifies the member. left reports whether it has ended, now or
// before. If there is an obstacle, the deletion is stopped instead. If a certificate is missing, its job is queued and
// uncertified is true.
func leave(ctx context.Context, tx pgx.Tx, id uuid.UUID, now time.Time) (left, uncertified bool, err error) {
	// Two processes, or a process and a withdrawal, may compete: the first to lock the row decides.
	deleting, gone, err := member.LockLeaving(ctx, tx, id)
	if err != nil || !deleting {
		return gone, false, err
	}
	b := &pgx.Batch{}
	// A reversal also takes this lock, so that one of the two sees the other.
	credit.QueueLock(b, id)
	held, settled := queueObstacles(b, id), loan.SettledOf(id).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return false, false, err
	}
	if held.refusal() != nil {
		return false, false, stopDeletion(ctx, tx, id, now)
	}
	b = &pgx.Batch{}
	if len(loan.Uncertified(settled.Get())) > 0 {
		if err := job.QueueMissing(b, job.Of(CertifyArgs{MemberID: id})...); err != nil {
			return false, false, err
		}
		return false, true, postgres.Send(ctx, tx, b)
	}
	queueEraseAll(b, id, now)
	member.QueueLeave(b, id, now)
	return true, false, postgres.Send(ctx, tx, b)
}

// stopDeletion ends the deletion of a member who owes something again, and notifies them.
func stopDeletion(ctx context.Context, tx pgx.Tx, id uuid.UUID, now time.Time) error {
	b := &pgx.Batch{}
	member.QueueEndDeletion(b, id, member.DeletionStopped, now)
	notify.Queue(b, notify.Notice{Member: id, Kind: notify.DeletionStopped, At: now})
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	return note(ctx, tx, id, "account.deletion_stopped", now)
}

// errMarked rolls back a step of an erasure that another process has marked as done meanwhile, with its jobs.
var errMarked = errors.New("account: another process has marked this step as done")

// step runs the last transaction of an erasure, or of a second one. do returns errMarked if another process has already
// marked it as done; then done is false.
func (a *Account) step(ctx context.Context, do func(context.Context, pgx.Tx) error) (done bool, err error) {
	err = postgres.InTx(ctx, a.pool, do)
	if errors.Is(err, errMarked) {
		return false, nil
	}
	return err == nil, err
}

// endErasure erases the data that belongs to the loans of a former member and marks the deletion as done. done is false
// if another process has already marked it.
func (a *Account) endErasure(ctx context.Context, id uuid.UUID, now time.Time) (done bool, err error) {
	return a.step(ctx, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		loose, documents := loan.DocumentsWithoutLoan(id).Queue(b), loan.HasBorrowed(id).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		files, err := media.EraseFiles(ctx, tx, id, now, loose.Get()...)
		if err != nil {
			return err
		}
		var until *time.Time
		if documents.Get() {
			until = new(a.documentsUntil(now))
		}
		b = &pgx.Batch{}
		queueEraseWords(b, id)
		ended := member.EndErasure(id, until, now).Queue(b)
		if err := job.Queue(b, append(Removals(files), a.forgetting(id)...)...); err != nil {
			return err
		}
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		if !ended.Get() {
			return errMarked
		}
		return note(ctx, tx, id, "account.erased", now)
	})
}

// queueEraseWords erases free text about the loans of a former member. The database refuses to erase that of a current
// member.
func queueEraseWords(b *pgx.Batch, id uuid.UUID) {
	loan.QueueErase(b, id)
	repay.QueueEraseTexts(b, id)
	audit.QueueEraseWords(b, id)
}

// eraseAgain erases what was still being written when a member was erased. Their sessions ended then, but a running
// request, such as a picture upload, did not.
func (a *Account) eraseAgain(ctx context.Context, d member.Deletion, now time.Time) error {
	if err := a.eraseMany(ctx, d.MemberID, now); err != nil {
		return err
	}
	_, err := a.step(ctx, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		queueEraseAll(b, d.MemberID, now)
		queueEraseWords(b, d.MemberID)
		ended := member.EndSecondErasure(d.ID, now).Queue(b)
		if err := job.Queue(b, a.forgetting(d.MemberID)...); err != nil {
			return err
		}
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		if !ended.Get() {
			return errMarked
		}
		return nil
	})
	return err
}
