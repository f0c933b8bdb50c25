package app

import (
	"bytes"
	"errors"
	"log/slog"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

// River's messages appear in the log of the process, at the log's level, and contain no personal data.
func TestRiverWritesIntoTheProcessLog(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	log := riverLog(zerolog.New(&lines).Level(zerolog.WarnLevel))
	log.Info("Job errored", "error", "quiet")
	log.With("phone", "0912345678").WithGroup("job").Warn("Rescued 0912345678", "error", errors.New("carrier refused +84912345678"),
		slog.Int64("job_id", 19036666888), "kind", "order.payout")
	require.NotContains(t, lines.String(), "quiet")
	require.Contains(t, lines.String(), `"from":"river"`)
	require.Contains(t, lines.String(), `"level":"warn"`)
	require.Contains(t, lines.String(), "carrier refused +#")
	require.Contains(t, lines.String(), "19036666888", "job ids are not masked")
	require.Contains(t, lines.String(), "order.payout")
	require.NotContains(t, lines.String(), "912345678")
}
