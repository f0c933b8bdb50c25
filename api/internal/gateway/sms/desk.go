package sms

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Desk "delivers" to a table that the development desk shows.
type Desk struct {
	db    postgres.DB
	clock clock.Clock
}

// NewDesk is the gateway of the development profile and of tests.
func NewDesk(db postgres.DB, c clock.Clock) *Desk { return &Desk{db: db, clock: c} }

// Send writes the message down.
func (d *Desk) Send(ctx context.Context, m Message) error {
	if err := postgres.NotInTx(ctx); err != nil {
		return err
	}
	const insert = `INSERT INTO desk_sms (phone, body, sent_at) VALUES ($1, $2, $3)`
	if _, err := d.db.Exec(ctx, insert, m.Phone, m.Body, d.clock.Now()); err != nil {
		return fmt.Errorf("sms: desk: %w", postgres.Reason(err))
	}
	return nil
}
