// Package carriercheck guides a borrower through the verification with their mobile carrier, and through opening an
// account there. The carrier is never called inside a transaction; its answer moves the session by one step. A service
// password is sent to the carrier only: it is never part of a row, a job, a log or a stored response.
package carriercheck

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
)

// Check is the flow.
type Check struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	// gateway is nil if the deployment offers no carrier verification.
	gateway carrier.Gateway
}

// New returns the flow. A nil gateway switches it off.
func New(pool *pgxpool.Pool, c clock.Clock, gateway carrier.Gateway) *Check {
	return &Check{pool: pool, clock: c, gateway: gateway}
}

// Offered reports whether the deployment offers the verification.
func (c *Check) Offered() bool { return c.gateway != nil }

// Verification reads the state of a borrower's verification, in one round trip.
func (c *Check) Verification(ctx context.Context, who borrower.Borrower) (carriers.Verification, error) {
	if !c.Offered() {
		return carriers.Verification{}, reason.New(reason.NoConfiguration)
	}
	return carriers.VerificationOf(who.ID, who.DeviceID, c.clock.Now()).Read(ctx, c.pool)
}

// Carrier finds the carrier of a channel. It returns an error if the deployment offers no verification.
func (c *Check) Carrier(who borrower.Borrower, channel string) (region.Carrier, error) {
	if !c.Offered() {
		return region.Carrier{}, reason.New(reason.NoConfiguration)
	}
	found, ok := who.Region.Carrier(channel)
	if !ok {
		return region.Carrier{}, reason.New(reason.CarrierInvalid)
	}
	return found, nil
}

// Result reads the borrower's newest session with a carrier, in one round trip.
func (c *Check) Result(ctx context.Context, who borrower.Borrower, channel string) (carriers.Session, error) {
	if _, err := c.Carrier(who, channel); err != nil {
		return carriers.Session{}, err
	}
	found, err := carriers.Newest(who.ID, who.DeviceID, channel).Read(ctx, c.pool)
	if err != nil {
		return carriers.Session{}, err
	}
	if found == nil {
		return carriers.Session{}, reason.New(reason.NoData)
	}
	return found.At(c.clock.Now()), nil
}
