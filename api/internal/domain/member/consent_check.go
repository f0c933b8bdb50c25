package member

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// DataConsents are the consents required before personal data are collected: typed, photographed or obtained from the carrier. No
// statement means no consent.
var DataConsents = []ConsentKind{ConsentTerms, ConsentPrivacy, ConsentProcessing}

// ConsentCheck is the state of a member's consents to some kinds.
type ConsentCheck struct {
	// Active is false once the member has requested the deletion of their account.
	Active bool
	// Withdrawn is true if one of the consents was withdrawn, Missing if there is no statement on one of them.
	Withdrawn bool
	Missing   bool
}

// Err returns AccountDeleting, ConsentWithdrawn or ConsentNeeded, or nil if nothing is missing.
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

// QueueConsentCheck reads the state of a member's consents in a batch.
func QueueConsentCheck(b *pgx.Batch, member uuid.UUID, needed ...ConsentKind) *ConsentCheck {
	var check ConsentCheck
	queueConsentCheck(b, member, needed, nil, func(found ConsentCheck) error { check = found; return nil })
	return &check
}

// QueueRequireConsents makes the batch fail unless the member is active and the latest statement on each kind is consent.
func QueueRequireConsents(b *pgx.Batch, member uuid.UUID, needed ...ConsentKind) {
	QueueRequireConsentsGiving(b, member, needed)
}

// QueueRequireConsentsGiving is QueueRequireConsents for a request that gives some consents itself: those may be missing, but not
// withdrawn. A request that creates an order queues it after the lock on the credit profile, which a deletion takes too.
func QueueRequireConsentsGiving(b *pgx.Batch, member uuid.UUID, needed []ConsentKind, given ...ConsentKind) {
	queueConsentCheck(b, member, needed, given, ConsentCheck.Err)
}

// RequireConsents is QueueRequireConsents in a batch of its own.
func RequireConsents(ctx context.Context, db postgres.DB, member uuid.UUID, needed ...ConsentKind) error {
	b := &pgx.Batch{}
	QueueRequireConsents(b, member, needed...)
	return postgres.Send(ctx, db, b)
}

// queueConsentCheck accepts nil for no kinds, which is NULL in the statement.
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
