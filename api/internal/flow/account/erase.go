package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

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

// EraseArgs ask for one look at the deletions whose time has come.
type EraseArgs struct{}

// Kind names the job.
func (EraseArgs) Kind() string { return "account.erase" }

// InsertOpts names its queue.
func (EraseArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// eraseActor is the job in the audit log.
const eraseActor = "job:account.erase"

const (
	// pageSize bounds what is held in memory, maxPages one run; what is left is found by the next.
	pageSize = 50
	maxPages = 20
	// requestLife is longer than any request takes.
	requestLife = time.Hour
)

// erasedKinds are the kinds of files that no law asks to keep.
var erasedKinds = []media.Kind{media.Identity, media.Face, media.Passbook, media.Proof, media.Complaint}

// queueEraseAll are the packages that forget a member. One that keeps something personal of theirs has to be here, and
// among exportSources or deviceSources.
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

// Erase does the deletions whose time has come by business time, each in a transaction of its own, and tells how many; one
// that fails keeps none of the others waiting. Then it erases the papers that need not be kept any longer, and what was
// written by requests that were under way when their member was erased.
func (a *Account) Erase(ctx context.Context) (erased int, err error) {
	now := a.clock.Now()
	failed := a.sweep(ctx, sweepErase, func(ctx context.Context, except []uuid.UUID) ([]member.Deletion, error) {
		return member.DueDeletions(ctx, a.pool, now, except, a.pageSize)
	}, func(ctx context.Context, d member.Deletion) error {
		done, err := a.erase(ctx, d, now)
		if done {
			erased++
		}
		return err
	})
	papers := a.sweep(ctx, sweepPapers, func(ctx context.Context, except []uuid.UUID) ([]member.Deletion, error) {
		return member.DueDocumentErasures(ctx, a.pool, now, except, a.pageSize)
	}, func(ctx context.Context, d member.Deletion) error { return a.eraseDocuments(ctx, d, now) })
	again := a.sweep(ctx, sweepAgain, func(ctx context.Context, except []uuid.UUID) ([]member.Deletion, error) {
		return member.DueSecondErasures(ctx, a.pool, now.Add(-requestLife), except, a.pageSize)
	}, func(ctx context.Context, d member.Deletion) error { return a.eraseAgain(ctx, d, now) })
	return erased, errors.Join(failed, papers, again)
}

// The sweeps.
const (
	sweepErase  = "account.erase"
	sweepPapers = "account.erase_papers"
	sweepAgain  = "account.erase_again"
)

// EraseNow is Erase for a person: it tries, too, what failed a moment ago.
func (a *Account) EraseNow(ctx context.Context) (erased int, err error) {
	if err := job.ForgetSetbacks(ctx, a.pool, sweepErase, sweepPapers, sweepAgain); err != nil {
		return 0, err
	}
	return a.Erase(ctx)
}

func (a *Account) sweep(
	ctx context.Context, name string, find func(ctx context.Context, except []uuid.UUID) ([]member.Deletion, error), do func(context.Context, member.Deletion) error,
) error {
	err := job.Sweep[member.Deletion]{
		Name: name, MaxPages: maxPages, ID: func(d member.Deletion) uuid.UUID { return d.ID }, Find: find, Do: do,
	}.Run(ctx, a.pool)
	if err != nil {
		return fmt.Errorf("account: %s: %w", name, err)
	}
	return nil
}

// erase takes one member away, or stops where a debt of theirs was opened again while they waited, or may yet be. Where a
// certificate of theirs is missing, it asks for it and gives job.ErrNotYet.
func (a *Account) erase(ctx context.Context, d member.Deletion, now time.Time) (done bool, err error) {
	uncertified := false
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		done, uncertified = false, false
		// Of two processes, and of a withdrawal, the first to hold the row decides.
		waits, err := member.LockDeleting(ctx, tx, d.MemberID)
		if err != nil || !waits {
			return err
		}
		b := &pgx.Batch{}
		// A reversal takes this lock, too: of the two, one comes first and the other sees it.
		credit.QueueHold(b, d.MemberID)
		held, papers, settled := queueObstacles(b, d.MemberID), loan.HasBorrowed(d.MemberID).Queue(b), loan.SettledOf(d.MemberID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		if held.refusal() != nil {
			b := &pgx.Batch{}
			member.QueueEndDeletion(b, d.MemberID, member.DeletionStopped, now)
			notify.Queue(b, notify.Notice{Member: d.MemberID, Kind: notify.DeletionStopped, At: now})
			if err := postgres.Send(ctx, tx, b); err != nil {
				return err
			}
			return note(ctx, tx, d.MemberID, "account.deletion_stopped", now)
		}
		if uncertified = len(loan.Uncertified(settled.Get())) > 0; uncertified {
			b := &pgx.Batch{}
			if err := job.QueueMissing(b, job.Of(CertifyArgs{MemberID: d.MemberID})...); err != nil {
				return err
			}
			return postgres.Send(ctx, tx, b)
		}
		done = true
		return a.eraseRows(ctx, tx, d.MemberID, papers.Get(), now)
	})
	if err == nil && uncertified {
		err = job.ErrNotYet
	}
	return done && err == nil, err
}

func (a *Account) eraseRows(ctx context.Context, tx pgx.Tx, id uuid.UUID, papers bool, now time.Time) error {
	files, err := media.Erase(ctx, tx, id, now, erasedKinds...)
	if err != nil {
		return err
	}
	loose, err := loan.DocumentsWithoutLoan(id).Read(ctx, tx)
	if err != nil {
		return err
	}
	more, err := media.EraseFiles(ctx, tx, id, now, loose...)
	if err != nil {
		return err
	}
	var until *time.Time
	if papers {
		until = new(a.papersUntil(now))
	}
	b := &pgx.Batch{}
	queueEraseAll(b, id, now)
	member.QueueErase(b, id, until, now)
	// Behind the end of the membership: see its comment.
	loan.QueueErase(b, id)
	repay.QueueEraseTexts(b, id)
	audit.QueueEraseWords(b, id)
	if err := job.Queue(b, append(Removals(append(files, more...)), a.forgetting(id)...)...); err != nil {
		return err
	}
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	return note(ctx, tx, id, "account.erased", now)
}

// eraseAgain erases what was on its way when a member was erased: their sessions ended then, but not a request that had
// begun, a picture that was being uploaded, say.
func (a *Account) eraseAgain(ctx context.Context, d member.Deletion, now time.Time) error {
	return postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		files, err := media.Erase(ctx, tx, d.MemberID, now, erasedKinds...)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		queueEraseAll(b, d.MemberID, now)
		loan.QueueErase(b, d.MemberID)
		repay.QueueEraseTexts(b, d.MemberID)
		audit.QueueEraseWords(b, d.MemberID)
		member.QueueErasedAgain(b, d.ID, now)
		if err := job.Queue(b, append(Removals(files), a.forgetting(d.MemberID)...)...); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}

// papersUntil is when the papers go of a member whose last dealing with us ends now.
func (a *Account) papersUntil(now time.Time) time.Time { return now.AddDate(a.config.KeepYears, 0, 0) }

// eraseDocuments erases the papers of one who left so long ago that no law asks for them. Where a bank took a payment back
// behind the erasure of the account, a loan of theirs was owed again, or may be once somebody has decided: its contract is
// what proves that, and stays for as long as it is owed, and then as long as that of any other loan.
func (a *Account) eraseDocuments(ctx context.Context, d member.Deletion, now time.Time) error {
	return postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		owed, settled := loan.InProgressOf(d.MemberID).Queue(b), loan.SettledOf(d.MemberID).Queue(b)
		reversal := repay.UndecidedReversal(d.MemberID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		until := now
		if len(owed.Get()) > 0 || reversal.Get() {
			until = a.papersUntil(now)
		}
		for _, l := range settled.Get() {
			if end := a.papersUntil(*l.SettledAt); end.After(until) {
				until = end
			}
		}
		if until.After(now) {
			return member.KeepDocuments(ctx, tx, d.ID, until)
		}
		files, err := media.Erase(ctx, tx, d.MemberID, now, media.Document)
		if err != nil {
			return err
		}
		b = &pgx.Batch{}
		member.QueueDocumentsErased(b, d.ID, now)
		loan.QueueEraseTexts(b, d.MemberID)
		repay.QueueEraseTexts(b, d.MemberID)
		audit.QueueEraseWords(b, d.MemberID)
		if err := job.Queue(b, Removals(files)...); err != nil {
			return err
		}
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		return note(ctx, tx, d.MemberID, "account.papers_erased", now)
	})
}

func note(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string, now time.Time) error {
	return audit.Write(ctx, tx, audit.Entry{At: now, Actor: eraseActor, Action: action, Subject: "member:" + id.String()})
}
