package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The chat contact is deleted together with the account, and once more later, because a request in flight may have
// opened a conversation.
func TestDeletionErasesChatContact(t *testing.T) {
	t.Parallel()
	var known atomic.Pointer[string]
	var deleted atomic.Int64
	chatwoot := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := known.Load()
		switch {
		case r.Method == http.MethodDelete && who != nil:
			known.Store(nil)
			deleted.Add(1)
		case who == nil || r.URL.Query().Get("page") != "1":
			_, _ = fmt.Fprint(w, `{"meta":{"count":0},"payload":[]}`)
		default:
			_, _ = fmt.Fprintf(w, `{"meta":{"count":1},"payload":[{"id":7,"identifier":%q}]}`, *who)
		}
	}))
	t.Cleanup(chatwoot.Close)
	m := newMarket(t, apptest.Set("CHAT_URL", chatwoot.URL), apptest.Set("CHAT_ACCOUNT", "1"), apptest.Set("CHAT_TOKEN", "x"))
	c := m.settled(t)
	var named contract.ChatIdentity
	c.OK(t, "chatIdentity", body{}, &named)
	known.Store(&named.Identifier)
	requestDeletion(t, c)
	m.Advance(t, wait)
	m.erase(t, c)
	for times := range int64(2) {
		_, err := m.Apps[0].Account.Erase(t.Context())
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			var done int64
			require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'account.forget_chat' AND state = 'completed'`).Scan(&done))
			return done == times+1
		}, 30*time.Second, 20*time.Millisecond)
		require.Equal(t, times+1, deleted.Load())
		known.Store(&named.Identifier)
		m.Advance(t, time.Hour)
	}
}
