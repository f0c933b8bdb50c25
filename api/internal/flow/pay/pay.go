// Package pay handles money coming in: the amount due, the intents to pay it, the payments that a bank reports, their
// reversals, and the refunds of overpayments.
package pay

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Config is the configuration of the deployment.
type Config struct {
	Region     *region.Region
	Collection payment.Collection
	// Account decrypts the account number of a borrower's card for the bank and logs the access.
	Account func(ctx context.Context, db postgres.DB, card uuid.UUID, actor string, now time.Time) (payment.Account, error)
	// TokenKey is the key from which pay link tokens are derived; 32 random bytes.
	TokenKey []byte
}

// Flow receives and refunds money.
type Flow struct {
	pool   *pgxpool.Pool
	clock  clock.Clock
	bank   payment.Gateway
	config Config
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, bank payment.Gateway, config Config) *Flow {
	return &Flow{pool: pool, clock: c, bank: bank, config: config}
}

// now is the time of what belongs to no loan, and of what arrives or is read. The events of a loan happen at the time of
// its lock.
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

func newID() (uuid.UUID, error) { return uuid.NewV7() }
