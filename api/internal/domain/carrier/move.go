package carrier

import (
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Move is one step of a session. Nil fields do not change.
type Move struct {
	// Session is the session as read. The step requires its state and its number of codes to be unchanged.
	Session Session
	Event   Event
	At      time.Time
	// Reason is the reason of a refusal.
	Reason       string
	CodeLength   int
	CodeSentAt   *time.Time
	TenureMonths *int
	// ValidDays is how many days a proof is valid.
	ValidDays int
	// ReturnsCodeEntry gives back the entry that TakeCodeEntry took, because the code was not wrong.
	ReturnsCodeEntry bool
}

// moveSQL is the only statement that changes a session. It also compares the number of codes, so that of two concurrent requests
// for another code only one succeeds.
const moveSQL = `
	WITH moved AS (
		UPDATE carrier_session SET state = $3, reason = $6, code_length = COALESCE(NULLIF($7, 0), code_length),
			code_sent_at = COALESCE($8, code_sent_at), codes = codes + $9, tries = tries + $10,
			tenure_months = COALESCE($11, tenure_months), expires_at = COALESCE($12, expires_at), ended_at = $13, valid_until = $14
		WHERE id = $1 AND state = $2 AND codes = $15 RETURNING *),
	logged AS (
		INSERT INTO carrier_session_event (session_id, event, from_state, to_state, reason, at)
		SELECT id, $4, $2, $3, $6, $5 FROM moved)
	SELECT ` + columns + ` FROM moved`

// Step returns the query that writes the step and returns the session after it. It fails with ErrState if the session has changed
// in the meantime.
func (m Move) Step() (postgres.Query[Session], error) {
	to, ok := Next(m.Session.State, m.Event)
	if !ok {
		return postgres.Query[Session]{}, fmt.Errorf("%w: %s cannot happen in %s", ErrState, m.Event, m.Session.State)
	}
	moved := postgres.Row[Session]("carrier: move", moveSQL,
		m.Session.ID, m.Session.State, to, m.Event, m.At, m.Reason, m.CodeLength, m.CodeSentAt, m.codes(), m.codeEntries(),
		m.TenureMonths, m.expires(to), m.ended(to), m.valid(to), m.Session.Codes)
	return postgres.Then(moved, func(after *Session) (Session, error) {
		if after == nil {
			return Session{}, ErrState
		}
		return *after, nil
	}), nil
}

func (m Move) codes() int {
	switch m.Event {
	case CodeSent:
		return 1
	case CodeUnsent:
		return -1
	}
	return 0
}

func (m Move) codeEntries() int {
	if m.ReturnsCodeEntry {
		return -1
	}
	return 0
}

// expires returns a new deadline when the borrower or the carrier has to act next.
func (m Move) expires(to State) *time.Time {
	var until time.Time
	switch {
	case to == Waiting:
		until = m.At.Add(WorkLife)
	case to == Code && m.Event == CodeSent:
		until = m.At.Add(SessionLife)
	default:
		return nil
	}
	return &until
}

func (m Move) ended(to State) *time.Time {
	if to.Running() {
		return nil
	}
	return &m.At
}

func (m Move) valid(to State) *time.Time {
	if to != Succeeded || m.Session.Kind != Verify {
		return nil
	}
	until := m.At.AddDate(0, 0, m.ValidDays)
	return &until
}
