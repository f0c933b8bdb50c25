package server

import (
	"context"
	"errors"
	"sync"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// ReadOnly is Call for a handler that changes nothing and counts nothing. If the token was seen a moment ago, handle
// runs with the session that it had then while the session is looked up concurrently with handle's first read: one
// round trip instead of two. The result is sent only if that same session was found. Otherwise it is discarded, and
// handle runs again.
func ReadOnly[Req, Resp any](s *Server, id string, handle func(context.Context, Caller, Req) (Resp, error)) {
	readOnly(s, id, func(ctx context.Context, caller Caller, _ *Request, req Req) (Resp, error) {
		return handle(ctx, caller, req)
	})
}

// ReadOnlyOf is ReadOnly for a call with a path parameter that names what is read.
func ReadOnlyOf[Req, Resp any](s *Server, id, parameter string, handle func(context.Context, Caller, string, Req) (Resp, error)) {
	readOnly(s, id, func(ctx context.Context, caller Caller, r *Request, req Req) (Resp, error) {
		return handle(ctx, caller, r.Param(parameter), req)
	})
}

func readOnly[Req, Resp any](s *Server, id string, handle func(context.Context, Caller, *Request, Req) (Resp, error)) {
	if op, _ := s.contract.Operation(id); op.Idempotent {
		panic("server: operation " + id + " changes something")
	}
	s.register(id, func(ctx context.Context, r *Request) error {
		var req Req
		var data Resp
		err := r.runExpected(ctx, &req, func(ctx context.Context, caller Caller, _ func() bool) (err error) {
			data, err = handle(ctx, caller, r, req)
			return err
		})
		if err != nil {
			return err
		}
		return r.Succeed(data)
	})
}

// runExpected decodes the body into req and calls run. Apart from counting, run must not change anything permanently
// until met reports that the session is confirmed. If the token was seen a moment ago, run is called with the session
// that it had then while the session is looked up concurrently; its result counts only if that same session was found.
// Otherwise, and if the look-up was not answered, run is called again with the session that is found.
func (r *Request) runExpected(ctx context.Context, req any, run func(_ context.Context, _ Caller, met func() bool) error) error {
	decode := sync.OnceValue(func() error {
		if err := r.read(); err != nil {
			return err
		}
		return r.Decode(req)
	})
	if riding, expected := r.expect(ctx); expected != nil && decode() == nil {
		ran := run(riding, r.s.visitor(r.c).as(expected.Session), expected.Met)
		found, met, err := expected.Confirm(ctx)
		switch {
		case errors.Is(err, member.ErrNotLookedUp):
			if postgres.IsTimeout(ran) {
				return ran // do not wait twice for the same lock
			}
		case err != nil:
			return err
		case met:
			r.s.State(r.c).memberID = found.MemberID.String()
			return ran
		default:
			caller, err := r.s.let(r.op, r.c, r.s.visitor(r.c), found)
			if err != nil {
				return err
			}
			return run(ctx, caller, certain)
		}
	}
	caller, err := r.s.identify(ctx, r.op, r.c)
	if err != nil {
		return err
	}
	if err := decode(); err != nil {
		return err
	}
	return run(ctx, caller, certain)
}

// certain is met for a session that was found before run was called.
func certain() bool { return true }

// expect returns the session that the token had a moment ago, if it may make this call.
func (r *Request) expect(ctx context.Context) (context.Context, *member.Expectation) {
	token := r.Header(HeaderToken)
	if token == "" || r.op.Access == contract.AccessOpen {
		return ctx, nil
	}
	riding, expected := r.s.deps.Members.Expect(ctx, token)
	if expected == nil || r.s.refuse(r.op, expected.Session) != nil {
		return ctx, nil
	}
	return riding, expected
}

// refuse returns why a session may not make a call; nil if it may.
func (s *Server) refuse(op contract.Operation, of member.Session) error {
	switch {
	case of.Region != s.Config.Region.Code:
		return reason.New(reason.SessionEnded)
	case !of.Trusted && !beforeSecondFact[op.ID]:
		return reason.New(reason.SecondFactNeeded)
	// A repeated deletion request with the same key gets the stored response.
	case of.Deleting && !whileDeleting[op.ID] && op.ID != "memberDeleteAccount":
		return reason.New(reason.AccountDeleting)
	}
	return nil
}
