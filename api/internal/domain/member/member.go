// Package member holds what is known about a borrower before any verification: their number, their devices and sessions, the codes
// that prove the number, and their consents.
package member

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/cache"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// SessionLife is how long a session lasts (spec 9: 720 hours).
const SessionLife = 720 * time.Hour

// FreshLife is how long a verified code allows the action that it was sent for.
const FreshLife = 15 * time.Minute

// SecondFact is what a new device of a verified member must give in addition to the SMS code, because numbers are recycled. The
// package that stores identities implements it.
type SecondFact interface {
	// Known reports whether the member's identity is verified, so that there is a second fact.
	Known(ctx context.Context, db postgres.DB, memberID uuid.UUID) (bool, error)
	// Matches reports whether last4 are the last four characters of their ID number.
	Matches(ctx context.Context, db postgres.DB, memberID uuid.UUID, last4 string) (bool, error)
}

// Deps are the dependencies and settings of Members.
type Deps struct {
	Pool       *pgxpool.Pool
	Clock      clock.Clock
	Region     *region.Region
	Hasher     *secret.Hasher
	Limiter    *limit.Limiter
	SMS        sms.Gateway
	SecondFact SecondFact
	// Alarm is called when too many codes are requested from one network or for one range of numbers. It may be nil.
	Alarm func(bucket, subject string)
	// ShowImage is called with the answer of each image code that is drawn, for the development desk. It may be nil.
	ShowImage func(ctx context.Context, national, answer string, at time.Time) error
	// SessionIdle ends a session whose device was not seen for this time. Because sightings are stored inexactly, it may end up to
	// a third earlier. Zero disables this limit.
	SessionIdle time.Duration
	// LastSeen records when devices were seen. If it is nil, New creates one that nobody writes to the database.
	LastSeen *LastSeenCache
	// Limits are the limits against abuse. The zero value means Defaults.
	Limits Limits
}

// Members is the service of this package for one region.
type Members struct {
	Deps
	share  *verifiedShare
	recent *recentSessions
}

// New returns the service with defaults for missing settings.
func New(deps Deps) *Members {
	if deps.Limits.isZero() {
		deps.Limits = Defaults()
	}
	if deps.LastSeen == nil {
		deps.LastSeen = &LastSeenCache{}
	}
	return &Members{Deps: deps, share: &verifiedShare{}, recent: cache.New[[sha256.Size]byte, Session](maxRecent, recentTTL)}
}

// Caller is the origin of a request for the limits.
type Caller struct {
	IP string
	// Network is the network that the address shares with its neighbours.
	Network string
	// Device is the app's name for the device, or empty if it sends none.
	Device string
}
