package server

import "context"

// Guard says whether a caller may make a call now: it counts the call against its limits.
type Guard func(context.Context, Caller) error

// Guarded is Call behind a guard. Where the token was seen a moment ago, guard is asked for the session that it had then
// while that is looked up beside it: one round trip instead of two. handle runs only for the session that was found; should
// it be another one, guard is asked again, for that one, and what it counted for the first stands.
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
