package server

import "context"

// Guard reports whether a caller may make a call now, and counts the call against its limits.
type Guard func(context.Context, Caller) error

// Guarded is Call behind a guard. If the token was seen a moment ago, the guard runs with the session that it had then
// while the session is looked up concurrently: one round trip instead of two. handle runs only for the session that was
// found. If that is a different session, the guard runs again for it; the count of the first one remains.
func Guarded[Req, Resp any](s *Server, id string, guard Guard, handle func(context.Context, Caller, Req) (Resp, error)) {
	if op, _ := s.contract.Operation(id); op.Idempotent {
		panic("server: operation " + id + " has an idempotency key")
	}
	s.register(id, func(ctx context.Context, r *Request) error {
		var req Req
		var let Caller
		err := r.runExpected(ctx, &req, func(ctx context.Context, caller Caller, _ func() bool) error {
			let = caller
			return guard(ctx, caller)
		})
		if err != nil {
			return err
		}
		data, err := handle(ctx, let, req)
		if err != nil {
			return err
		}
		return r.Succeed(data)
	})
}
