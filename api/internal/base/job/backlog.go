package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/panics"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// itemTimeout is how long one item may take in a run that lasts Timeout: a run continues after up to three items that hang.
	itemTimeout = Timeout / itemShare
	// itemShare is the divisor of the run's time for one item: an item gets at most a quarter.
	itemShare = 4
	// maxItemTime is how long an item may take in a run without a deadline, which a person started: no other job waits behind
	// it.
	maxItemTime = time.Minute
)

// ErrNotYet is returned by Do for an item that has to wait for something else first. It is retried like a failed item, but is
// not reported as an error.
var ErrNotYet = errors.New("job: not yet")

// Backlog processes due items page by page. Items that fail, panic or hang do not delay the others, in this run or in later ones,
// however many they are: each is skipped for a while, longer after each failure.
type Backlog[T any] struct {
	// Name identifies the backlog; its failed items are stored under it.
	Name string
	// MaxPages is the maximum number of pages per run; the next run finds the rest.
	MaxPages int
	// ID returns the id of an item.
	ID func(T) uuid.UUID
	// Find reads the next page of due items, without those in except.
	Find func(ctx context.Context, except []uuid.UUID) ([]T, error)
	// Do processes an item so that it is no longer due, before the deadline of ctx.
	Do func(context.Context, T) error
}

// Run processes the pages. Its error names the items that failed (Failures).
func (b Backlog[T]) Run(ctx context.Context, db postgres.DB) error {
	known, err := readSetbacks(ctx, db, b.Name)
	if err != nil {
		return err
	}
	began := time.Now()
	except := known.resting(began)
	var failed Failures
	for range b.MaxPages {
		due, err := b.Find(ctx, except)
		if err != nil || len(due) == 0 {
			return failed.Join(err)
		}
		for _, one := range due {
			id := b.ID(one)
			err := b.do(ctx, one, timeoutOfItem(ctx, began, known.items[id].Failures))
			if err != nil && !errors.Is(err, ErrNotYet) {
				failed.Add(fmt.Errorf("%s: %w", id, err))
			}
			if ctx.Err() != nil {
				return failed.Join(nil) // the deadline of the run has passed: that is not a failure of the item that was in progress
			}
			if err != nil {
				except = append(except, id)
			}
			if err := known.note(ctx, db, id, err != nil); err != nil {
				return failed.Join(err)
			}
		}
	}
	return failed.Join(nil)
}

func (b Backlog[T]) do(ctx context.Context, one T, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return panics.ToError(b.Name, func() error { return b.Do(ctx, one) })
}

// timeoutOfItem returns how long an item may take in a run that began at an instant. It doubles with each failure, because the
// item may just be large, but never uses up the rest of the run: after that, its failure could not be recorded.
func timeoutOfItem(ctx context.Context, began time.Time, failures int) time.Duration {
	end, bounded := ctx.Deadline()
	if !bounded {
		return maxItemTime
	}
	share := min(itemTimeout, end.Sub(began)/itemShare)
	return max(share, min(share<<min(failures, itemShare), time.Until(end)*(itemShare-1)/itemShare))
}
