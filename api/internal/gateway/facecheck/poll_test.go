package facecheck

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// pollUntil polls a vendor whose verdict about the second step is final after the given time, and returns the number of requests.
func pollUntil(t *testing.T, ready time.Duration) (verdict httpVerdict, asked int, took time.Duration, err error) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		h := NewHTTP("http://vendor.example", make([]byte, 32))
		verdict, err = h.poll(t.Context(), httpSession{ID: "1", Asked: 2}, func(context.Context, httpSession) (httpVerdict, error) {
			asked++
			if time.Since(began) < ready {
				// The last verdict is about the previous step.
				return httpVerdict{Status: "passed", Asked: 1}, nil
			}
			return httpVerdict{Status: "passed", Asked: 2}, nil
		})
		took = time.Since(began)
	})
	return verdict, asked, took, err
}

func TestPollWaitsForTheVerdict(t *testing.T) {
	t.Parallel()
	verdict, asked, took, err := pollUntil(t, 2*time.Second)
	require.NoError(t, err)
	require.Equal(t, 2, verdict.Asked)
	require.Equal(t, 8, asked)
	require.Equal(t, 2100*time.Millisecond, took, "polled every 300 ms")
}

func TestPollTimesOut(t *testing.T) {
	t.Parallel()
	_, _, took, err := pollUntil(t, time.Hour)
	require.ErrorIs(t, err, ErrUnavailable)
	require.Equal(t, pollTimeout, took)
}
