package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// itemTimeout is how long one item may take, of a run that has long: a run of Timeout comes past three that hang.
	itemTimeout = Timeout / sweepShare
	// sweepShare is one of how much of its time a run gives an item at most.
	sweepShare = 4
)

// ErrNotYet is what Do gives for an item that has to wait for something else first: it comes again as one that failed does,
// and nobody is told.
var ErrNotYet = errors.New("job: not yet")

// Sweep is how a job works through what is due, page by page. Items that fail or hang do not keep the others waiting, in this run
// or in later ones, however many they are: each is left alone for a while, longer after each failure.
type Sweep[T any] struct {
	// Name tells its items from those of other sweeps.
	Name string
	// MaxPages bounds one run; what is left is found by the next.
	MaxPages int
	// ID names one of what is found.
	ID func(T) uuid.UUID
	// Find reads the next page of what is due, without those of except.
	Find func(ctx context.Context, except []uuid.UUID) ([]T, error)
	// Do ends what makes one due, in the time that ctx leaves it.
	Do func(context.Context, T) error
}

// Run goes through the pages. Its error names each item that failed.
func (s Sweep[T]) Run(ctx context.Context, db postgres.DB) error {
	known, err := readSetbacks(ctx, db, s.Name)
	if err != nil {
		return err
	}
	limit := timeoutOfItem(ctx)
	except := known.resting(time.Now())
	var failed error
	for range s.MaxPages {
		due, err := s.Find(ctx, except)
		if err != nil || len(due) == 0 {
			return errors.Join(failed, err)
		}
		for _, one := range due {
			id := s.ID(one)
			err := s.do(ctx, one, limit)
			if err != nil && !errors.Is(err, ErrNotYet) {
				failed = errors.Join(failed, fmt.Errorf("%s: %w", id, err))
			}
			if ctx.Err() != nil {
				return failed // the time of the run is over: that says nothing of the item that it ended in
			}
			if err != nil {
				except = append(except, id)
			}
			if err := known.note(ctx, db, id, err != nil); err != nil {
				return errors.Join(failed, err)
			}
		}
	}
	return failed
}

func (s Sweep[T]) do(ctx context.Context, one T, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return s.Do(ctx, one)
}

// timeoutOfItem is what an item of a run that begins now may take.
func timeoutOfItem(ctx context.Context) time.Duration {
	if end, bounded := ctx.Deadline(); bounded {
		return min(itemTimeout, time.Until(end)/sweepShare)
	}
	return itemTimeout
}
