package clock

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	channel        = "clock_offset"
	reconnectDelay = time.Second
	// pollInterval is how often a process that does not listen reads the offset.
	pollInterval = time.Second
)

// ErrBackwards is returned by an attempt to move business time back: due dates that have passed would be in the future again.
var ErrBackwards = errors.New("clock: business time moves forward only")

// maxOffset bounds the offset: a time.Duration overflows beyond 292 years.
const maxOffset = 100 * 366 * 24 * time.Hour

// ErrTooFar is returned for an offset beyond all due dates.
var ErrTooFar = errors.New("clock: business time can be at most a hundred years ahead")

// Business is the clock of a running process: wall time plus the offset in the database, which is zero in production.
type Business struct {
	pool    *pgxpool.Pool
	seconds atomic.Int64
}

// NewBusiness reads the offset; ErrSkewed if the machine's clock differs too much from the database's.
func NewBusiness(ctx context.Context, pool *pgxpool.Pool) (*Business, error) {
	if err := agree(ctx, pool); err != nil {
		return nil, err
	}
	b := &Business{pool: pool}
	return b, b.read(ctx, pool)
}

// Now returns the business time.
func (b *Business) Now() time.Time { return trim(time.Now().Add(b.Offset())) }

// Offset returns how far business time is ahead of wall time.
func (b *Business) Offset() time.Duration { return time.Duration(b.seconds.Load()) * time.Second }

// Advance moves business time forward in every process that runs Follow.
func (b *Business) Advance(ctx context.Context, by time.Duration) error {
	return b.AdvanceWith(ctx, by, func(context.Context, pgx.Tx) error { return nil })
}

// AdvanceWith is Advance and calls write in the same transaction.
func (b *Business) AdvanceWith(ctx context.Context, by time.Duration, write func(context.Context, pgx.Tx) error) error {
	if by < 0 {
		return ErrBackwards
	}
	if by > maxOffset-b.Offset() {
		return ErrTooFar
	}
	const move = `
		WITH moved AS (UPDATE clock_offset SET seconds = seconds + $1 RETURNING seconds)
		SELECT seconds, pg_notify($2, '')::text FROM moved`
	var seconds int64
	var sent string
	err := postgres.InTx(ctx, b.pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, move, int64(by/time.Second), channel).Scan(&seconds, &sent); err != nil {
			return err
		}
		return write(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("clock: advance: %w", err)
	}
	b.keep(seconds)
	return nil
}

// keep stores an offset. Business time moves forward only: a smaller offset was read before a concurrent advance.
func (b *Business) keep(seconds int64) {
	for known := b.seconds.Load(); seconds > known && !b.seconds.CompareAndSwap(known, seconds); {
		known = b.seconds.Load()
	}
}

// Follow keeps the offset in sync with the other processes until ctx ends. It listens on its own connection from listeners,
// whose URL must not lead to a pooler, or polls every second if listeners is nil. After a lost connection it reconnects and
// reads the offset again, so no change is missed. It calls ready, which may be nil, once it listens.
func (b *Business) Follow(ctx context.Context, listeners *pgxpool.Pool, ready func()) error {
	if listeners == nil {
		return b.poll(ctx)
	}
	for ctx.Err() == nil {
		if err := b.listen(ctx, listeners, ready); err != nil && ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(reconnectDelay):
			}
		}
		ready = nil
	}
	return nil
}

// poll reads the offset. If it cannot be read, the last value stays in use.
func (b *Business) poll(ctx context.Context) error {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			_ = b.read(ctx, b.pool)
		}
	}
}

func (b *Business) listen(ctx context.Context, listeners *pgxpool.Pool, ready func()) error {
	pooled, err := listeners.Acquire(ctx)
	if err != nil {
		return err
	}
	// A listening connection is not returned to the pool: its next user would receive the notifications.
	conn := pooled.Hijack()
	defer func() {
		late, cancel := detached.WithTimeout(ctx, reconnectDelay)
		defer cancel()
		_ = conn.Close(late)
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	if err := b.read(ctx, conn); err != nil {
		return err
	}
	if ready != nil {
		ready()
	}
	for {
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return err
		}
		if err := b.read(ctx, conn); err != nil {
			return err
		}
	}
}

func (b *Business) read(ctx context.Context, db postgres.DB) error {
	var seconds int64
	if err := db.QueryRow(ctx, `SELECT seconds FROM clock_offset`).Scan(&seconds); err != nil {
		return fmt.Errorf("clock: read the offset: %w", postgres.Reason(err))
	}
	b.keep(seconds)
	return nil
}
