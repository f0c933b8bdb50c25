package signed

import (
	"errors"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

// ErrUnsent says that a request was certainly not sent: there was no connection on which it could have been, because nobody listens
// or the handshake failed. It is not said of a request that ends by its client's timeout.
var ErrUnsent = errors.New("signed: no connection")

// Reached returns an HTTP transport whose errors are ErrUnsent for requests that were not sent.
func Reached(next http.RoundTripper) http.RoundTripper { return reached{next} }

type reached struct{ next http.RoundTripper }

func (r reached) RoundTrip(request *http.Request) (*http.Response, error) {
	// A transport that reports nothing leaves open what it sent.
	var connects, connected atomic.Bool
	trace := &httptrace.ClientTrace{
		GetConn: func(string) { connects.Store(true) }, GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	}
	response, err := r.next.RoundTrip(request.WithContext(httptrace.WithClientTrace(request.Context(), trace)))
	if err != nil && connects.Load() && !connected.Load() {
		return nil, unsent{err}
	}
	return response, err
}

// unsent is an error that is also ErrUnsent.
type unsent struct{ error }

// Timeout reports whether the time for the connection was up.
func (u unsent) Timeout() bool {
	var late interface{ Timeout() bool }
	return errors.As(u.error, &late) && late.Timeout()
}

func (u unsent) Unwrap() []error { return []error{u.error, ErrUnsent} }
