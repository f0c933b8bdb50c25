package carrier

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Kind is the purpose of a session.
type Kind string

// The kinds of sessions.
const (
	Verify   Kind = "verify"
	Register Kind = "register"
)

const (
	// SessionLife is how long the borrower has for their part, and the carrier for its first response.
	SessionLife = 15 * time.Minute
	// WorkLife is how long a carrier may work before the session expires.
	WorkLife = 30 * time.Minute
	// CodeWait is the wait before another code can be requested, MaxCodes the maximum number of codes per session.
	CodeWait = time.Minute
	MaxCodes = 5
	// MaxCodeEntries is the maximum number of wrong codes per session.
	MaxCodeEntries = 5
	// MaxDailySessions is the maximum number of sessions of a borrower in 24 hours, of both kinds together.
	MaxDailySessions = 10
)

// Our own reasons for failed sessions. All others come from the carrier.
const (
	// ReasonDown: the carrier accepted no requests.
	ReasonDown = "down"
	// ReasonLost: the request never reached the carrier.
	ReasonLost = "lost"
	// ReasonCodeTries: too many wrong codes were entered.
	ReasonCodeTries = "code_tries"
)

// ErrState says that a session has changed since it was read.
var ErrState = errors.New("carrier: the state of the session has changed")

var _ = postgres.Constraints(map[string]reason.Reason{"carrier_session_running": reason.CarrierRunning})

// Session is one verification of a number or one registration of an account with a carrier.
type Session struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	Region   string
	Carrier  string
	Kind     Kind
	Way      string
	State    State
	// Reason is the reason of a failure.
	Reason     string
	CodeLength int
	CodeSentAt *time.Time
	// Codes is the number of codes sent, CodeEntries the number of wrong codes entered.
	Codes       int
	CodeEntries int
	// TenureMonths is how long the borrower has had the number, if the carrier reported it.
	TenureMonths *int
	CreatedAt    time.Time
	ExpiresAt    time.Time
	EndedAt      *time.Time
	// ValidUntil is when a proved number must be proved again.
	ValidUntil *time.Time
}

// At returns the session at an instant. A running session past its deadline is expired, even if that is not stored yet.
func (s Session) At(now time.Time) Session {
	if s.State.Running() && !now.Before(s.ExpiresAt) {
		s.State, s.EndedAt = Expired, &s.ExpiresAt
	}
	return s
}

// Proves reports whether the session proves the number at an instant.
func (s Session) Proves(now time.Time) bool { return s.ValidUntil != nil && now.Before(*s.ValidUntil) }

// CodeAgainAt returns when another code can be requested, or the zero time if none can be.
func (s Session) CodeAgainAt() time.Time {
	if s.State != Code || s.Codes >= MaxCodes || s.CodeSentAt == nil {
		return time.Time{}
	}
	return s.CodeSentAt.Add(CodeWait)
}
