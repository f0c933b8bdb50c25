package job

import (
	"errors"
	"fmt"
)

// maxNamed is the maximum number of failures that an error names. A panic has a stack of some kilobytes, and the error is stored.
const maxNamed = 50

// Failures collects the errors of the items of a run. The zero value contains none.
type Failures struct {
	named []error
	more  int
}

// Add adds an error.
func (f *Failures) Add(err error) {
	if len(f.named) == maxNamed {
		f.more++
		return
	}
	f.named = append(f.named, err)
}

// Join returns the first errors together with the number of the others, and the given one if it is not nil; nil if there are none.
func (f *Failures) Join(last error) error {
	named := errors.Join(f.named...)
	if f.more > 0 {
		named = errors.Join(named, fmt.Errorf("and %d more failures", f.more))
	}
	return errors.Join(named, last)
}
