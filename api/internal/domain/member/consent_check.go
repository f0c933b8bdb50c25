package member

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// DataConsents are the consents that come before a borrower's personal data are taken: what they type, photograph or have
// their carrier tell. Silence is none of them.
var DataConsents = []ConsentKind{ConsentTerms, ConsentPrivacy, ConsentProcessing}

// ConsentCheck is how a member stands to some consents.
type ConsentCheck struct {
	// Active is false once they have asked for the deletion of their account.
	Active bool
	// Withdrawn is true when they took one of them back, Missing when they never said a word on one.
	Withdrawn bool
	Missing   bool
}

// Err says what stands in the way: AccountDeleting, ConsentWithdrawn or ConsentNeeded.
func (c ConsentCheck) Err() error {
	switch {
	case !c.Active:
		return reason.New(reason.AccountDeleting)
	case c.Withdrawn:
		return reason.New(reason.ConsentWithdrawn)
	case c.Missing:
		return reason.New(reason.ConsentNeeded)
	}
	return nil
}

// QueueConsentCheck reads in a batch how a member stands to consents.
func QueueConsentCheck(b *pgx.Batch, member uuid.UUID, needed ...ConsentKind) *ConsentCheck {
	var check ConsentCheck
	queueConsentCheck(b, member, needed, nil, func(found ConsentCheck) error { check = found; return nil })
	return &check
}

// QueueRequireConsents checks in a batch that a member has not asked for the deletion of their account, and that their
// latest word on each consent is yes.
func QueueRequireConsents(b *pgx.Batch, member uuid.UUID, needed ...ConsentKind) {
	QueueRequireConsentsGiving(b, member, needed)
}

// QueueRequireConsentsGiving is QueueRequireConsents for a call that gives some consents itself: those must only not have been
// taken back. What makes an order is queued behind the lock on their credit, which a deletion takes too.
func QueueRequireConsentsGiving(b *pgx.Batch, member uuid.UUID, needed []ConsentKind, given ...ConsentKind) {
	queueConsentCheck(b, member, needed, given, ConsentCheck.Err)
}

// RequireConsents is QueueRequireConsents by itself.
func RequireConsents(ctx context.Context, db postgres.DB, member uuid.UUID, needed ...ConsentKind) error {
	b := &pgx.Batch{}
	QueueRequireConsents(b, member, needed...)
	return postgres.Send(ctx, db, b)
}

// queueConsentCheck takes nil for no consents, which is NULL there.
func queueConsentCheck(b *pgx.Batch, member uuid.UUID, needed, given []ConsentKind, then func(ConsentCheck) error) {
	b.Queue(`
		WITH latest AS (
			SELECT asked.kind, (SELECT c.granted FROM consent c WHERE c.member_id = $1 AND c.kind = asked.kind ORDER BY c.at DESC, c.id DESC LIMIT 1) AS granted
			FROM unnest($2::text[] || $3::text[]) AS asked (kind))
		SELECT m.status = 'active', EXISTS (SELECT FROM latest WHERE NOT granted), EXISTS (SELECT FROM latest WHERE granted IS NULL AND (kind = ANY ($3)) IS NOT TRUE)
		FROM member m WHERE m.id = $1`, member, needed, given).
		QueryRow(func(row pgx.Row) error {
			var found ConsentCheck
			if err := row.Scan(&found.Active, &found.Withdrawn, &found.Missing); err != nil {
				return err
			}
			return then(found)
		})
}
