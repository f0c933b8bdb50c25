package member

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// ConsentKind is a purpose that a borrower can consent to separately.
type ConsentKind string

// The kinds of consent. An account requires terms and privacy: a borrower who no longer agrees to them deletes it.
const (
	ConsentTerms      ConsentKind = "terms"
	ConsentPrivacy    ConsentKind = "privacy"
	ConsentProcessing ConsentKind = "data_processing"
	ConsentCredit     ConsentKind = "credit_check"
	ConsentMarketing  ConsentKind = "marketing"
	ConsentAnalytics  ConsentKind = "analytics"
	// ConsentBiometrics covers a template of the borrower's face and the pictures of face checks.
	ConsentBiometrics ConsentKind = "biometrics"
)

// ConsentKinds lists all kinds in the order of display.
var ConsentKinds = []ConsentKind{ConsentTerms, ConsentPrivacy, ConsentProcessing, ConsentCredit, ConsentMarketing, ConsentAnalytics, ConsentBiometrics}

// Withdrawable reports whether the kind can be withdrawn while the account exists.
func (k ConsentKind) Withdrawable() bool { return k != ConsentTerms && k != ConsentPrivacy }

// Valid reports whether k is one of ConsentKinds.
func (k ConsentKind) Valid() bool { return slices.Contains(ConsentKinds, k) }

// Consent is one statement about a kind: consent given or withdrawn.
type Consent struct {
	Kind ConsentKind
	// Version is the version of the text that was shown.
	Version string
	Granted bool
	At      time.Time
}

// Granted reports whether a member's latest statement on a kind is consent. No statement means no consent.
func Granted(member uuid.UUID, kind ConsentKind) postgres.Query[bool] {
	return postgres.Value[bool]("member: consent", `
		SELECT COALESCE((SELECT granted FROM consent WHERE member_id = $1 AND kind = $2 ORDER BY at DESC, id DESC LIMIT 1), false)`, member, kind)
}

// addConsent inserts a statement with the device selected by the format argument. It skips a statement that repeats the latest of
// its kind on the same device, so that logins do not repeat it. On another device the person may be another one, because phone
// numbers are recycled, so the current owner's own consent is stored.
const addConsent = `
	INSERT INTO consent (member_id, kind, version, granted, at, device_id)
	SELECT $1::uuid, $2::text, $3::text, $4::boolean, $5, device.id FROM (%s) device (id)
	WHERE NOT EXISTS (
		SELECT FROM (SELECT version, granted, device_id FROM consent WHERE member_id = $1 AND kind = $2 ORDER BY at DESC, id DESC LIMIT 1) latest
		WHERE latest.version = $3 AND latest.granted = $4 AND latest.device_id = device.id)`

var (
	addConsentOfDevice  = fmt.Sprintf(addConsent, `SELECT $6::uuid`)
	addConsentOfSession = fmt.Sprintf(addConsent, `SELECT device_id FROM session WHERE token_hash = $6`)
)

// QueueConsents inserts the statements made on a device. One that repeats the latest is skipped.
func QueueConsents(b *pgx.Batch, member, device uuid.UUID, given []Consent, now time.Time) {
	for _, c := range given {
		b.Queue(addConsentOfDevice, member, c.Kind, c.Version, c.Granted, now, device)
	}
}

// queueLoginConsents is QueueConsents for a session that is opened in the same batch.
func queueLoginConsents(b *pgx.Batch, member uuid.UUID, tokenHash []byte, given []Consent, now time.Time) {
	for _, c := range given {
		b.Queue(addConsentOfSession, member, c.Kind, c.Version, c.Granted, now, tokenHash)
	}
}

// consentLog is the number of statements shown per kind, because a member who keeps switching a consent adds thousands a year. The
// data export has all of them.
const consentLog = 50

// QueueConsentLog reads the newest statements of a member for each kind, newest first.
func QueueConsentLog(b *pgx.Batch, member uuid.UUID) *[]Consent {
	var log []Consent
	b.Queue(`
		SELECT c.kind, c.version, c.granted, c.at FROM unnest($2::text[]) asked (kind),
			LATERAL (SELECT * FROM consent WHERE member_id = $1 AND kind = asked.kind ORDER BY at DESC, id DESC LIMIT $3) c
		ORDER BY c.at DESC, c.id DESC`, member, ConsentKinds, consentLog).
		Query(func(rows pgx.Rows) error {
			var err error
			log, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Consent])
			return err
		})
	return &log
}

// Latest returns the newest statement on a kind in a log, or nil if there is none.
func Latest(log []Consent, kind ConsentKind) *Consent {
	for i := range log {
		if log[i].Kind == kind {
			return &log[i]
		}
	}
	return nil
}
