package clock_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestSkewIsMeasuredAtMidpointOfRoundTrip(t *testing.T) {
	t.Parallel()
	before := time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC)
	after := before.Add(4 * time.Second)
	for there, skew := range map[time.Duration]time.Duration{
		2 * time.Second: 0, 0: 2 * time.Second, time.Hour: 2*time.Second - time.Hour,
	} {
		require.Equal(t, skew, clock.Skew(before, after, before.Add(there)))
	}
}

func TestClockSkewAboveMaximumIsRefused(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, err := clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err)
	for by, text := range map[time.Duration]string{time.Hour: "ahead by 1h0m", -time.Hour: "ahead by -1h0m", clock.MaxSkew + 30*time.Second: "ahead by 1m3"} {
		postgrestest.SetClockBack(t, pool, by)
		_, err = clock.NewBusiness(t.Context(), pool)
		require.ErrorIs(t, err, clock.ErrSkewed)
		require.ErrorContains(t, err, text)
	}
	postgrestest.SetClockBack(t, pool, clock.MaxSkew/2)
	_, err = clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err, "a small skew must be accepted")
}
