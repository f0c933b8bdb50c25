package app

import (
	"errors"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
)

// waitForFiles is when a job is tried again that needs an object store which is not there yet.
const waitForFiles = 5 * time.Second

// waits tells how long a job waits that lacks something which comes by itself, and zero for one that failed.
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
