package ads

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// tokenService hands out a new token at each call, without a network.
type tokenService struct{ given int }

func (s *tokenService) RoundTrip(*http.Request) (*http.Response, error) {
	s.given++
	body := fmt.Sprintf(`{"access_token":"access %d","expires_in":3600}`, s.given)
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func TestAnAccessTokenIsKeptUntilAMinuteBeforeItsEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &tokenService{}
		tokens := newGoogle(&client{client: &http.Client{Transport: service}}, Google{TokenURL: "http://tokens.example"}).tokens
		get := func(refresh string) (string, bool) {
			token, fresh, err := tokens.get(t.Context(), refresh)
			require.NoError(t, err)
			return token, fresh
		}
		token, fresh := get("one")
		require.Equal(t, "access 1", token)
		require.True(t, fresh)
		token, _ = get("another")
		require.Equal(t, "access 2", token, "each channel has its own")

		time.Sleep(time.Hour - googleEarly - time.Millisecond)
		token, fresh = get("one")
		require.Equal(t, "access 1", token)
		require.False(t, fresh)
		time.Sleep(time.Millisecond)
		token, fresh = get("one")
		require.Equal(t, "access 3", token)
		require.True(t, fresh)
	})
}
