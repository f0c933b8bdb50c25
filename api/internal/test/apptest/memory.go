package apptest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Peak is the most memory that the program has held at once, in bytes. It skips the test where the system does not tell.
func (p *Program) Peak(t testing.TB) int64 {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.process.PID()))
	if os.IsNotExist(err) {
		t.Skip("this system has no /proc")
	}
	require.NoError(t, err)
	_, after, found := strings.Cut(string(raw), "VmHWM:")
	require.True(t, found)
	kilobytes, err := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
	require.NoError(t, err)
	return kilobytes << 10
}
