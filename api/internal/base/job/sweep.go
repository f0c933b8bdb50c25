package job

import (
	"errors"
	"fmt"

	"github.com/google/uuid"
)

// Sweep is how a job goes through what is due, page by page.
type Sweep[T any] struct {
	// MaxPages bounds one run; what is left is found by the next.
	MaxPages int
	// ID names one of what is found.
	ID func(T) uuid.UUID
	// Find reads the next page of what is due, without those of except.
	Find func(except []uuid.UUID) ([]T, error)
	// Do ends what makes one due.
	Do func(T) error
}

// Run goes through the pages. Those that fail keep none of the others waiting, however many they are: the next page leaves
// them out. Its error names each.
func (s Sweep[T]) Run() error {
	refused := []uuid.UUID{}
	var failed error
	for range s.MaxPages {
		due, err := s.Find(refused)
		if err != nil || len(due) == 0 {
			return errors.Join(failed, err)
		}
		for _, one := range due {
			if err := s.Do(one); err != nil {
				refused = append(refused, s.ID(one))
				failed = errors.Join(failed, fmt.Errorf("%s: %w", s.ID(one), err))
			}
		}
	}
	return failed
}
