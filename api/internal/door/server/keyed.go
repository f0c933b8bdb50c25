package server

import (
	"context"
	"errors"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
)

// RateLimit counts a call against its limits in the same round trip in which the next transaction of the returned
// context begins. verdict returns the refusal, once the count has been read.
type RateLimit func(context.Context, Caller) (_ context.Context, verdict func() error)

// errUnexpected rolls back what was begun for a session that was not confirmed.
var errUnexpected = errors.New("server: the session has changed")

// Keyed is Call for a handler that begins by claiming its idempotency key and does nothing before.
// The claim's round trip, which may wait for another call with the same key, also counts the call and, if the token was
// seen a moment ago, looks up the session that it had then. handle continues only if the limits allow it and that same
// session was found. If another session was found, or the look-up was not answered, handle runs again for the session
// that is found then; the count of the first one remains.
func Keyed[Req, Resp any](s *Server, id string, limit RateLimit, handle func(context.Context, Caller, Req) (Resp, error)) {
	if op, _ := s.contract.Operation(id); !op.Idempotent {
		panic("server: operation " + id + " has no idempotency key")
	}
	s.register(id, func(ctx context.Context, r *Request) error {
		var req Req
		var data Resp
		err := r.runExpected(ctx, &req, func(ctx context.Context, caller Caller, met func() bool) (err error) {
			if caller.IdempotencyKey, err = r.idempotencyKey(caller); err != nil {
				return err
			}
			if caller.IdempotencyKey.BodyHash, err = idempotency.Hash(req); err != nil {
				return err
			}
			ctx, verdict := limit(ctx, caller)
			caller.IdempotencyKey.Admit = func() error {
				if !met() {
					return errUnexpected
				}
				return verdict()
			}
			data, err = handle(ctx, caller, req)
			return err
		})
		if err != nil {
			return err
		}
		return r.Succeed(data)
	})
}
