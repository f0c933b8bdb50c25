package signed_test

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
	"github.com/loanmarket/loanmarket/api/internal/test/partnertest"
)

func TestRequestThatReachedNoPartnerIsUnsent(t *testing.T) {
	t.Parallel()
	for name, url := range partnertest.Unsent(t) {
		_, err := signed.New(key).Call(t.Context(), url, 1, nil)
		require.ErrorIs(t, err, signed.ErrUnsent, name)
	}
}

// A partner that cannot be reached in time has received nothing, and callers that wait for a busy one see that its time was up.
func TestConnectionThatTakesTooLongIsUnsentAndLate(t *testing.T) {
	t.Parallel()
	// The bubble's time stands still until the dial waits.
	synctest.Test(t, func(t *testing.T) {
		late, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		client := http.Client{Transport: signed.Reached(&http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			<-late.Done()
			return nil, &net.OpError{Op: "dial", Err: late.Err()}
		}})}
		request, err := http.NewRequestWithContext(late, http.MethodPost, "https://partner.example", http.NoBody)
		require.NoError(t, err)
		response, err := client.Do(request)
		if err == nil {
			_ = response.Body.Close()
		}
		require.ErrorIs(t, err, signed.ErrUnsent)
		var failed *url.Error
		require.ErrorAs(t, err, &failed)
		require.True(t, failed.Timeout())
	})
}

// Neither success nor a refusal: the partner has said nothing.
func TestIncompleteAnswersAndThoseOfProxiesDecideNothing(t *testing.T) {
	t.Parallel()
	for name, url := range partnertest.Uncertain(t) {
		var answer map[string]any
		status, err := signed.New(key).Call(t.Context(), url, 1, &answer)
		require.True(t, err != nil || status >= http.StatusMultipleChoices && !signed.Refuses(status), name)
		require.NotErrorIs(t, err, signed.ErrUnsent, name)
	}
}
