package house

import (
	"context"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/rs/zerolog"
)

// failures writes down what went wrong in a job; River tries it again by itself.
type failures struct{ log zerolog.Logger }

// HandleError hears of an attempt that failed.
func (f failures) HandleError(_ context.Context, row *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	f.log.Error().Err(err).Str("kind", row.Kind).Int64("job", row.ID).Int("attempt", row.Attempt).Msg("job failed")
	return nil
}

// HandlePanic hears of an attempt that panicked.
func (f failures) HandlePanic(_ context.Context, row *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	f.log.Error().Any("panic", value).Str("stack", trace).Str("kind", row.Kind).Int64("job", row.ID).Msg("job panicked")
	return nil
}
