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

// ReadOnly is Call for what changes nothing and counts nothing. Where the token was seen a moment ago, handle runs for the
// session that it had then while that is looked up beside what handle reads first: one round trip instead of two. What it
// found is answered only if the very same session was found; else it is thrown away, and handle runs once more.
func ReadOnly[Req, Resp any](s *Server, id string, handle func(context.Context, Caller, Req) (Resp, error)) {
	readOnly(s, id, func(ctx context.Context, caller Caller, _ *Request, req Req) (Resp, error) {
		return handle(ctx, caller, req)
	})
}

// ReadOnlyOf is ReadOnly for a call whose path names what is read, by a parameter.
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

// runExpected decodes the body into req and calls run, which apart from counting changes nothing that lasts until met tells that
// the session is confirmed. Where the token was seen a moment ago, run is called with the session that it had then, while that is
// looked up beside it; what it did counts only if the very same session was found. Otherwise, and where the look-up was not
// answered, run is called again with the session that is found.
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
				return ran // whoever holds the lock is not waited for twice
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

// certain is met for a session that was found before anything was asked for it.
func certain() bool { return true }

// expect is the session that the token had a moment ago, if it may make this call.
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

// refuse says why a session may not make a call, if it may not.
func (s *Server) refuse(op contract.Operation, of member.Session) error {
	switch {
	case of.Region != s.Config.Region.Code:
		return reason.New(reason.SessionEnded)
	case !of.Trusted && !beforeSecondFact[op.ID]:
		return reason.New(reason.SecondFactNeeded)
	// Their deletion again, under the same intention, is answered as the first time.
	case of.Deleting && !whileDeleting[op.ID] && op.ID != "memberDeleteAccount":
		return reason.New(reason.AccountDeleting)
	}
	return nil
}
