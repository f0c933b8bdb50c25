package account

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
)

// Consents is what a borrower has said about the use of their data.
type Consents struct {
	// Log is everything, the newest first.
	Log []member.Consent
	// OrderInProgress: some of their data are still needed for an order, whatever they take back.
	OrderInProgress bool
}

// Consents reads it in one round trip.
func (a *Account) Consents(ctx context.Context, who borrower.Borrower) (Consents, error) {
	return a.consents(ctx, a.pool, who, &pgx.Batch{})
}

// SetConsent writes down that a borrower agrees to something, or does so no longer. Terms and privacy stay as long as the
// account does: taking them back is leaving.
func (a *Account) SetConsent(ctx context.Context, who borrower.Borrower, word member.Consent) (Consents, error) {
	switch {
	case !word.Kind.Valid(), !word.Granted && !word.Kind.Withdrawable():
		return Consents{}, reason.InvalidField("kind", reason.FieldNotOffered)
	}
	now := a.clock.Now()
	b := &pgx.Batch{}
	member.QueueConsents(b, who.ID, who.DeviceID, []member.Consent{word}, now)
	if word.Kind == member.ConsentBiometrics && !word.Granted {
		return a.withdrawFace(ctx, who, b, now)
	}
	return a.consents(ctx, a.pool, who, b)
}

// withdrawFace erases templates and pictures of a borrower's face with the consent to them: at once, in one
// transaction; the bytes of the pictures, which nobody can read from then on, by jobs.
func (a *Account) withdrawFace(ctx context.Context, who borrower.Borrower, b *pgx.Batch, now time.Time) (said Consents, err error) {
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		// A check that is about to enrol sees the word, or is seen here.
		checks := &pgx.Batch{}
		face.QueueLockMember(checks, who.ID)
		// Checks first: whatever one keeps behind that, it sees that it has ended, and forgets.
		face.QueueWithdraw(checks, who.ID, clock.Wall{}.Now(), now)
		if err := postgres.Send(ctx, tx, checks); err != nil {
			return err
		}
		files, err := media.Erase(ctx, tx, who.ID, now, media.Face)
		if err != nil {
			return err
		}
		if err := queueLog(b, who, "face.consent_withdrawn", now); err != nil {
			return err
		}
		if err := job.Queue(b, Removals(files)...); err != nil {
			return err
		}
		said, err = a.consents(ctx, tx, who, b)
		return err
	})
	return said, err
}

func (a *Account) consents(ctx context.Context, db postgres.DB, who borrower.Borrower, b *pgx.Batch) (Consents, error) {
	log, open := member.QueueConsentLog(b, who.ID), loan.InProgressOf(who.ID).Queue(b)
	if err := postgres.Send(ctx, db, b); err != nil {
		return Consents{}, err
	}
	return Consents{Log: *log, OrderInProgress: len(open.Get()) > 0}, nil
}
