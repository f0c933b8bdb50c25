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
	itemTimeout = Timeout / itemShare
	// itemShare is one of how much of its time a run gives an item at most.
	itemShare = 4
	// patientItem is what an item may take of a run without an end, a person's: there is nobody behind it who waits.
	patientItem = time.Minute
)

// ErrNotYet is what Do gives for an item that has to wait for something else first: it comes again as one that failed does,
// and nobody is told.
var ErrNotYet = errors.New("job: not yet")

// Backlog is how a job works through what is due, page by page. Items that fail or hang do not keep the others waiting, in this run
// or in later ones, however many they are: each is left alone for a while, longer after each failure.
type Backlog[T any] struct {
	// Name tells its items from those of other backlogs.
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
func (b Backlog[T]) Run(ctx context.Context, db postgres.DB) error {
	known, err := readSetbacks(ctx, db, b.Name)
	if err != nil {
		return err
	}
	began := time.Now()
	except := known.resting(began)
	var failed error
	for range b.MaxPages {
		due, err := b.Find(ctx, except)
		if err != nil || len(due) == 0 {
			return errors.Join(failed, err)
		}
		for _, one := range due {
			id := b.ID(one)
			err := b.do(ctx, one, timeoutOfItem(ctx, began, known.items[id].Failures))
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

func (b Backlog[T]) do(ctx context.Context, one T, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return b.Do(ctx, one)
}

// timeoutOfItem is what an item of a run that began at an instant may take: twice as much for each time that it failed, since it may
// only be large, but never the rest of the run, behind which nothing would be noted of it.
func timeoutOfItem(ctx context.Context, began time.Time, failures int) time.Duration {
	end, bounded := ctx.Deadline()
	if !bounded {
		return patientItem
	}
	share := min(itemTimeout, end.Sub(began)/itemShare)
	return max(share, min(share<<min(failures, itemShare), time.Until(end)*(itemShare-1)/itemShare))
}
