package account

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// documentsUntil is when the documents go of a member whose last dealing with us ends now.
func (a *Account) documentsUntil(now time.Time) time.Time {
	return now.AddDate(a.config.KeepYears, 0, 0)
}

// eraseDocuments erases the documents of one who left so long ago that no law asks for them. Where a bank took a payment back
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
