// Package intent is the borrower's side of a repayment: what is due, the intents to pay it, with their codes and links, and the
// extensions of the due date. It books no payments; package pay books what banks report.
package intent

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Config is the configuration of the deployment.
type Config struct {
	Region *region.Region
	// Collection is the account to which borrowers pay.
	Collection payment.Collection
	// TokenKey is the key from which pay link tokens are derived; 32 random bytes.
	TokenKey []byte
}

// Flow opens intents and extends loans.
type Flow struct {
	pool   *pgxpool.Pool
	clock  clock.Clock
	config Config
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, config Config) *Flow {
	return &Flow{pool: pool, clock: c, config: config}
}

func (f *Flow) now() servicing.Time { return servicing.TimeOf(f.config.Region, f.clock.Now()) }

// endOfDay returns the first instant after the business date.
func (f *Flow) endOfDay(on money.Date) time.Time {
	return on.AddDays(1).In(f.config.Region.TimeZone).UTC()
}

// token returns the pay link token of an intent. It is derived from the intent's id, so it is never stored with an
// idempotent response and can still be returned again.
func (f *Flow) token(intent uuid.UUID) string {
	mac := hmac.New(sha256.New, f.config.TokenKey)
	mac.Write([]byte("pay link"))
	mac.Write(intent[:])
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
