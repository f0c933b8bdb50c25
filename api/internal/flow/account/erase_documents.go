package account

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// documentsUntil returns until when the documents of a member must be kept whose last business with us ends now.
func (a *Account) documentsUntil(now time.Time) time.Time {
	return now.AddDate(a.config.KeepYears, 0, 0)
}

// eraseDocuments erases the documents of a former member when no law requires them any more. If a bank took a payment
// back after the account was erased, a loan may be owed again, or may become so by a pending decision. Its contract is
// the proof of that debt: it is kept as long as the debt exists, and then as long as that of any other loan.
func (a *Account) eraseDocuments(ctx context.Context, d member.Deletion, now time.Time) error {
	return postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		// A reversal also takes this lock: either the debt that it reopens is seen here, or it comes after the erasure.
		credit.QueueLock(b, d.MemberID)
		owed, settled := loan.InProgressOf(d.MemberID).Queue(b), loan.SettledOf(d.MemberID).Queue(b)
		reversal := repay.UndecidedReversal(d.MemberID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		until := now
		if len(owed.Get()) > 0 || reversal.Get() {
			until = a.documentsUntil(now)
		}
		for _, l := range settled.Get() {
			if end := a.documentsUntil(*l.SettledAt); end.After(until) {
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
