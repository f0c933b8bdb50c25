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
	// ReplicaPatience is how far a standby may be behind the primary; one that is further is not read.
	ReplicaPatience = 5 * time.Second
	replicaLook     = 10 * time.Millisecond
)

// ErrNoStandby says that the server which answers follows no primary: it was made one, or it never was a standby.
var ErrNoStandby = errors.New("the server of DATABASE_REPLICA_URL is no standby")

// Replica is read by those who look at much and change nothing: a standby where there is one that keeps up, else the
// primary. Whoever begins to read sees all that was committed before. Nothing can be written through it.
type Replica struct {
	primary, standby *pgxpool.Pool
	patience         time.Duration
	reads            [2]atomic.Int64
}

// ReplicaReads are how many readings were answered by whom.
type ReplicaReads struct{ Standby, Primary int64 }

// Standby has a pool connect to a standby, for NewReplica.
func Standby() Option {
	return func(c *pgxpool.Config) {
		c.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsStandby
	}
}

// NewReplica makes one; standby is nil where the deployment has none.
func NewReplica(primary, standby *pgxpool.Pool) *Replica {
	return &Replica{primary: primary, standby: standby, patience: ReplicaPatience}
}

// Reads tells who answered since the process began.
func (r *Replica) Reads() ReplicaReads {
	return ReplicaReads{Standby: r.reads[0].Load(), Primary: r.reads[1].Load()}
}

// InSnapshot is the package's InSnapshot. fn is called a second time, on the primary, when the standby fails meanwhile.
func (r *Replica) InSnapshot(ctx context.Context, fn func(ctx context.Context, tx pgx.Tx) error) error {
	return r.read(ctx, func(pool *pgxpool.Pool) error { return InSnapshot(ctx, pool, fn) })
}

// Batch sends statements that read, in one round trip. build is called a second time when the standby fails meanwhile.
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

// standbyFailed reports an error that is about the standby, and not about what was asked: it is gone, or it has ended a
// reading that held up what it has to take over from the primary, which it calls a serialization failure or a deadlock.
func standbyFailed(err error) bool {
	return err != nil && (lost(err) || isSerializationFailure(err))
}

// Lag waits until the standby has all that the primary has at this moment, and tells how long that took: how old what it
// answers may be. An error says that it is away or no standby, or further behind than anybody waits.
func (r *Replica) Lag(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	var position string
	// What is acknowledged is flushed. The position of the next insert may lie behind the head of a page that no standby has yet.
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
		case <-time.After(replicaLook):
		}
	}
}
