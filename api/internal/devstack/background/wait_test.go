package background

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/test/logtest"

	"github.com/stretchr/testify/require"
)

func TestFailedStepIsRetriedEveryMinute(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var tries []time.Duration
		w := Start(&logtest.Buffer{}, Remember(folder), Step{Name: "MinIO", Run: func(context.Context) error {
			if tries = append(tries, time.Since(began)); len(tries) < 4 {
				return errors.New("no network")
			}
			return nil
		}})
		<-w.done
		require.Equal(t, []time.Duration{0, time.Minute, 2 * time.Minute, 3 * time.Minute}, tries)
	})
}

func TestLongStepLogsProgressAndEstimate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		out := &logtest.Buffer{}
		w := Start(out, Remember(folder), Step{Name: "MinIO", Needed: "photos wait", Usual: time.Minute, Run: func(ctx context.Context) error {
			time.Sleep(100 * time.Second)
			return nil
		}})
		time.Sleep(45 * time.Second)
		require.Equal(t, 45, w.Progress()[0].ElapsedSeconds)
		require.Equal(t, 15, w.Progress()[0].LeftSeconds)
		<-w.done
		require.Equal(t, 3, strings.Count(out.String(), "MinIO …"), "progress must be logged every 30 seconds")
		require.Contains(t, out.String(), "MinIO … 30 s, about 30 s left")
		require.Contains(t, out.String(), "MinIO … 90 s, it takes longer than usual")
	})
}

func TestStopDoesNotWaitForRetry(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		w := Start(&logtest.Buffer{}, Remember(folder), Step{Name: "MinIO", Run: func(context.Context) error { return errors.New("no network") }})
		synctest.Wait()
		began := time.Now()
		w.Stop()
		require.Zero(t, time.Since(began))
	})
}
