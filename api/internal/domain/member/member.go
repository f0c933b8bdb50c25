// Package member knows who a borrower is to us before anything is verified: their number, their devices and sessions, the
// codes that prove the number, and their consents.
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

// SessionLife is how long a session lasts (specification 9: 720 hours).
const SessionLife = 720 * time.Hour

// FreshLife is how long a proved code lets that be done which it was sent for.
const FreshLife = 15 * time.Minute

// SecondFact is what a new device of a known person has to tell beside the SMS code: numbers are recycled. The package
// that keeps identities implements it.
type SecondFact interface {
	// Known reports whether the member's identity has been verified, so that there is something to ask for.
	Known(ctx context.Context, db postgres.DB, memberID uuid.UUID) (bool, error)
	// Matches reports whether last4 are the last four characters of their ID number.
	Matches(ctx context.Context, db postgres.DB, memberID uuid.UUID, last4 string) (bool, error)
}

// Deps are what the service needs.
type Deps struct {
	Pool       *pgxpool.Pool
	Clock      clock.Clock
	Region     *region.Region
	Hasher     *secret.Hasher
	Limiter    *limit.Limiter
	SMS        sms.Gateway
	SecondFact SecondFact
	// Alarm hears of too many codes asked from one network or for one range of numbers; nil tells nobody.
	Alarm func(bucket, subject string)
	// ShowImage hears the answer of every image code that is drawn, for the development desk; nil tells nobody.
	ShowImage func(ctx context.Context, national, answer string, at time.Time) error
	// SessionIdle ends a session whose device was not seen for so long, or for up to a third less: its last sight is kept
	// no more exactly. Zero leaves SessionLife alone.
	SessionIdle time.Duration
	// Sightings remember when devices were seen; nil makes some that nobody writes down.
	Sightings *Sightings
	// Limits against abuse; the zero value takes Defaults.
	Limits Limits
}

// Members is the package's service for one region.
type Members struct {
	Deps
	share  *verifiedShare
	recent *recentSessions
}

// New makes it.
func New(deps Deps) *Members {
	if deps.Limits.isZero() {
		deps.Limits = Defaults()
	}
	if deps.Sightings == nil {
		deps.Sightings = &Sightings{}
	}
	return &Members{Deps: deps, share: &verifiedShare{}, recent: cache.New[[sha256.Size]byte, Session](maxRecent, recentFor)}
}

// Caller is where a request comes from, as limits see it.
type Caller struct {
	IP string
	// Network is the part of the address that its neighbours share.
	Network string
	// Device is the app's own name for the device; empty when it sends none.
	Device string
}
