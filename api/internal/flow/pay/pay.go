// Package pay books money that banks report: the payments of loans, their reversals, the returns of our own transfers, and the
// refunds of overpayments.
package pay

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
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
