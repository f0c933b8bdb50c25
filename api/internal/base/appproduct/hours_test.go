package appproduct_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
)

func TestHoursIncludeOpeningAndExcludeClosingMinute(t *testing.T) {
	t.Parallel()
	hours := appproduct.Hours{Days: []string{"Monday", "sunday"}, From: "08:00", To: "17:30"}
	require.Equal(t, []time.Weekday{time.Monday, time.Sunday}, hours.Weekdays())
	for at, open := range map[string]bool{
		"2026-03-09 07:59": false, "2026-03-09 08:00": true, "2026-03-09 12:00": true, "2026-03-09 17:29": true, "2026-03-09 17:30": false,
		"2026-03-10 12:00": false, "2026-03-14 12:00": false, "2026-03-15 12:00": true,
	} {
		local, err := time.Parse("2006-01-02 15:04", at)
		require.NoError(t, err)
		require.Equal(t, open, hours.Open(local), at)
	}
	require.False(t, appproduct.Hours{}.Open(time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)), "no days are configured")
}
