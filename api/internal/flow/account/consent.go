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

// Consents are a borrower's decisions about the use of their data.
type Consents struct {
	// Log is all decisions, newest first.
	Log []member.Consent
	// OrderInProgress reports whether an order still needs some of the data, even if a consent is withdrawn.
	OrderInProgress bool
}

// Consents reads the consents in one round trip.
func (a *Account) Consents(ctx context.Context, who borrower.Borrower) (Consents, error) {
	return a.consents(ctx, a.pool, who, &pgx.Batch{})
}

// SetConsent records that a borrower gives or withdraws a consent. Terms and privacy cannot be withdrawn without
// deleting the account.
func (a *Account) SetConsent(ctx context.Context, who borrower.Borrower, word member.Consent) (said Consents, err error) {
	switch {
	case !word.Kind.Valid(), !word.Granted && !word.Kind.Withdrawable():
		return Consents{}, reason.InvalidField("kind", reason.FieldNotOffered)
	}
	now := a.clock.Now()
	if word.Kind == member.ConsentBiometrics && !word.Granted {
		return a.withdrawFace(ctx, who, word, now)
	}
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		member.QueueRequireTrust(b, who.ID, who.SessionID, who.DeviceID)
		member.QueueConsents(b, who.ID, who.DeviceID, []member.Consent{word}, now)
		said, err = a.consents(ctx, tx, who, b)
		return err
	})
	return said, err
}

// withdrawFace withdraws the consent to biometrics and erases the borrower's face templates and pictures at once, in
// one transaction. Jobs remove the bytes of the pictures, which cannot be read any more from then on.
func (a *Account) withdrawFace(ctx context.Context, who borrower.Borrower, word member.Consent, now time.Time) (said Consents, err error) {
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		checks := &pgx.Batch{}
		member.QueueRequireTrust(checks, who.ID, who.SessionID, who.DeviceID)
		// The lock orders this against a check that is about to enrol: either that check sees the withdrawal, or it is
		// seen here.
		face.QueueLockMember(checks, who.ID)
		// Checks come first: a check that stores something after this sees that it has ended, and deletes it.
		face.QueueWithdraw(checks, who.ID, clock.Wall{}.Now(), now)
		if err := postgres.Send(ctx, tx, checks); err != nil {
			return err
		}
		files, err := media.Erase(ctx, tx, who.ID, now, media.Face)
		if err != nil {
			return err
		}
		// A new batch for every attempt: a batch must be sent only once.
		b := &pgx.Batch{}
		member.QueueConsents(b, who.ID, who.DeviceID, []member.Consent{word}, now)
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
