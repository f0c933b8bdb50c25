package account

import (
	"context"
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

// erasedKinds are the kinds of files that no law asks to keep.
var erasedKinds = []media.Kind{media.Identity, media.Face, media.Passbook, media.Proof, media.Complaint}

// queueEraseAll are the packages that forget a member. One that keeps something personal of theirs has to be here, and
// among exportSources or deviceSources. What there may be a great deal of is erased by eraseMany: a transaction has to be short.
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

// eraseMany erases what there may be a great deal of, in pages, each a transaction of its own. It may end in between, by a process that
// dies or a time that is over: what is gone stays gone, and the next look goes on.
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

// erase takes one member away, or stops where a debt of theirs was opened again while they waited, or may yet be. Where a
// certificate of theirs is missing, it asks for it and gives job.ErrNotYet. The membership ends in one transaction (leave); what there
// may be a great deal of follows in pages, and then the deletion is done. Until it is, each look finds it again.
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
		err = job.ErrNotYet // a part is gone; the rest goes the next time
	}
	return done, err
}

// leave ends a membership, with all that tells who the member is; left tells that it has ended, now or before. Where something stands
// against it the deletion is stopped instead, and where a certificate is missing that is asked for, and uncertified.
func leave(ctx context.Context, tx pgx.Tx, id uuid.UUID, now time.Time) (left, uncertified bool, err error) {
	// Of two processes, and of a withdrawal, the first to hold the row decides.
	deleting, gone, err := member.LockLeaving(ctx, tx, id)
	if err != nil || !deleting {
		return gone, false, err
	}
	b := &pgx.Batch{}
	// A reversal takes this lock, too: of the two, one comes first and the other sees it.
	credit.QueueHold(b, id)
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

// stopDeletion ends a deletion whose member owes something again, and tells them.
func stopDeletion(ctx context.Context, tx pgx.Tx, id uuid.UUID, now time.Time) error {
	b := &pgx.Batch{}
	member.QueueEndDeletion(b, id, member.DeletionStopped, now)
	notify.Queue(b, notify.Notice{Member: id, Kind: notify.DeletionStopped, At: now})
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	return note(ctx, tx, id, "account.deletion_stopped", now)
}

// endErasure erases what belongs to the loans of a member who has left, and notes that the deletion is done; false where another process
// has noted that.
func (a *Account) endErasure(ctx context.Context, id uuid.UUID, now time.Time) (done bool, err error) {
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
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
		if done = ended.Get(); !done {
			return nil
		}
		return note(ctx, tx, id, "account.erased", now)
	})
	return done && err == nil, err
}

// queueEraseWords erases what was written in words beside the loans of a member who has left: the database erases none of one who has not.
func queueEraseWords(b *pgx.Batch, id uuid.UUID) {
	loan.QueueErase(b, id)
	repay.QueueEraseTexts(b, id)
	audit.QueueEraseWords(b, id)
}

// eraseAgain erases what was on its way when a member was erased: their sessions ended then, but not a request that had
// begun, a picture that was being uploaded, say.
func (a *Account) eraseAgain(ctx context.Context, d member.Deletion, now time.Time) error {
	if err := a.eraseMany(ctx, d.MemberID, now); err != nil {
		return err
	}
	return postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		queueEraseAll(b, d.MemberID, now)
		queueEraseWords(b, d.MemberID)
		member.QueueErasedAgain(b, d.ID, now)
		if err := job.Queue(b, a.forgetting(d.MemberID)...); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}
