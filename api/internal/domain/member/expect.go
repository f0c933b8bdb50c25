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

// Expectation is the session that a token had a moment ago, while it is looked up again beside what its borrower asks for.
// Nothing that was read for it may be told before Confirm has found the same session.
type Expectation struct {
	Session Session
	members *Members
	hash    []byte
	at      time.Time
	found   *postgres.Answer[*sessionRow]
	// alive is what was judged of what was found, once; nil before.
	alive *bool
}

// Expect gives the session that a token had when it was last looked up, and a context whose first batch to the database
// looks it up again; nil for a token that was not seen of late.
func (m *Members) Expect(ctx context.Context, token string) (context.Context, *Expectation) {
	hash := secret.TokenHash(token)
	known, seen := m.recent.Find([sha256.Size]byte(hash))
	if !seen {
		return ctx, nil
	}
	e := &Expectation{Session: known, members: m, hash: hash, at: m.Clock.Now()}
	ctx, e.found = postgres.Piggyback(ctx, m.Pool, sessionOf(hash, e.at))
	return ctx, e
}

// ErrNotLookedUp says that what was asked beside a session has sent no batch, or that none came back.
var ErrNotLookedUp = errors.New("member: the session was not looked up")

// Met reports, and asks nothing for it, that the look-up has found the very session that was expected.
func (e *Expectation) Met() bool {
	row, looked := e.found.Known()
	return looked && e.judge(row) && row.Session.same(e.Session)
}

// judge tells whether the session is alive. It is judged once: a device may be noted, or its note be written down, meanwhile, and
// what was done for Met is not to be refused by Confirm.
func (e *Expectation) judge(row *sessionRow) bool {
	if e.alive == nil {
		alive := e.members.alive(row, e.at)
		e.alive = &alive
	}
	return *e.alive
}

// Confirm is Find by the look-up that has been answered meanwhile. met is true where it found the very session that was expected;
// otherwise what was done or read for the expected one does not count, and has to be done again for the one that was found.
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

// same reports whether two look-ups have found the same.
func (s Session) same(other Session) bool {
	fresh := s.FreshUntil == other.FreshUntil ||
		s.FreshUntil != nil && other.FreshUntil != nil && s.FreshUntil.Equal(*other.FreshUntil)
	opened := s.OpenedAt.Equal(other.OpenedAt)
	s.FreshUntil, other.FreshUntil, s.OpenedAt, other.OpenedAt = nil, nil, time.Time{}, time.Time{}
	return fresh && opened && s == other
}

const (
	// maxRecent is how many a generation holds at most, recentFor how long one is added to: about as long as a
	// borrower is at it.
	maxRecent = 50_000
	recentFor = 10 * time.Minute
)

// recentSessions are sessions as they were found of late, by the hash of their token: a guess and never a proof.
type recentSessions = cache.Map[[sha256.Size]byte, Session]
