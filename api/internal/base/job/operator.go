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

// ErrNoJob says that the queue knows no job of that number.
var ErrNoJob = errors.New("job: there is none of that number")

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
	// ScheduledAt is when it is tried next, or was.
	ScheduledAt time.Time
	// LastError is what the newest attempt failed with.
	LastError string
}

// Search says which jobs are meant; empty fields ask for nothing.
type Search struct {
	States []string
	Kinds  []string
	// Cursor is what the page before gave, the number of its last job; empty for the first page.
	Cursor string
	Limit  int
}

// States are the names of the states that a job can be in.
func States() []string {
	var names []string
	for _, state := range rivertype.JobStates() {
		names = append(names, string(state))
	}
	return names
}

// List reads a page of jobs, the newest first. A cursor that no page gave is reason.InvalidParameter.
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

// Retry makes a job due at once, in the transaction of whoever asks. One that runs at this moment stays as it is.
func Retry(ctx context.Context, pool *pgxpool.Pool, tx pgx.Tx, id int64) (Row, error) {
	client, err := inserter(pool)
	if err != nil {
		return Row{}, err
	}
	j, err := client.JobRetryTx(ctx, tx, id)
	if errors.Is(err, river.ErrNotFound) {
		return Row{}, ErrNoJob
	}
	if err != nil {
		return Row{}, fmt.Errorf("job: retry: %w", err)
	}
	return row(j), nil
}

// inserter is a client that works nothing.
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
