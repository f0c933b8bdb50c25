package ads

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// tokenService is a transport without a network that returns a new token for each call.
type tokenService struct{ given int }

func (s *tokenService) RoundTrip(*http.Request) (*http.Response, error) {
	s.given++
	body := fmt.Sprintf(`{"access_token":"access %d","expires_in":3600}`, s.given)
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func TestAccessTokenIsCachedUntilAMinuteBeforeItsExpiry(t *testing.T) {
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
		require.Equal(t, "access 2", token, "each channel has its own token")

		time.Sleep(time.Hour - googleExpiryMargin - time.Millisecond)
		token, fresh = get("one")
		require.Equal(t, "access 1", token)
		require.False(t, fresh)
		time.Sleep(time.Millisecond)
		token, fresh = get("one")
		require.Equal(t, "access 3", token)
		require.True(t, fresh)
	})
}

// A slow token request for one channel does not delay another channel. Concurrent callers for the same channel get the same token.
func TestTokenRequestOfOneChannelDoesNotDelayAnother(t *testing.T) {
	t.Parallel()
	begun, other := make(chan struct{}), make(chan struct{})
	var asked atomic.Int32
	service := roundTrip(func(r *http.Request) (*http.Response, error) {
		if asked.Add(1) == 1 {
			close(begun)
			select {
			case <-other:
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		}
		body := `{"access_token":"access of ` + r.PostFormValue("refresh_token") + `","expires_in":3600}`
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
	})
	tokens := newGoogle(&client{client: &http.Client{Transport: service}}, Google{TokenURL: "http://tokens.example"}).tokens
	// The timeout is reached only if the requests wait for each other.
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	result := make(chan error, 1)
	get := func(ctx context.Context, refresh string) error {
		token, fresh, err := tokens.get(ctx, refresh)
		if err == nil && (token != "access of "+refresh || !fresh) {
			err = errors.New("this is " + token)
		}
		return err
	}
	go func() { result <- get(ctx, "slow") }()
	<-begun
	gone, leave := context.WithCancel(ctx)
	leave()
	require.ErrorIs(t, get(gone, "slow"), context.Canceled, "a cancelled caller does not wait for the token")
	require.NoError(t, get(t.Context(), "quick"))
	close(other)
	require.NoError(t, <-result)
	require.Equal(t, int32(2), asked.Load())
}

// roundTrip is a transport without a network.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
