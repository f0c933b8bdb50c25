package ads

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Desk stores reports in a table that the development desk shows.
type Desk struct{ db postgres.DB }

// NewDesk returns the gateway for a deployment without addresses of platforms.
func NewDesk(db postgres.DB) *Desk { return &Desk{db: db} }

// Report stores the report.
func (d *Desk) Report(ctx context.Context, c Conversion) error {
	if err := postgres.NotInTx(ctx); err != nil {
		return err
	}
	const insert = `INSERT INTO desk_conversion (platform, pixel_id, event, event_id, amount, currency, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	if _, err := d.db.Exec(ctx, insert, c.Platform, c.PixelID, c.Event, c.EventID, c.Value.Minor, c.Value.Currency, c.At); err != nil {
		return fmt.Errorf("ads: desk: %w", postgres.Reason(err))
	}
	return nil
}
