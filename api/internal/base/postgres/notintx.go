package postgres

import (
	"context"
	"errors"
	"net/http"
)

// ErrTransactionOpen is returned when something slow is about to be called while a transaction holds a connection, and perhaps
// locks. It is a bug in this program, never a fault of the system that is called.
var ErrTransactionOpen = errors.New("postgres: a call leaves the process while a transaction is open")

type openKey struct{}

// NotInTx returns ErrTransactionOpen inside InTx, and inside any transaction of a request whose round trips are counted. Code
// that waits for another system (the object store, a gateway) calls it first: a partner that hangs would otherwise hold one
// connection per caller, until the pool is exhausted and every query of the process waits.
func NotInTx(ctx context.Context) error {
	if open, _ := ctx.Value(openKey{}).(bool); open {
		return ErrTransactionOpen
	}
	if trips, ok := ctx.Value(tripsKey{}).(*Trips); ok && trips.inTx() {
		return ErrTransactionOpen
	}
	return nil
}

// inside returns a context that is marked as inside a transaction.
func inside(ctx context.Context) context.Context { return context.WithValue(ctx, openKey{}, true) }

// Transport returns an HTTP transport that sends nothing while a transaction is open; nil means http.DefaultTransport.
func Transport(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	return outside{next}
}

type outside struct{ next http.RoundTripper }

// RoundTrip sends the request, or returns ErrTransactionOpen.
func (o outside) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := NotInTx(request.Context()); err != nil {
		return nil, err
	}
	return o.next.RoundTrip(request)
}
