package background

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/logtest"
)

func TestStepsRunInOrderAndReportProgress(t *testing.T) {
	t.Parallel()
	out, running, finish := &logtest.Buffer{}, make(chan struct{}), make(chan struct{})
	second := make(chan struct{})
	estimates := Remember(t.TempDir())
	w := Start(out, estimates,
		Step{Name: "MinIO", Needed: "photos wait", Usual: time.Minute, Run: func(context.Context) error {
			close(running)
			<-finish
			return nil
		}},
		Step{Name: "packages", Usual: time.Hour, Run: func(context.Context) error {
			close(second)
			return nil
		}},
	)
	<-running
	progress := w.Progress()
	require.Equal(t, []string{Running, Waiting}, []string{progress[0].State, progress[1].State})
	require.Equal(t, "photos wait", progress[0].Needed)
	require.InDelta(t, 60, progress[0].LeftSeconds, 5)
	require.Equal(t, 3600, progress[1].LeftSeconds)
	close(finish)
	<-second
	require.Eventually(t, func() bool { return w.Progress()[1].State == Done }, 10*time.Second, time.Millisecond)
	w.Stop()
	require.Contains(t, out.String(), "In the background: MinIO, about 60 s; photos wait.")
	require.Less(t, estimates.Of("MinIO", time.Minute), 10*time.Second, "the estimate must be the measured duration")
}

func TestFailedStepReportsItsError(t *testing.T) {
	t.Parallel()
	out := &logtest.Buffer{}
	w := Start(out, Remember(t.TempDir()), Step{Name: "MinIO", Run: func(context.Context) error { return errors.New("no network") }})
	defer w.Stop()
	require.Eventually(t, func() bool { return w.Progress()[0].State == Failed }, 10*time.Second, time.Millisecond)
	require.Equal(t, "no network", w.Progress()[0].Error)
	require.Eventually(t, func() bool { return out.String() != "" }, 10*time.Second, time.Millisecond)
	require.Contains(t, out.String(), "no network")
}

func TestInterruptedStepKeepsRemainingEstimate(t *testing.T) {
	t.Parallel()
	estimates := Remember(t.TempDir())
	estimates.Keep("MinIO", 100*time.Second)
	running := make(chan struct{})
	w := Start(&logtest.Buffer{}, estimates, Step{Name: "MinIO", Usual: time.Minute, Run: func(ctx context.Context) error {
		close(running)
		<-ctx.Done()
		return ctx.Err()
	}})
	<-running
	w.Stop()
	left := estimates.Of("MinIO", time.Minute)
	require.Greater(t, left, 80*time.Second)
	require.Less(t, left, 100*time.Second)
}
