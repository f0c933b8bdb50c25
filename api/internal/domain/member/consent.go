package member

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// ConsentKind is one thing that a borrower may agree to, each by itself.
type ConsentKind string

// The kinds. Terms and privacy are what the account rests on: who no longer agrees deletes it.
const (
	ConsentTerms      ConsentKind = "terms"
	ConsentPrivacy    ConsentKind = "privacy"
	ConsentProcessing ConsentKind = "data_processing"
	ConsentCredit     ConsentKind = "credit_check"
	ConsentMarketing  ConsentKind = "marketing"
	ConsentAnalytics  ConsentKind = "analytics"
	// ConsentBiometrics is to a template of the borrower's face and the pictures of face checks.
	ConsentBiometrics ConsentKind = "biometrics"
)

// ConsentKinds are all of them, in the order in which they are shown.
var ConsentKinds = []ConsentKind{ConsentTerms, ConsentPrivacy, ConsentProcessing, ConsentCredit, ConsentMarketing, ConsentAnalytics, ConsentBiometrics}

// Withdrawable reports whether the kind can be taken back while the account stays.
func (k ConsentKind) Withdrawable() bool { return k != ConsentTerms && k != ConsentPrivacy }

// Valid reports whether k is one of ConsentKinds.
func (k ConsentKind) Valid() bool { return slices.Contains(ConsentKinds, k) }

// Consent is one word given or taken back.
type Consent struct {
	Kind ConsentKind
	// Version is that of the text that was read.
	Version string
	Granted bool
	At      time.Time
}

// Granted reports whether a member's latest word on a kind is yes. Silence is no consent.
func Granted(member uuid.UUID, kind ConsentKind) postgres.Query[bool] {
	return postgres.Value[bool]("member: consent", `
		SELECT COALESCE((SELECT granted FROM consent WHERE member_id = $1 AND kind = $2 ORDER BY at DESC, id DESC LIMIT 1), false)`, member, kind)
}

// addConsent adds a word with the device that the format is given. One that says what the latest of its kind said on the
// same device is left out, so that a log-in does not repeat itself. On another device it may be another person's: phone
// numbers are recycled, and who has one now has said what they agreed to themselves.
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

// QueueConsents adds words to the log that were said on a device; one that repeats the latest is left out.
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

// consentLog is how many words of each kind are shown: who says yes and no all day adds thousands in a year. The copy of their
// data has all.
const consentLog = 50

// QueueConsentLog reads the newest of what a member has said of each kind, the newest first.
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

// Latest is the newest word on a kind in a log; nil when nothing was said.
func Latest(log []Consent, kind ConsentKind) *Consent {
	for i := range log {
		if log[i].Kind == kind {
			return &log[i]
		}
	}
	return nil
}
