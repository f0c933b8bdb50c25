package app

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/redact"
)

// failures logs errors of jobs, without borrower data that an error may quote. River retries the job by itself.
type failures struct{ log zerolog.Logger }

// HandleError logs an attempt that failed.
func (f failures) HandleError(_ context.Context, row *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	f.log.Error().Str("error", redact.Text(err.Error())).Str("kind", row.Kind).Int64("job", row.ID).Int("attempt", row.Attempt).Msg("job failed")
	return nil
}

// HandlePanic logs an attempt that panicked.
func (f failures) HandlePanic(_ context.Context, row *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	f.log.Error().Str("panic", redact.Text(fmt.Sprint(value))).Str("stack", trace).Str("kind", row.Kind).Int64("job", row.ID).Msg("job panicked")
	return nil
}
