package member

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/cache"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Expectation is the session that a token had recently. It is looked up again together with the request's own queries. Nothing
// read for it may be returned to the client before Confirm has found the same session.
type Expectation struct {
	Session Session
	members *Members
	hash    []byte
	at      time.Time
	found   *postgres.Answer[*sessionRow]
	// alive is the result of judge, or nil before its first call.
	alive *bool
}

// Expect returns the session that a token had at its last look-up, and a context whose first batch looks it up again. It returns
// nil for a token that was not seen recently.
func (m *Members) Expect(ctx context.Context, token string) (context.Context, *Expectation) {
	hash := secret.TokenHash(token)
	known, seen := m.recent.Get([sha256.Size]byte(hash))
	if !seen {
		return ctx, nil
	}
	e := &Expectation{Session: known, members: m, hash: hash, at: m.Clock.Now()}
	ctx, e.found = postgres.Piggyback(ctx, m.Pool, sessionOf(hash, e.at))
	return ctx, e
}

// ErrNotLookedUp says that the request sent no batch that looked the session up, or that the batch failed.
var ErrNotLookedUp = errors.New("member: the session was not looked up")

// Met reports whether the look-up has found exactly the expected session. It sends no query.
func (e *Expectation) Met() bool {
	row, looked := e.found.Known()
	return looked && e.judge(row) && row.Session.same(e.Session)
}

// judge reports whether the session is alive. The result is kept, because a sighting of the device may be recorded in the
// meantime, and Confirm must not refuse what was done after Met.
func (e *Expectation) judge(row *sessionRow) bool {
	if e.alive == nil {
		alive := e.members.alive(row, e.at)
		e.alive = &alive
	}
	return *e.alive
}

// Confirm is Find with the result of the look-up. met reports whether it found exactly the expected session; if not, everything
// done or read for the expected one is void and must be repeated for the session found.
func (e *Expectation) Confirm(ctx context.Context) (found Session, met bool, err error) {
	row, looked := e.found.Known()
	if !looked {
		return Session{}, false, ErrNotLookedUp
	}
	if found, err = e.members.admit(ctx, row, e.judge(row), e.hash, e.at); err != nil {
		return Session{}, false, fmt.Errorf("member: confirm a session: %w", err)
	}
	return found, found.same(e.Session), nil
}

// same reports whether two look-ups have found the same session data.
func (s Session) same(other Session) bool {
	fresh := s.FreshUntil == other.FreshUntil ||
		s.FreshUntil != nil && other.FreshUntil != nil && s.FreshUntil.Equal(*other.FreshUntil)
	opened := s.OpenedAt.Equal(other.OpenedAt)
	s.FreshUntil, other.FreshUntil, s.OpenedAt, other.OpenedAt = nil, nil, time.Time{}, time.Time{}
	return fresh && opened && s == other
}

const (
	// maxRecent is the maximum size of a cache generation, recentTTL how long a generation takes new entries: about as long as a
	// borrower uses the app at a time.
	maxRecent = 50_000
	recentTTL = 10 * time.Minute
)

// recentSessions caches recently found sessions by the hash of their token. A cached session is a guess and never proof.
type recentSessions = cache.Map[[sha256.Size]byte, Session]
