package postgres

import (
	"context"
	"errors"
	"net/http"
)

// ErrTransactionOpen: something slow was about to be called while a transaction held a connection, and perhaps locks.
// It is a fault of the program, never of who is called.
var ErrTransactionOpen = errors.New("postgres: a call leaves the process while a transaction is open")

type openKey struct{}

// NotInTx returns ErrTransactionOpen inside of InTx, and inside of any transaction of a request whose round trips are
// counted. Everything that waits for somebody else (the object store, a gateway) asks it first: a partner that hangs
// would otherwise hold a connection for each of its callers, and with them every query of the process.
func NotInTx(ctx context.Context) error {
	if open, _ := ctx.Value(openKey{}).(bool); open {
		return ErrTransactionOpen
	}
	if trips, ok := ctx.Value(tripsKey{}).(*Trips); ok && trips.inTx() {
		return ErrTransactionOpen
	}
	return nil
}

// inside marks the context of a transaction.
func inside(ctx context.Context) context.Context { return context.WithValue(ctx, openKey{}, true) }

// Transport is an HTTP transport that sends nothing while a transaction is open; nil stands for http.DefaultTransport.
func Transport(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	return outside{next}
}

type outside struct{ next http.RoundTripper }

// RoundTrip sends the request.
func (o outside) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := NotInTx(request.Context()); err != nil {
		return nil, err
	}
	return o.next.RoundTrip(request)
}
