package media

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// dialTimeout bounds the check whether anything listens at the address.
	dialTimeout = time.Second
	// openTimeout is how long a starting process waits for the store. followTimeout is how long Follow waits at each try, which
	// gives a slow store more time.
	openTimeout   = 3 * time.Second
	followTimeout = 30 * time.Second
	// reachInterval is the interval between attempts to reach an unreachable store.
	reachInterval = time.Second
	// unreachableRetryAfter is the Retry-After of responses while the store is unreachable; failedRetryAfter is the one after a failed
	// request to a reachable store.
	unreachableRetryAfter = 5 * time.Second
	failedRetryAfter      = time.Second
)

// ErrUnreachable is returned while the object store has not responded since this process started. Requests that need the store
// fail at once instead of waiting, and succeed once the store is reachable.
var ErrUnreachable = errors.New("the object store has not answered yet")

// Open creates the buckets like Prepare, but within seconds. It returns ErrUnreachable if nothing listens at the store's
// address, or if the store does not respond or responds with a temporary error; see Follow.
func (s *Store) Open(ctx context.Context) error { return s.open(ctx, openTimeout) }

func (s *Store) open(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	dialer := net.Dialer{Timeout: dialTimeout}
	conn, err := dialer.DialContext(ctx, "tcp", s.host)
	if err != nil {
		s.away.Store(true)
		s.miss(ctx)
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	_ = conn.Close()
	if err := s.Prepare(ctx); err != nil {
		if refuses(err) {
			return err
		}
		s.away.Store(true)
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	s.away.Store(false)
	return nil
}

// nobody is a transport on which every request fails with ErrUnreachable.
type nobody struct{}

func (nobody) RoundTrip(*http.Request) (*http.Response, error) { return nil, ErrUnreachable }

// miss reports a failed connection attempt to the watcher (Location.Watch). While the store is away no real requests are sent
// that the watcher could see failing.
func (s *Store) miss(ctx context.Context) {
	if s.missed == nil {
		return
	}
	if request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.host, nil); err == nil {
		_, _ = s.missed.RoundTrip(request)
	}
}

// refuses reports whether the store responded with a permanent error or belongs to another deployment: a retry would have the
// same result.
func refuses(err error) bool {
	if errors.Is(err, ErrForeign) {
		return true
	}
	var answer minio.ErrorResponse
	return errors.As(err, &answer) && answer.StatusCode >= 400 && answer.StatusCode < 500 && answer.StatusCode != http.StatusTooManyRequests
}

// Follow retries to open a store that is away, and returns when it succeeds or ctx ends. failed is called with each error of a
// store that responds.
func (s *Store) Follow(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(reachInterval)
	defer tick.Stop()
	for s.away.Load() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := s.open(ctx, followTimeout); err != nil && !errors.Is(err, ErrUnreachable) && ctx.Err() == nil {
			failed(err)
		}
	}
}

// reach returns the client, or an error if the store is known to be away: the client itself would retry for half a minute.
func (s *Store) reach() (*minio.Client, error) {
	if s.away.Load() {
		return nil, unavailable(ErrUnreachable)
	}
	return s.client, nil
}

func unavailable(err error) error {
	after := failedRetryAfter
	if errors.Is(err, ErrUnreachable) {
		after = unreachableRetryAfter
	}
	return reason.New(reason.FileStoreAway).After(after).Because(fmt.Errorf("media: object store: %w", err))
}

// hostPort returns the address to dial, with the default port of the scheme if the URL has none.
func hostPort(endpoint *url.URL) string {
	if endpoint.Port() != "" {
		return endpoint.Host
	}
	if endpoint.Scheme == "https" {
		return net.JoinHostPort(endpoint.Hostname(), "443")
	}
	return net.JoinHostPort(endpoint.Hostname(), "80")
}
