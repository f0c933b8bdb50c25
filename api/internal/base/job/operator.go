package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

var (
	// ErrNoJob is returned if the queue has no job with that number.
	ErrNoJob = errors.New("job: no job has that number")
	// ErrDuplicate is returned for a retry if another job with the same unique key is in the queue or completed.
	ErrDuplicate = errors.New("job: another job with the same purpose is in the queue or completed: cancel this one")
	// ErrNotGivenUp is returned if a job is still being tried or has ended.
	ErrNotGivenUp = errors.New("job: only a discarded job can be cancelled")
)

// Row is a job as an operator sees it. Times are wall time.
type Row struct {
	ID          int64
	Kind        string
	State       string
	Attempt     int
	MaxAttempts int
	// Args carry ids, never personal data.
	Args      json.RawMessage
	CreatedAt time.Time
	// ScheduledAt is when the next attempt is due, or when the latest one was.
	ScheduledAt time.Time
	// LastError is the error of the latest attempt.
	LastError string
}

// Search selects jobs; empty fields do not restrict the selection.
type Search struct {
	States []string
	Kinds  []string
	// Cursor is the Next of the previous page, the number of its last job; empty for the first page.
	Cursor string
	Limit  int
}

// States returns the names of all states of a job.
func States() []string {
	var names []string
	for _, state := range rivertype.JobStates() {
		names = append(names, string(state))
	}
	return names
}

// List reads a page of jobs, newest first. An invalid cursor is reason.InvalidParameter. List does not use paging.List: the
// queue is River's, whose jobs have a number instead of the id of a paging.Position, and it is read by River's own query.
func List(ctx context.Context, pool *pgxpool.Pool, s Search) (page paging.Page[Row], err error) {
	client, err := inserter(pool)
	if err != nil {
		return page, err
	}
	states := rivertype.JobStates()
	if len(s.States) > 0 {
		states = states[:0:0]
		for _, name := range s.States {
			states = append(states, rivertype.JobState(name))
		}
	}
	params := river.NewJobListParams().States(states...).OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(s.Limit + 1)
	if s.Cursor != "" {
		last, err := strconv.ParseInt(s.Cursor, 10, 64)
		if err != nil {
			return page, reason.InvalidField("cursor", reason.FieldFormat)
		}
		params = params.Where("id < @last", river.NamedArgs{"last": last})
	}
	if len(s.Kinds) > 0 {
		params = params.Kinds(s.Kinds...)
	}
	found, err := client.JobList(ctx, params)
	if err != nil {
		return page, fmt.Errorf("job: list: %w", postgres.Reason(err))
	}
	for _, j := range found.Jobs[:min(len(found.Jobs), s.Limit)] {
		page.Rows = append(page.Rows, row(j))
	}
	if len(found.Jobs) > s.Limit {
		page.Next = strconv.FormatInt(page.Rows[s.Limit-1].ID, 10)
	}
	return page, nil
}

// Retry makes a job due at once, in the caller's transaction. A job that is running is not changed.
func Retry(ctx context.Context, pool *pgxpool.Pool, tx pgx.Tx, id int64) (Row, error) {
	client, err := inserter(pool)
	if err != nil {
		return Row{}, err
	}
	j, err := client.JobRetryTx(ctx, tx, id)
	if errors.Is(err, river.ErrNotFound) {
		return Row{}, ErrNoJob
	}
	if postgres.IsViolation(err, "river_job_unique_idx") {
		return Row{}, ErrDuplicate
	}
	if err != nil {
		return Row{}, fmt.Errorf("job: retry: %w", err)
	}
	return row(j), nil
}

// Cancel cancels a discarded job that is no longer needed, and returns its kind. River deletes it within a day.
func Cancel(ctx context.Context, tx pgx.Tx, id int64) (kind string, err error) {
	err = tx.QueryRow(ctx, `UPDATE river_job SET state = 'cancelled', finalized_at = now() WHERE id = $1 AND state = 'discarded' RETURNING kind`, id).Scan(&kind)
	if !errors.Is(err, pgx.ErrNoRows) {
		return kind, postgres.Reason(err)
	}
	var known bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM river_job WHERE id = $1)`, id).Scan(&known); err != nil {
		return "", fmt.Errorf("job: cancel: %w", postgres.Reason(err))
	}
	if !known {
		return "", ErrNoJob
	}
	return "", ErrNotGivenUp
}

// inserter returns a client that works no jobs.
func inserter(pool *pgxpool.Pool) (*Client, error) {
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{})
	if err != nil {
		return nil, fmt.Errorf("job: client: %w", err)
	}
	return client, nil
}

func row(j *rivertype.JobRow) Row {
	r := Row{
		ID: j.ID, Kind: j.Kind, State: string(j.State), Attempt: j.Attempt, MaxAttempts: j.MaxAttempts, Args: j.EncodedArgs,
		CreatedAt: j.CreatedAt, ScheduledAt: j.ScheduledAt,
	}
	if n := len(j.Errors); n > 0 {
		r.LastError = j.Errors[n-1].Error
	}
	return r
}
