package server

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

func TestNetworkHidesTheAddress(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"203.0.113.77": "203.0.113.0/24", "2001:db8:1:2::3": "2001:db8:1::/48", "::ffff:203.0.113.77": "203.0.113.0/24", "": "", "nonsense": "",
	} {
		require.Equal(t, want, network(ip))
	}
}

// TestLogContainsNoRequestData checks every log line of a few requests that carry data which must not be logged.
func TestLogContainsNoRequestData(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	s := newServer(t, Config{}, Deps{
		Ready: func(context.Context) error { return errors.New("database of 0912345678 is away") },
	}, zerolog.New(&lines))

	require.Equal(t, http.StatusServiceUnavailable, fetch(t, s, "/readyz?mobile=0912345678", "token", "secret-token").status)
	fetch(t, s, "/m/home?redirect=/m/repay?pay=secret-token")
	fetch(t, s, "/app/file/0912345678", "token", "secret-token")
	require.Contains(t, lines.String(), `"call":"readyz"`)
	require.Contains(t, lines.String(), `"errorCode":20108`)
	for _, secret := range []string{"0912345678", "secret-token", "?mobile", "redirect"} {
		require.NotContains(t, lines.String(), secret)
	}
}

// spec: 8.10051
func TestPanicReturnsAnEnvelopeAndIsLogged(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	s := newServer(t, Config{}, Deps{
		Ready: func(context.Context) error { panic("token 0912345678") },
	}, zerolog.New(&lines))
	answer := fetch(t, s, "/readyz")
	require.Equal(t, http.StatusInternalServerError, answer.status)
	require.Contains(t, answer.body, `"errorCode":10051`)
	require.NotContains(t, answer.body, "token")
	require.Contains(t, lines.String(), `"panic":"token #"`)
	require.Contains(t, lines.String(), "log_test.go")
	require.Contains(t, lines.String(), `"call":"readyz","status":500`, "the log must have a line for each request")
	metrics := httptest.NewRecorder()
	s.Monitoring().ServeHTTP(metrics, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	require.Contains(t, metrics.Body.String(), `loanmarket_request_seconds_count{call="readyz",error_code="10051",status="500"} 1`)
}
