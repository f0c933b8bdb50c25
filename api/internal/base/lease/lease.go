// Package lease coordinates processes while one does slow work outside the database. A lease is a row with an expiry: it holds
// no connection, and it expires if its holder dies.
package lease

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// margin is how much longer than the work a lease lasts: the last request of the work may still arrive.
const margin = time.Minute

// Kind is whether others may hold a lease of the same name at the same time.
type Kind bool

// The kinds: Shared allows other shared leases, Exclusive allows none.
const (
	Shared    Kind = true
	Exclusive Kind = false
)

// Hold runs work, for no longer than limit, while it holds the lease of a name. If another lease conflicts, it does nothing and
// held is false.
func Hold(ctx context.Context, pool *pgxpool.Pool, name string, kind Kind, limit time.Duration, work func(context.Context) error) (held bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	id, err := take(ctx, pool, name, kind, limit+margin)
	if err != nil || id == nil {
		return false, err
	}
	defer func() {
		late, cancel := detached.WithTimeout(ctx, detached.Write)
		defer cancel()
		// A lease that cannot be deleted expires.
		_, _ = pool.Exec(late, `DELETE FROM lease WHERE id = $1`, *id)
	}()
	return true, work(ctx)
}

// take inserts the lease; nil if another lease conflicts.
func take(ctx context.Context, pool *pgxpool.Pool, name string, kind Kind, lasts time.Duration) (id *uuid.UUID, err error) {
	err = postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		// The lock serialises checks of the same name, so that each sees the rows inserted before.
		b.Queue(`SELECT pg_advisory_xact_lock(hashtextextended('lease/' || $1, 0))`, name)
		b.Queue(`DELETE FROM lease WHERE name = $1 AND until < now()`, name)
		taken := postgres.Column[uuid.UUID]("lease: take", `
			INSERT INTO lease (name, shared, until)
			SELECT $1::text, $2::boolean, now() + $3::interval
			WHERE NOT EXISTS (SELECT FROM lease WHERE name = $1::text AND NOT (shared AND $2::boolean))
			RETURNING id`, name, bool(kind), lasts).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		if made := taken.Get(); len(made) > 0 {
			id = &made[0]
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("lease: %s: %w", name, err)
	}
	return id, nil
}
