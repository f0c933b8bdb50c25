package faulttest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// reportTime is the timeout for delivering one report to one process.
const reportTime = 10 * time.Second

// Reports makes the bank send callbacks about its transactions to the processes at bases, over a line to each, until the test
// ends. Every callback is sent to all processes at the same time, and repeated until all have accepted it.
func (s *Stack) Reports(t testing.TB, bases ...string) []*Line {
	t.Helper()
	var lines []*Line
	var targets []string
	for _, base := range bases {
		u, err := url.Parse(base)
		require.NoError(t, err)
		line := Open(t, u.Host)
		u.Host, u.Path = line.Address, "/hooks/payment/http"
		lines, targets = append(lines, line), append(targets, u.String())
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	relay := serve(t, repeat(&http.Client{Timeout: reportTime, Transport: transport}, targets))
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	var running errgroup.Group
	running.Go(func() error { return payment.NewCallbacks(s.Bank, relay, key).Run(ctx) })
	t.Cleanup(func() {
		end()
		require.NoError(t, running.Wait())
	})
	return lines
}

// repeat forwards a request to every target at once. It responds with 200 if all of them do.
func repeat(client *http.Client, targets []string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var all errgroup.Group
		for _, target := range targets {
			all.Go(func() error {
				request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, target, bytes.NewReader(body))
				if err != nil {
					return err
				}
				request.Header = r.Header.Clone()
				answer, err := client.Do(request)
				if err != nil {
					return err
				}
				defer answer.Body.Close()
				if answer.StatusCode != http.StatusOK {
					return fmt.Errorf("answered %d", answer.StatusCode)
				}
				return nil
			})
		}
		if all.Wait() != nil {
			w.WriteHeader(http.StatusBadGateway)
		}
	}
}
