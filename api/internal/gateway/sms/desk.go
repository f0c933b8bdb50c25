package sms

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Desk stores messages in a table that the development desk shows.
type Desk struct {
	db    postgres.DB
	clock clock.Clock
}

// NewDesk returns the gateway for the development profile and for tests.
func NewDesk(db postgres.DB, c clock.Clock) *Desk { return &Desk{db: db, clock: c} }

// Send stores the message.
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
