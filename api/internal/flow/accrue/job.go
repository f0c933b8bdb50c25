package accrue

import (
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// Args are the arguments of the job that posts the accrual of the last finished month.
type Args struct{}

// Kind names the job.
func (Args) Kind() string { return "loan.accrue" }

// InsertOpts names its queue.
func (Args) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }
