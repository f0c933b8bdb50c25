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
	// dialTimeout is for finding out whether anybody listens at all.
	dialTimeout = time.Second
	// openTimeout is how long a process that starts waits for the store, followTimeout how long the one that follows it
	// does: a slow one has its time there.
	openTimeout   = 3 * time.Second
	followTimeout = 30 * time.Second
	// lookAgain is how often an object store that is away is looked for.
	lookAgain = time.Second
	// unreachableFor is when a client should ask again while the object store is away; failedFor, after a failure of one that
	// is there.
	unreachableFor = 5 * time.Second
	failedFor      = time.Second
)

// ErrUnreachable says that the object store has not answered since this process started. What needs it fails at once instead
// of waiting, and succeeds by itself later.
var ErrUnreachable = errors.New("it has not answered yet")

// Open makes the buckets, as Prepare does, within seconds. Where nobody listens at the store's address, or who does says
// nothing or that it cannot for now, it answers ErrUnreachable: see Follow.
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

// nobody answers no request.
type nobody struct{}

func (nobody) RoundTrip(*http.Request) (*http.Response, error) { return nil, ErrUnreachable }

// miss shows a look that found nobody to who watches: what needs a store that is away sends no request that could fail.
func (s *Store) miss(ctx context.Context) {
	if s.missed == nil {
		return
	}
	if request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.host, nil); err == nil {
		_, _ = s.missed.RoundTrip(request)
	}
}

// refuses reports whether a store has answered, and that it does not want to or is another deployment's: another try comes
// to the same.
func refuses(err error) bool {
	if errors.Is(err, ErrForeign) {
		return true
	}
	var answer minio.ErrorResponse
	return errors.As(err, &answer) && answer.StatusCode >= 400 && answer.StatusCode < 500 && answer.StatusCode != http.StatusTooManyRequests
}

// Follow opens a store that is away as soon as it is there, and returns then or when ctx ends. failed hears of each
// refusal by one that answers.
func (s *Store) Follow(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(lookAgain)
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

// reach gives the client of a store that is not known to be away: the client itself tries again for half a minute.
func (s *Store) reach() (*minio.Client, error) {
	if s.away.Load() {
		return nil, unavailable(ErrUnreachable)
	}
	return s.client, nil
}

func unavailable(err error) error {
	after := failedFor
	if errors.Is(err, ErrUnreachable) {
		after = unreachableFor
	}
	return reason.New(reason.FileStoreAway).After(after).Because(fmt.Errorf("media: object store: %w", err))
}

// hostPort is where to dial: the address's own port, or that of its scheme.
func hostPort(endpoint *url.URL) string {
	if endpoint.Port() != "" {
		return endpoint.Host
	}
	if endpoint.Scheme == "https" {
		return net.JoinHostPort(endpoint.Hostname(), "443")
	}
	return net.JoinHostPort(endpoint.Hostname(), "80")
}
