package job_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// line is a queue of due items, the oldest first, one per page.
type line struct {
	due, tried []uuid.UUID
	// ends contains how an item fails; items without an entry succeed.
	ends map[uuid.UUID]func(context.Context) error
}

func newLine(n int) *line {
	l := &line{ends: map[uuid.UUID]func(context.Context) error{}}
	for range n {
		l.due = append(l.due, uuid.New())
	}
	return l
}

func (l *line) run(ctx context.Context, pool *pgxpool.Pool) error {
	l.tried = nil
	return job.Backlog[uuid.UUID]{
		Name: "test.backlog", MaxPages: 3, ID: func(id uuid.UUID) uuid.UUID { return id },
		Find: func(_ context.Context, except []uuid.UUID) ([]uuid.UUID, error) {
			for _, id := range l.due {
				if !slices.Contains(except, id) {
					return []uuid.UUID{id}, nil
				}
			}
			return nil, nil
		},
		Do: func(ctx context.Context, id uuid.UUID) error {
			l.tried = append(l.tried, id)
			if end := l.ends[id]; end != nil {
				return end(ctx)
			}
			l.due = slices.DeleteFunc(l.due, func(other uuid.UUID) bool { return other == id })
			return nil
		},
	}.Run(ctx, pool)
}

func fails(context.Context) error { return errors.New("the item failed") }

func panics(context.Context) error { panic("the item is broken") }

func hangs(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

// later simulates that time has passed, by moving the retry times of all items back.
func later(t *testing.T, pool *pgxpool.Pool, by time.Duration) {
	t.Helper()
	_, err := pool.Exec(t.Context(), `UPDATE sweep_setback SET try_after = try_after - $1::interval`, by)
	require.NoError(t, err)
}

// If more items hang than a run has time for, or more fail than it has pages for, the items behind them are processed in a
// later run.
func TestFailedItemsDoNotBlockLaterItems(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(context.Context) error{"fails": fails, "hangs": hangs, "panics": panics} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool, l := postgrestest.New(t), newLine(9)
			behind := l.due[8]
			for _, id := range l.due[:8] {
				l.ends[id] = end
			}
			run := func() error {
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second) // like the deadline job.Timeout of each run
				defer cancel()
				return l.run(ctx, pool)
			}
			for runs := 0; runs < 6 && slices.Contains(l.due, behind); runs++ { // three, if no run is cut short
				require.Error(t, run())
			}
			require.NotContains(t, l.due, behind)
		})
	}
}

// A failed item is retried after ten seconds, and after twice as long each time. The setback of an item that succeeds, or is no
// longer due, is deleted.
func TestFailedItemIsRetriedWithBackoff(t *testing.T) {
	t.Parallel()
	pool, l := postgrestest.New(t), newLine(1)
	id := l.due[0]
	l.ends[id] = fails
	for _, rest := range []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second} {
		require.Error(t, l.run(t.Context(), pool))
		later(t, pool, rest-5*time.Second)
		require.NoError(t, l.run(t.Context(), pool))
		require.Empty(t, l.tried)
		later(t, pool, 5*time.Second)
	}
	known := func() (n int) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM sweep_setback`).Scan(&n))
		return n
	}
	_, err := pool.Exec(t.Context(), `UPDATE sweep_setback SET failures = 1000`)
	require.NoError(t, err)
	require.Error(t, l.run(t.Context(), pool))
	later(t, pool, time.Hour)
	delete(l.ends, id)
	require.NoError(t, l.run(t.Context(), pool))
	require.Empty(t, l.due)
	require.Zero(t, known())

	l = newLine(1)
	l.ends[l.due[0]] = fails
	require.Error(t, l.run(t.Context(), pool))
	l.due = nil
	later(t, pool, 25*time.Hour)
	require.NoError(t, l.run(t.Context(), pool))
	require.Zero(t, known())
}

// An item that waits for something else is not reported as a failure, and a person can run it without waiting.
func TestErrNotYetPostponesItemWithoutError(t *testing.T) {
	t.Parallel()
	pool, l := postgrestest.New(t), newLine(2)
	waits := l.due[0]
	l.ends[waits] = func(context.Context) error { return job.ErrNotYet }
	require.NoError(t, l.run(t.Context(), pool))
	require.Equal(t, []uuid.UUID{waits}, l.due)
	require.NoError(t, l.run(t.Context(), pool))
	require.Empty(t, l.tried)
	require.NoError(t, job.ClearSetbacks(t.Context(), pool, "test.backlog"))
	require.NoError(t, l.run(t.Context(), pool))
	require.Equal(t, []uuid.UUID{waits}, l.tried)
}

// The deadline of a run is not a failure of the item in progress.
func TestCancelledRunDoesNotPostponeItem(t *testing.T) {
	t.Parallel()
	pool, l := postgrestest.New(t), newLine(1)
	ctx, cancel := context.WithCancel(t.Context())
	l.ends[l.due[0]] = func(ctx context.Context) error {
		cancel()
		return hangs(ctx)
	}
	require.Error(t, l.run(ctx, pool))
	require.Error(t, l.run(ctx, pool))
	l.ends = nil
	require.NoError(t, l.run(t.Context(), pool))
	require.Empty(t, l.due)
}

// An item that is merely large gets more time after each timeout, and finishes. In a run started by a person it has a minute at
// once.
func TestItemTimeoutGrowsAfterEachTimeout(t *testing.T) {
	t.Parallel()
	pool, l := postgrestest.New(t), newLine(1)
	var given []time.Duration
	l.ends[l.due[0]] = func(ctx context.Context) error {
		end, _ := ctx.Deadline()
		given = append(given, time.Until(end).Round(time.Second))
		return errors.New("the item timed out")
	}
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), job.Timeout)
		require.Error(t, l.run(ctx, pool))
		cancel()
		later(t, pool, time.Hour)
	}
	require.Error(t, l.run(t.Context(), pool))
	require.Equal(t, []time.Duration{5 * time.Second, 10 * time.Second, 15 * time.Second, time.Minute}, given)
}
