package facecheck

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// answering is a transport to a worker without a network.
type answering func(*http.Request) (*http.Response, error)

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) { return a(r) }

func TestReadyIsCachedAndTimesOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked, down := 0, errors.New("down")
		var silent bool
		l := NewLocal("http://worker.example", "secret")
		l.http = &http.Client{Transport: answering(func(r *http.Request) (*http.Response, error) {
			if asked++; silent {
				<-r.Context().Done()
				return nil, context.Cause(r.Context())
			}
			return nil, down
		})}
		require.ErrorIs(t, l.Ready(t.Context()), ErrUnavailable)
		time.Sleep(readyTTL - time.Millisecond)
		require.ErrorIs(t, l.Ready(t.Context()), ErrUnavailable)
		require.Equal(t, 1, asked, "a recent response is cached")

		time.Sleep(time.Millisecond)
		silent = true
		began := time.Now()
		require.ErrorIs(t, l.Ready(t.Context()), ErrUnavailable)
		require.Equal(t, 2, asked)
		require.Equal(t, healthTimeout, time.Since(began))
	})
}

// A caller that gives up, for example because of its own timeout, does not make the worker unavailable for others.
func TestCancelledReadyDoesNotAffectOtherCallers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		l := NewLocal("http://worker.example", "secret")
		l.http.Transport = answering(func(r *http.Request) (*http.Response, error) {
			asked++
			select {
			case <-time.After(healthTimeout / 2):
				return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"ready":true}`))}, nil
			case <-r.Context().Done():
				return nil, context.Cause(r.Context())
			}
		})
		hurried, cancel := context.WithTimeout(t.Context(), healthTimeout/4)
		defer cancel()
		require.ErrorIs(t, l.Ready(hurried), ErrUnavailable)
		require.NoError(t, l.Ready(t.Context()), "the second caller waits for the same response")
		require.NoError(t, l.Ready(t.Context()))
		require.Equal(t, 1, asked)
	})
}

// A slow evaluation is distinguished from an unreachable worker, because only the first is temporary.
func TestSlowWorkerIsReportedAsBusy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gone := false
		l := NewLocal("http://worker.example", "secret")
		l.http.Transport = answering(func(r *http.Request) (*http.Response, error) {
			if gone {
				return nil, errors.New("connection refused")
			}
			<-r.Context().Done()
			return nil, context.Cause(r.Context())
		})
		began := time.Now()
		var busy Busy
		_, err := l.Step(t.Context(), []byte(`{}`), TurnLeft, nil)
		require.ErrorAs(t, err, &busy)
		require.ErrorIs(t, err, ErrUnavailable)
		require.Equal(t, localTimeout, time.Since(began))
		_, _, err = l.Portrait(t.Context(), nil)
		require.ErrorAs(t, err, &busy)
		require.False(t, errors.As(l.Ready(t.Context()), &busy), "no check starts with a worker that does not respond")
		gone = true
		_, err = l.Step(t.Context(), []byte(`{}`), TurnLeft, nil)
		require.ErrorIs(t, err, ErrUnavailable)
		require.False(t, errors.As(err, &busy))
	})
}
