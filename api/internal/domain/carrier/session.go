package carrier

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Kind is what a session is for.
type Kind string

// The kinds.
const (
	Verify   Kind = "verify"
	Register Kind = "register"
)

const (
	// SessionLife is how long a borrower may take for their part, and the carrier for its first word.
	SessionLife = 15 * time.Minute
	// WorkLife is how long a carrier may work before the borrower is told that it takes too long.
	WorkLife = 30 * time.Minute
	// CodeWait is the pause before another code may be asked for, MaxCodes how many codes one session has.
	CodeWait = time.Minute
	MaxCodes = 5
	// MaxCodeEntries is how often a wrong code may be entered in one session.
	MaxCodeEntries = 5
	// MaxDailySessions is how many sessions a borrower has in 24 hours, of both kinds together.
	MaxDailySessions = 10
)

// The reasons of a failed session that are ours; the others are the carrier's.
const (
	// ReasonDown: the carrier took no requests.
	ReasonDown = "down"
	// ReasonLost: the request never reached the carrier.
	ReasonLost = "lost"
	// ReasonCodeTries: too many wrong codes.
	ReasonCodeTries = "code_tries"
)

// ErrState says that a session is not where a step starts: something else was faster.
var ErrState = errors.New("carrier: the session has moved on")

var _ = postgres.Constraints(map[string]reason.Reason{"carrier_session_running": reason.CarrierRunning})

// Session is one verification of a number, or one opening of an account, from the first question to the last answer.
type Session struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	Region   string
	Carrier  string
	Kind     Kind
	Way      string
	State    State
	// Reason is why it failed.
	Reason     string
	CodeLength int
	CodeSentAt *time.Time
	// Codes counts the codes that were texted, CodeEntries the wrong ones that were entered.
	Codes       int
	CodeEntries int
	// TenureMonths is how long the number has been theirs, where the carrier told.
	TenureMonths *int
	CreatedAt    time.Time
	ExpiresAt    time.Time
	EndedAt      *time.Time
	// ValidUntil is when a proved number has to be proved again.
	ValidUntil *time.Time
}

// At is the session as it stands at an instant: one that took too long has expired, whether somebody wrote it down or not.
func (s Session) At(now time.Time) Session {
	if s.State.Running() && !now.Before(s.ExpiresAt) {
		s.State, s.EndedAt = Expired, &s.ExpiresAt
	}
	return s
}

// Proves reports whether the session proves the number at an instant.
func (s Session) Proves(now time.Time) bool { return s.ValidUntil != nil && now.Before(*s.ValidUntil) }

// CodeAgainAt is when another code may be asked for; the zero time where none may.
func (s Session) CodeAgainAt() time.Time {
	if s.State != Code || s.Codes >= MaxCodes || s.CodeSentAt == nil {
		return time.Time{}
	}
	return s.CodeSentAt.Add(CodeWait)
}
