package faulttest_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
)

// caller sends requests to a server over a line, on one connection as long as it is open.
type caller struct {
	http    http.Client
	address string
}

// call returns the server's response, and how long it took.
func (c *caller) call() (string, time.Duration, error) {
	began := time.Now()
	answer, err := c.http.Get("http://" + c.address)
	if err != nil {
		return "", time.Since(began), err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	return string(raw), time.Since(began), err
}

func TestEachFaultKindFailsAsDescribedAndEnds(t *testing.T) {
	t.Parallel()
	const long, patience = 500 * time.Millisecond, 30 * time.Second
	text := strings.Repeat("a", 1000)
	for _, kind := range faulttest.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			arrived := make(chan struct{}, 10)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				arrived <- struct{}{}
				_, _ = io.WriteString(w, text)
			}))
			t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
			line := faulttest.Open(t, server.Listener.Addr().String())
			transport := &http.Transport{}
			t.Cleanup(transport.CloseIdleConnections)
			c := caller{http: http.Client{Timeout: patience, Transport: transport}, address: line.Address}
			got, _, err := c.call()
			require.NoError(t, err)
			require.Equal(t, text, got)
			<-arrived

			require.NoError(t, line.Break(kind))
			if kind == faulttest.BlackHole || kind == faulttest.HalfOpen {
				c.http.Timeout = long
			}
			got, took, err := c.call()
			switch kind {
			case faulttest.Latency, faulttest.SlowDrip:
				require.NoError(t, err)
				require.Equal(t, text, got)
				require.Greater(t, took, 40*time.Millisecond)
			case faulttest.Cut:
				require.Error(t, err)
				require.NotErrorIs(t, err, context.DeadlineExceeded, "a cut connection must fail at once")
			case faulttest.BlackHole, faulttest.HalfOpen:
				require.Error(t, err)
				require.GreaterOrEqual(t, took, long)
				if kind == faulttest.HalfOpen {
					<-arrived
				}
				require.Empty(t, arrived, "only a half-open line may deliver the request")
			}
			require.NoError(t, line.Restore())
			c.http.Timeout = patience
			got, _, err = c.call()
			require.NoError(t, err)
			require.Equal(t, text, got)
		})
	}
}

func TestHalfOpenConnectionStaysSilentAfterFault(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }))
	t.Cleanup(server.Close)
	line := faulttest.Open(t, server.Listener.Addr().String())
	transport := &http.Transport{MaxConnsPerHost: 1}
	t.Cleanup(transport.CloseIdleConnections)
	c := caller{http: http.Client{Timeout: 30 * time.Second, Transport: transport}, address: line.Address}
	_, _, err := c.call()
	require.NoError(t, err)
	require.NoError(t, line.Break(faulttest.HalfOpen))
	require.NoError(t, line.Restore())
	c.http.Timeout = 300 * time.Millisecond
	_, _, err = c.call()
	require.Error(t, err, "the connection from before the fault must stay silent")
	c.http.Timeout = 30 * time.Second
	got, _, err := c.call()
	require.NoError(t, err, "a new connection must work")
	require.Equal(t, "here", got)
}
