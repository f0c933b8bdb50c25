package reconcile

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Books is the configuration of the recurring comparison.
type Books struct {
	Pool *pgxpool.Pool
	// Replica is the database from which the books are read.
	Replica *postgres.Replica
	// Clock is the business clock, by which runs are recorded.
	Clock clock.Clock
	// Gateway is the name under which the bank reports payments. Bank is nil if its books cannot be read.
	Gateway string
	Bank    payment.Statement
	// File is a bank statement to compare as well; nil if none.
	File *StatementFile
}

// Check compares everything and records the run.
func (b Books) Check(ctx context.Context) (Result, error) { return b.run(ctx, nil) }

// CheckChanged compares what has changed since the last run without differences and records the run. Without such a run
// it compares everything. Changes that bypass the journal are found only by Check.
func (b Books) CheckChanged(ctx context.Context) (Result, error) {
	last, err := lastGood(ctx, b.Pool)
	if err != nil {
		return Result{}, err
	}
	return b.run(ctx, last)
}

func (b Books) run(ctx context.Context, since *good) (Result, error) {
	c := comparison{gateway: b.Gateway, bank: b.Bank, file: b.File, since: since, began: clock.Wall{}.Now()}
	// The snapshot is taken first, and from the primary. The replica then sees everything that it names, whereas the
	// replica's own snapshot would leave out transactions in progress.
	var err error
	if c.seen, err = ledger.CurrentSnapshot(ctx, b.Pool); err != nil {
		return Result{}, err
	}
	if err := b.Replica.InSnapshot(ctx, c.compare); err != nil {
		return Result{}, err
	}
	return c.result, record(ctx, b.Pool, c, b.Clock.Now())
}

// LastRun is the last completed comparisons of a kind.
type LastRun struct {
	// Whole distinguishes complete comparisons from those of changes.
	Whole bool
	// GoodAt is when the newest run without differences ended; nil if there is none. For comparisons of changes, a
	// complete run also counts.
	GoodAt *time.Time
	// Differences are those of the newest run; 0 for comparisons of changes if a complete run came later.
	Differences int64
}

// Last reads the last complete comparisons and, if there are any, the last comparisons of changes.
func Last() postgres.Query[[]LastRun] {
	return postgres.Rows[LastRun]("reconcile: last runs", `
		SELECT true AS whole, (SELECT ended_at FROM reconcile_run WHERE whole AND differences = 0 ORDER BY ended_at DESC LIMIT 1) AS good_at,
			COALESCE((SELECT differences FROM reconcile_run WHERE whole ORDER BY ended_at DESC LIMIT 1), 0) AS differences
		UNION ALL
		SELECT false, (SELECT ended_at FROM reconcile_run WHERE differences = 0 ORDER BY ended_at DESC LIMIT 1),
			(SELECT CASE WHEN whole THEN 0 ELSE differences END FROM reconcile_run ORDER BY ended_at DESC LIMIT 1)
		WHERE EXISTS (SELECT FROM reconcile_run WHERE NOT whole)`)
}

// good is a run without differences.
type good struct {
	began time.Time
	seen  ledger.Snapshot
}

// lastGood reads the newest run without differences; nil if there is none whose snapshot belongs to this database.
// After a restore, transaction ids start over.
func lastGood(ctx context.Context, db postgres.DB) (*good, error) {
	var g good
	err := db.QueryRow(ctx, `
		SELECT began_at, seen::text FROM reconcile_run
		WHERE differences = 0 AND pg_snapshot_xmax(seen) <= pg_snapshot_xmax(pg_current_snapshot()) ORDER BY ended_at DESC LIMIT 1`).Scan(&g.began, &g.seen)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reconcile: last run: %w", postgres.Reason(err))
	}
	return &g, nil
}

// record records a completed comparison. at is business time. Differences with a statement are recorded with the
// statement, because the next run has none and would otherwise look like a repair.
func record(ctx context.Context, db postgres.DB, c comparison, at time.Time) error {
	b := &pgx.Batch{}
	b.Queue(`
		INSERT INTO reconcile_run (ended_at, began_at, whole, differences, seen) VALUES ($1, $2, $3, $4, $5::text::pg_snapshot)`,
		at, c.began, c.result.Whole, c.result.Count-c.result.OfStatement, c.seen)
	if c.file != nil {
		last := c.file.To
		if yesterday := c.file.Region.Today(at).AddDays(-1); last.After(yesterday) {
			last = yesterday // more may be booked on a day that is not over
		}
		b.Queue(`INSERT INTO reconcile_statement (ended_at, first_day, last_day, differences) VALUES ($1, $2, $3, $4)`,
			at, c.file.From, last, c.result.OfStatement)
	}
	if err := postgres.Send(ctx, db, b); err != nil {
		return fmt.Errorf("reconcile: record: %w", err)
	}
	return nil
}

// LastStatement is the state of the compared bank statements.
type LastStatement struct {
	// Uncompared is the first day after the first compared day without a compared statement; the zero date if none was
	// ever compared.
	Uncompared money.Date
	// Differences are those of the newest statement.
	Differences int64
}

// Statements reads the state; nil if no statement was ever compared.
func Statements() postgres.Query[*LastStatement] {
	return postgres.Row[LastStatement]("reconcile: statements", `
		SELECT (SELECT upper(days) FROM (SELECT unnest(range_agg(daterange(first_day, last_day + 1))) AS days FROM reconcile_statement) c
			ORDER BY lower(days) LIMIT 1) AS uncompared, differences
		FROM reconcile_statement ORDER BY ended_at DESC LIMIT 1`)
}
