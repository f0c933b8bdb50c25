package webhook_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/webhook"
)

// An alarm that only a login page has received would never be sent again.
func TestPageDoesNotCountAsDelivery(t *testing.T) {
	t.Parallel()
	for answer, delivered := range map[string]bool{"": true, "ok": true, `{"id":1}`: true, "<html><title>Log in</title></html>": false} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, answer) }))
		err := webhook.New(server.URL, []byte("0123456789abcdef0123456789abcdef")).Tell(t.Context(), webhook.Alarm{ID: "1", Kind: "identity"})
		server.Close()
		require.Equal(t, delivered, err == nil, answer)
	}
}
