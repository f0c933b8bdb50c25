package job_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// If all items of a run fail, with the stack of a panic each, its error still has a size that can be stored.
func TestErrorOfARunIsBounded(t *testing.T) {
	t.Parallel()
	var none, f job.Failures
	require.NoError(t, none.Join(nil))
	first, last := errors.New("first"), errors.New("last")
	f.Add(first)
	for range 10_000 {
		f.Add(errors.New(strings.Repeat("x", 4000)))
	}
	err := f.Join(last)
	require.ErrorIs(t, err, first)
	require.ErrorIs(t, err, last)
	require.ErrorContains(t, err, "and 9951 more failures")
	require.Less(t, len(err.Error()), 250_000)
}
