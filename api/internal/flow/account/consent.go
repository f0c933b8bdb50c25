package account

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
)

// Consents is what a borrower has said about the use of her data.
type Consents struct {
	// Log is everything, the newest first.
	Log []member.Consent
	// OrderInProgress: some of her data are still needed for an order, whatever she takes back.
	OrderInProgress bool
}

// Consents reads it in one round trip.
func (a *Account) Consents(ctx context.Context, who borrower.Borrower) (Consents, error) {
	return a.consents(ctx, who, &pgx.Batch{})
}

// SetConsent writes down that a borrower agrees to something, or does so no longer. Terms and privacy stay as long as the
// account does: taking them back is leaving.
func (a *Account) SetConsent(ctx context.Context, who borrower.Borrower, word member.Consent) (Consents, error) {
	switch {
	case !word.Kind.Valid(), !word.Granted && !word.Kind.Withdrawable():
		return Consents{}, reason.InvalidField("kind", reason.FieldNotOffered)
	}
	b := &pgx.Batch{}
	member.QueueConsents(b, who.ID, who.DeviceID, []member.Consent{word}, a.clock.Now())
	return a.consents(ctx, who, b)
}

func (a *Account) consents(ctx context.Context, who borrower.Borrower, b *pgx.Batch) (Consents, error) {
	log, open := member.QueueConsentLog(b, who.ID), loan.QueueInProgress(b, who.ID)
	if err := a.pool.SendBatch(ctx, b).Close(); err != nil {
		return Consents{}, postgres.Reason(err)
	}
	return Consents{Log: *log, OrderInProgress: len(*open) > 0}, nil
}
