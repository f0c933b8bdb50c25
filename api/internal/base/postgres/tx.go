package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
)

// Beginner is a pool, or a transaction (whose Begin makes a savepoint).
type Beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// failedTx is the transaction status of PostgreSQL for a transaction that can only be rolled back.
const failedTx = 'E'

const (
	// maxTries is how often a transaction is run at most if it conflicts with another; conflictPause is the base pause between
	// tries.
	maxTries      = 3
	conflictPause = 5 * time.Millisecond
)

// InTx runs fn in a transaction: committed when fn returns nil (or CommitWith), rolled back otherwise. A serialization failure
// or a deadlock is retried, so fn must not have effects that a rollback does not undo; calls to other systems are refused in
// its context (NotInTx). A connection that was lost before the transaction began is replaced. Errors are converted by Reason.
func InTx(ctx context.Context, db Beginner, fn func(ctx context.Context, tx pgx.Tx) error) error {
	return InTxBatched(ctx, db, func(ctx context.Context, tx pgx.Tx, _ *pgx.Batch) error { return fn(ctx, tx) })
}

// InTxBatched is InTx whose function queues its last writes in a batch. The batch is sent only if the function returns nil, and
// COMMIT follows it in the same round trip; see sendLast.
func InTxBatched(ctx context.Context, db Beginner, fn func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error) error {
	err := once(ctx, db, fn)
	// Inside another transaction only the outer one can be retried.
	_, nested := db.(pgx.Tx)
	for try := 1; try < maxTries && !nested && again(err) && ctx.Err() == nil; try++ {
		// Without a pause this transaction could take the lock again before the other one, which waits for it, wakes up.
		wait(ctx, time.Duration(try)*conflictPause+rand.N(conflictPause))
		err = once(ctx, db, fn)
	}
	return Reason(err)
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

func once(ctx context.Context, db Beginner, fn func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error) error {
	tx, err := begin(ctx, db)
	if err != nil {
		return notBegun{fmt.Errorf("begin: %w", err)}
	}
	finished := false
	defer func() {
		if finished {
			return
		}
		// This also runs on a panic, and also when the request's own deadline has passed.
		late, cancel := detached.WithTimeout(ctx, detached.Write)
		defer cancel()
		// The pool closes a connection that could not be rolled back.
		_ = tx.Rollback(late)
	}()
	last := &pgx.Batch{}
	if err = fn(inside(ctx), tx, last); err == nil && last.Len() > 0 {
		err = sendLast(ctx, tx, last)
	}
	var keep committed
	if lazy, ok := tx.(*lazyTx); ok && lazy.refused != nil {
		return notBegun{fmt.Errorf("begin: %w", lazy.refused)}
	}
	if err != nil && !errors.As(err, &keep) {
		return err
	}
	if tx.Conn().PgConn().TxStatus() == failedTx {
		// A statement failed: there is nothing to commit, and its error is the cause.
		return cmp.Or(keep.error, error(pgx.ErrTxCommitRollback))
	}
	finished = true
	if err := tx.Commit(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return keep.error
}

// committed is an error with which the transaction is committed.
type committed struct{ error }

func (c committed) Unwrap() error { return c.error }

// CommitWith marks an error whose transaction is to be committed all the same, for example a wrong code: the request is
// refused, but the attempt is counted.
func CommitWith(err error) error {
	if err == nil {
		return nil
	}
	return committed{err}
}

// CommitsWith reports whether err was wrapped by CommitWith.
func CommitsWith(err error) bool {
	var k committed
	return errors.As(err, &k)
}

// notBegun is an error of a transaction in which nothing was done.
type notBegun struct{ error }

func (n notBegun) Unwrap() error { return n.error }

// again reports whether a transaction had no effect and may succeed on a retry. If no server accepts connections at all it
// returns false: the client should wait instead of this process.
func again(err error) bool {
	var begin notBegun
	var away *pgconn.ConnectError
	return isSerializationFailure(err) || errors.As(err, &begin) && lost(err) && !errors.As(err, &away)
}

// isSerializationFailure reports whether err is a serialization failure or a deadlock.
func isSerializationFailure(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
