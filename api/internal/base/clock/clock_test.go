package clock_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
)

func TestClocksReturnUTCInMicroseconds(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 11, 17, 0, 0, 1999, time.FixedZone("", 7*3600))
	want := time.Date(2026, 3, 11, 10, 0, 0, 1000, time.UTC)
	require.Equal(t, want, clock.Fixed(at).Now())
	require.Equal(t, want, clock.NewManual(at).Now())
	require.Zero(t, clock.Wall{}.Now().Nanosecond()%1000)
	require.WithinDuration(t, time.Now(), clock.Wall{}.Now(), time.Minute)
}

func TestManualClockAdvancesAndSets(t *testing.T) {
	t.Parallel()
	c := clock.NewManual(time.Date(2026, 3, 11, 0, 0, 0, 0, time.UTC))
	c.Advance(36 * time.Hour)
	require.Equal(t, 12, c.Now().Day())
	c.Set(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
	require.Equal(t, 2027, c.Now().Year())
}
