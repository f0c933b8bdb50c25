package jobs

import (
	"context"
	"errors"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/gateway/ads"
)

// Marketing is the flow that the jobs of advertising call.
type Marketing struct {
	Conversions *conversion.Flow
	// Alarm hears that a platform refuses reports, or who reports.
	Alarm func(error)
}

// Register adds the worker.
func (m Marketing) Register(w *river.Workers) {
	work(w, func(ctx context.Context, a conversion.Args) error {
		err := m.Conversions.Report(ctx, a)
		switch {
		case errors.Is(err, ads.ErrRefused):
			m.Alarm(err)
			return river.JobCancel(err)
		case errors.Is(err, ads.ErrUnauthorized):
			m.Alarm(err)
		}
		return err
	})
}
