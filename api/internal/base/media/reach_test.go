package media_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// forward forwards connections from one address to another until the test ends.
func forward(t *testing.T, from, to string) {
	t.Helper()
	listener, err := net.Listen("tcp", from)
	require.NoError(t, err)
	done, carrying := make(chan struct{}), sync.WaitGroup{}
	t.Cleanup(func() {
		listener.Close()
		close(done)
		carrying.Wait()
	})
	carrying.Go(func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				in.Close()
				return
			}
			carrying.Go(func() { _, _ = io.Copy(out, in); out.Close() })
			carrying.Go(func() { _, _ = io.Copy(in, out); in.Close() })
			carrying.Go(func() { <-done; in.Close(); out.Close() })
		}
	})
}

func TestUnreachableStoreRecovers(t *testing.T) {
	t.Parallel()
	s3, tx, member := s3test.New(t), postgrestest.Tx(t), uuid.New()
	elsewhere := s3
	elsewhere.Endpoint = s3test.Vacant(t)
	s := store(t, elsewhere)
	require.ErrorIs(t, s.Open(t.Context()), media.ErrUnreachable)

	_, err := s.PutPicture(t.Context(), tx, member, phone, media.Identity, photo(t), at)
	require.ErrorIs(t, err, media.ErrUnreachable)
	var answer *reason.Error
	require.ErrorAs(t, err, &answer)
	require.Equal(t, reason.FileStoreAway, answer.Reason)
	require.Positive(t, answer.RetryAfter)
	require.True(t, answer.Reason.Retryable())
	for name, call := range map[string]func() error{
		"ping":   func() error { return s.Ping(t.Context()) },
		"remove": func() error { return s.Remove(t.Context(), media.Identity, uuid.New()) },
		"find":   func() error { _, err := s.FindApp(t.Context(), "1"); return err },
		"open":   func() error { _, err := s.OpenApp(t.Context(), "1", "e", 0, 1); return err },
		"builds": func() error { _, err := s.Builds(t.Context()); return err },
		"asset":  func() error { _, err := s.Asset(t.Context(), "a"); return err },
		"sweep":  func() error { return s.RemoveAssets(t.Context(), "a") },
		"keep":   func() error { return s.KeepBuild(t.Context(), "v", nil) },
	} {
		require.ErrorIs(t, call(), media.ErrUnreachable, name)
	}

	forward(t, elsewhere.Endpoint, s3.Endpoint)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	s.Follow(ctx, func(err error) { t.Error(err) })
	require.NoError(t, ctx.Err())
	id, err := s.PutPicture(t.Context(), tx, member, phone, media.Identity, photo(t), at)
	require.NoError(t, err)
	_, err = s.ReadOwn(t.Context(), tx, member, phone, id, at)
	require.NoError(t, err)
}

// A store that accepts requests but does not respond, or responds with a temporary error, does not delay a start.
func TestHangingOrFailingStoreIsUnreachable(t *testing.T) {
	t.Parallel()
	s3 := s3test.New(t)
	gate := s3.Gate(t)
	gate.Shut()
	hanging := s3
	hanging.Endpoint = gate.Endpoint
	s := store(t, hanging)
	began := time.Now()
	require.ErrorIs(t, s.Open(t.Context()), media.ErrUnreachable)
	require.Less(t, time.Since(began), 6*time.Second)
	require.ErrorIs(t, s.Ping(t.Context()), media.ErrUnreachable, "later calls must fail without waiting")
	gate.Open()
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	s.Follow(ctx, func(err error) { t.Error(err) })
	require.NoError(t, s.Ping(ctx))

	failing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	t.Cleanup(failing.Close)
	broken := s3
	broken.Endpoint = failing.Listener.Addr().String()
	require.ErrorIs(t, store(t, broken).Open(t.Context()), media.ErrUnreachable)
}

func TestRejectedCredentialsAreNotUnreachable(t *testing.T) {
	t.Parallel()
	s3 := s3test.New(t)
	s3.SecretKey = "wrong"
	err := store(t, s3).Open(t.Context())
	require.Error(t, err)
	require.False(t, errors.Is(err, media.ErrUnreachable))
}
