// Package pay is money in: what is due, the intents to pay it, the payments that a bank reports, their reversals, and
// overpayments on their way back.
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
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Config is what the deployment says.
type Config struct {
	Region     *region.Region
	Collection payment.Collection
	// Account opens the account number of a borrower's card for the bank and logs that it did.
	Account func(ctx context.Context, db postgres.DB, card uuid.UUID, actor string, now time.Time) (payment.Account, error)
	// TokenKey makes the tokens of pay links; 32 random bytes.
	TokenKey []byte
}

// Flow receives money.
type Flow struct {
	pool   *pgxpool.Pool
	clock  clock.Clock
	bank   payment.Gateway
	config Config
}

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock, bank payment.Gateway, config Config) *Flow {
	return &Flow{pool: pool, clock: c, bank: bank, config: config}
}

// businessTime is the one now of a transaction, with its date in the region.
type businessTime struct {
	at    time.Time
	today money.Date
}

func (f *Flow) now() businessTime {
	at := f.clock.Now()
	return businessTime{at: at, today: f.config.Region.Today(at)}
}

// endOfDay is the first instant that is no longer the business date.
func (f *Flow) endOfDay(on money.Date) time.Time {
	return on.AddDays(1).In(f.config.Region.TimeZone).UTC()
}

// token is the pay link's token of an intent. It follows from the intent's id, so that it stands in no stored answer and
// can still be given again.
func (f *Flow) token(intent uuid.UUID) string {
	mac := hmac.New(sha256.New, f.config.TokenKey)
	mac.Write([]byte("pay link"))
	mac.Write(intent[:])
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func newID() (uuid.UUID, error) { return uuid.NewV7() }
