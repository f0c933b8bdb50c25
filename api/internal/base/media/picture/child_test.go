package picture

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whoever takes over the child with a picture must not fill the memory of the process that waits for it.
func TestOutputOfChildIsBounded(t *testing.T) {
	t.Parallel()
	out := &bounded{left: 1000}
	child := exec.CommandContext(t.Context(), "head", "-c", "1000000", "/dev/zero")
	child.Stdout = out
	require.Error(t, child.Run())
	require.LessOrEqual(t, out.kept.Len(), 1000)
}
