package jobs

import (
	"context"
	"errors"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/gateway/ads"
)

// Marketing is the flow behind the jobs of advertising.
type Marketing struct {
	Conversions *conversion.Flow
	// Alarm is called when a platform refuses a report or the credentials, or does not know the address.
	Alarm func(error)
}

// Register adds the worker.
func (m Marketing) Register(w *river.Workers) {
	work(w, func(ctx context.Context, a conversion.Args) error { return m.result(m.Conversions.Report(ctx, a)) })
}

// result gives up a refused report, and calls Alarm for errors that somebody has to fix.
func (m Marketing) result(err error) error {
	switch {
	case errors.Is(err, ads.ErrRefused):
		m.Alarm(err)
		return river.JobCancel(err)
	case errors.Is(err, ads.ErrUnauthorized), errors.Is(err, ads.ErrNotFound):
		m.Alarm(err)
	}
	return err
}
