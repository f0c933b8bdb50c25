package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// MaxReplicaLag is how far a standby may be behind the primary; it is not read if it is further behind.
	MaxReplicaLag       = 5 * time.Second
	replicaPollInterval = 10 * time.Millisecond
)

// ErrNoStandby is returned when the server of DATABASE_REPLICA_URL is not a standby: it was promoted, or never was one.
var ErrNoStandby = errors.New("the server of DATABASE_REPLICA_URL is not a standby")

// Replica serves large reads that change nothing: from a standby if there is one that keeps up, otherwise from the primary. A
// read sees everything that was committed before it began. Nothing can be written through it.
type Replica struct {
	primary, standby *pgxpool.Pool
	patience         time.Duration
	reads            [2]atomic.Int64
}

// ReplicaReads counts the reads by the server that answered.
type ReplicaReads struct{ Standby, Primary int64 }

// Standby makes a pool connect only to a standby, for NewReplica.
func Standby() Option {
	return func(c *pgxpool.Config) {
		c.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsStandby
	}
}

// NewReplica returns a Replica; standby is nil if the deployment has none.
func NewReplica(primary, standby *pgxpool.Pool) *Replica {
	return &Replica{primary: primary, standby: standby, patience: MaxReplicaLag}
}

// Reads returns the counts since the process started.
func (r *Replica) Reads() ReplicaReads {
	return ReplicaReads{Standby: r.reads[0].Load(), Primary: r.reads[1].Load()}
}

// InSnapshot is the package's InSnapshot. If the standby fails meanwhile, fn is called a second time, on the primary.
func (r *Replica) InSnapshot(ctx context.Context, fn func(ctx context.Context, tx pgx.Tx) error) error {
	return r.read(ctx, func(pool *pgxpool.Pool) error { return InSnapshot(ctx, pool, fn) })
}

// Batch sends statements that only read, in one round trip. If the standby fails meanwhile, build is called a second time.
func (r *Replica) Batch(ctx context.Context, build func(b *pgx.Batch)) error {
	return r.read(ctx, func(pool *pgxpool.Pool) error {
		b := &pgx.Batch{}
		b.Queue(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`)
		build(b)
		b.Queue(`COMMIT`)
		return pool.SendBatch(ctx, b).Close()
	})
}

func (r *Replica) read(ctx context.Context, from func(pool *pgxpool.Pool) error) error {
	if r.standby != nil {
		if _, err := r.Lag(ctx); err == nil {
			err := from(r.standby)
			if ctx.Err() != nil || !standbyFailed(err) {
				r.reads[0].Add(1)
				return err
			}
		}
	}
	r.reads[1].Add(1)
	return from(r.primary)
}

// standbyFailed reports whether an error is caused by the standby and not by the query: the standby is gone, or it cancelled a
// query that conflicted with replay, which it reports as a serialization failure or a deadlock.
func standbyFailed(err error) bool {
	return err != nil && (lost(err) || isSerializationFailure(err))
}

// Lag waits until the standby has replayed everything that the primary has flushed at this moment, and returns how long that
// took: how old an answer of the standby may be. It returns an error if the standby is unreachable, not a standby, or further
// behind than r.patience.
func (r *Replica) Lag(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	var position string
	// Acknowledged commits are flushed. The insert position may be past a page header that no standby has received yet.
	if err := r.primary.QueryRow(ctx, `SELECT pg_current_wal_flush_lsn()::text`).Scan(&position); err != nil {
		return 0, fmt.Errorf("replica: position of the primary: %w", err)
	}
	for {
		var follows, there bool
		err := r.standby.QueryRow(ctx, `SELECT pg_is_in_recovery(), coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)`, position).Scan(&follows, &there)
		switch {
		case err != nil:
			return 0, fmt.Errorf("replica: %w", err)
		case !follows:
			return 0, fmt.Errorf("replica: %w", ErrNoStandby)
		case there:
			return time.Since(began), nil
		}
		select {
		case <-ctx.Done():
			return 0, fmt.Errorf("replica: more than %s behind: %w", r.patience, ctx.Err())
		case <-time.After(replicaPollInterval):
		}
	}
}
