package app_test

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/app"
)

// This test is not parallel, because the settings apply to the whole process.
func TestUseMemoryKeepsTheOperatorsSettings(t *testing.T) {
	percent := debug.SetGCPercent(100)
	limit := debug.SetMemoryLimit(-1)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	t.Setenv("GOGC", "50")
	t.Setenv("GOMEMLIMIT", "1GiB")
	debug.SetGCPercent(50)
	debug.SetMemoryLimit(1 << 30)
	require.NoError(t, app.UseMemory())
	require.EqualValues(t, 1<<30, debug.SetMemoryLimit(-1))
	require.Equal(t, 50, debug.SetGCPercent(100))

	t.Setenv("GOGC", "")
	require.NoError(t, app.UseMemory())
	require.Equal(t, 200, debug.SetGCPercent(100))
}
