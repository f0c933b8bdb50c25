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

// Books are what is compared, again and again.
type Books struct {
	Pool *pgxpool.Pool
	// Replica is where the books are read.
	Replica *postgres.Replica
	// Clock is the business clock: runs are recorded by it.
	Clock clock.Clock
	// Gateway is the name under which the bank reports payments; Bank is nil where its books cannot be read.
	Gateway string
	Bank    payment.Statement
	// File is a statement of the bank's to compare as well; nil for none.
	File *StatementFile
}

// Check compares everything and records the run.
func (b Books) Check(ctx context.Context) (Result, error) { return b.run(ctx, nil) }

// CheckChanged compares what has changed since the last run that found nothing, and records the run; everything where
// there has been none. What is changed behind the back of the journal, Check alone finds.
func (b Books) CheckChanged(ctx context.Context) (Result, error) {
	last, err := lastGood(ctx, b.Pool)
	if err != nil {
		return Result{}, err
	}
	return b.run(ctx, last)
}

func (b Books) run(ctx context.Context, since *good) (Result, error) {
	c := comparison{gateway: b.Gateway, bank: b.Bank, file: b.File, since: since, began: clock.Wall{}.Now()}
	// Asked first, and of the primary: what it names is seen by the replica, too, whose own word would leave out what is
	// under way.
	var err error
	if c.seen, err = ledger.CurrentSnapshot(ctx, b.Pool); err != nil {
		return Result{}, err
	}
	if err := b.Replica.InSnapshot(ctx, c.compare); err != nil {
		return Result{}, err
	}
	return c.result, record(ctx, b.Pool, c, b.Clock.Now())
}

// LastRun is what is known of the comparisons of a kind that came to their end.
type LastRun struct {
	// Whole tells those of everything from those of what has changed since the last one.
	Whole bool
	// GoodAt is when the newest ended that found nothing; nil where none has. A whole one has seen all changes as well.
	GoodAt *time.Time
	// Differences are those of the newest. Where a whole one came after those of changes, these have none.
	Differences int64
}

// Last reads that of whole comparisons and, where there have been any, that of changes.
func Last() postgres.Query[[]LastRun] {
	return postgres.Rows[LastRun]("reconcile: last runs", `
		SELECT true AS whole, (SELECT ended_at FROM reconcile_run WHERE whole AND differences = 0 ORDER BY ended_at DESC LIMIT 1) AS good_at,
			COALESCE((SELECT differences FROM reconcile_run WHERE whole ORDER BY ended_at DESC LIMIT 1), 0) AS differences
		UNION ALL
		SELECT false, (SELECT ended_at FROM reconcile_run WHERE differences = 0 ORDER BY ended_at DESC LIMIT 1),
			(SELECT CASE WHEN whole THEN 0 ELSE differences END FROM reconcile_run ORDER BY ended_at DESC LIMIT 1)
		WHERE EXISTS (SELECT FROM reconcile_run WHERE NOT whole)`)
}

// good is a run that found nothing.
type good struct {
	began time.Time
	seen  ledger.Snapshot
}

// lastGood reads the newest run that found nothing; nil where there is none in this database's own count of
// transactions, which begins anew where one is restored.
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

// record writes down that a comparison came to its end. at is business time. What differs from a statement is the statement's:
// the next run has none, and would find that all is well.
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

// LastStatement is what is known of the statements of the bank that were compared.
type LastStatement struct {
	// Uncompared is the first day after the first compared one for which no statement was compared; no date where none was compared
	// yet.
	Uncompared money.Date
	// Differences are those with the newest.
	Differences int64
}

// Statements reads it; nil where there has been none.
func Statements() postgres.Query[*LastStatement] {
	return postgres.Row[LastStatement]("reconcile: statements", `
		SELECT (SELECT upper(days) FROM (SELECT unnest(range_agg(daterange(first_day, last_day + 1))) AS days FROM reconcile_statement) c
			ORDER BY lower(days) LIMIT 1) AS uncompared, differences
		FROM reconcile_statement ORDER BY ended_at DESC LIMIT 1`)
}
