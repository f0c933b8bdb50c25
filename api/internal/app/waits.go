package app

import (
	"errors"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
)

// waitForFiles is the pause before a job is retried that needs an unreachable object store.
const waitForFiles = 5 * time.Second

// waits returns how long a job waits for a resource that is expected to become available, and zero for a job that
// failed.
func waits(err error) time.Duration {
	var busy *job.Busy
	switch {
	case errors.Is(err, media.ErrUnreachable):
		return waitForFiles
	case errors.As(err, &busy):
		return busy.After
	}
	return 0
}
