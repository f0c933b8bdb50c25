package server

import (
	"context"
	"errors"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
)

// RateLimit counts a call against its limits in the round trip in which the next transaction under the context that it gives begins.
// verdict is the refusal, once that has been answered.
type RateLimit func(context.Context, Caller) (_ context.Context, verdict func() error)

// errUnexpected undoes what was begun for a session that was not found.
var errUnexpected = errors.New("server: the session is another one")

// Keyed is Call for what begins with the claim of its idempotency key, and does nothing before. The call is counted, and where the
// token was seen a moment ago the session that it had then is looked up, in the round trip of that claim, which may wait for another
// call with the key; handle goes on only where there is room and the very session was found. Should it be another one, or the
// look-up not be answered, handle runs once more, for the session that is found then, and what was counted for the first stands.
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
