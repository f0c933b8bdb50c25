package jobs

import (
	"errors"
	"fmt"
	"testing"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func TestFinalCancelsOnlyErrorsThatCannotPass(t *testing.T) {
	t.Parallel()
	require.NoError(t, final(nil))
	broken := errors.New("connection lost")
	require.Equal(t, broken, final(broken))
	busy := reason.New(reason.SystemBusy)
	require.Equal(t, error(busy), final(busy))
	var cancelled *river.JobCancelError
	require.ErrorAs(t, final(reason.New(reason.OrderNotFound)), &cancelled)
	require.NotErrorAs(t, final(reason.New(reason.System)), &cancelled)
	gone := fmt.Errorf("order 7: %w", reason.New(reason.OrderNotFound))
	require.NotErrorAs(t, final(errors.Join(gone, broken)), &cancelled, "another order of the same page may still succeed")
	require.NotErrorAs(t, final(errors.Join(errors.Join(gone, broken), gone)), &cancelled)
	require.ErrorAs(t, final(errors.Join(gone, gone)), &cancelled)
	var snooze *river.JobSnoozeError
	require.ErrorAs(t, final(river.JobSnooze(soon)), &snooze)
}

const soon = expireEvery

func TestLendingRegistersItsJobs(t *testing.T) {
	t.Parallel()
	require.NotPanics(t, func() { Lending{}.Register(river.NewWorkers()) })
	require.Len(t, Lending{}.Periodic(), 2)
}
