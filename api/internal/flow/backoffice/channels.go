package backoffice

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
)

// Channels lists all channels with their results in the last days, and logs the access.
func (o *Backoffice) Channels(ctx context.Context, days int, actor string) ([]channel.Summary, error) {
	if err := o.Note(ctx, actor, "channel.list", "channel"); err != nil {
		return nil, err
	}
	return channel.List(o.region.Today(o.clock.Now()).AddDays(-days), o.region.TimeZone).Read(ctx, o.pool)
}

// SaveChannel writes a channel. A nil token leaves the platform token unchanged; an empty token removes it.
func (o *Backoffice) SaveChannel(ctx context.Context, ring *secret.Keyring, c channel.Channel, token *string, actor string) error {
	return postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := channel.Save(ctx, tx, ring, c, token, o.clock.Now()); err != nil {
			return err
		}
		return o.write(ctx, tx, actor, "channel.save", "channel:"+c.Code, map[string]any{"token": token != nil})
	})
}

// DisableChannel closes a channel. It returns reason.NotFound if there is none with that code.
func (o *Backoffice) DisableChannel(ctx context.Context, code, actor string) error {
	return postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := channel.Disable(ctx, tx, code, o.clock.Now()); err != nil {
			return err
		}
		return o.write(ctx, tx, actor, "channel.disable", "channel:"+code, nil)
	})
}
