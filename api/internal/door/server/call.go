package server

import (
	"context"
	"fmt"
	"mime"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Call registers a JSON call by its operationId. The path, who may call it, whether it needs an idempotency key and what
// its body looks like are read from the contract.
func Call[Req, Resp any](s *Server, id string, handle func(context.Context, Caller, Req) (Resp, error)) {
	Raw(s, id, func(ctx context.Context, caller Caller, r *Request) error {
		var req Req
		if err := r.Decode(&req); err != nil {
			return err
		}
		if r.op.Idempotent {
			hash, err := idempotency.Hash(req)
			if err != nil {
				return err
			}
			caller.IdempotencyKey.BodyHash = hash
		}
		data, err := handle(ctx, caller, req)
		if err != nil {
			return err
		}
		return r.Succeed(data)
	})
}

// Raw registers a call that reads or writes something other than JSON: files, pictures, signed callbacks, cookies.
func Raw(s *Server, id string, handle func(context.Context, Caller, *Request) error) {
	s.register(id, func(ctx context.Context, r *Request) error {
		caller, err := s.identify(ctx, r.op, r.c)
		if err != nil {
			return err
		}
		if err := r.read(); err != nil {
			return err
		}
		if r.op.Idempotent {
			if caller.IdempotencyKey, err = r.idempotencyKey(caller); err != nil {
				return err
			}
		}
		return handle(ctx, caller, r)
	})
}

// register has an operation of the contract answered, after the checks that need neither the caller nor the body.
func (s *Server) register(id string, answer func(context.Context, *Request) error) {
	op, known := s.contract.Operation(id)
	if !known {
		panic(fmt.Sprintf("server: the contract has no operation %s", id))
	}
	if s.called[id] {
		panic(fmt.Sprintf("server: operation %s is registered twice", id))
	}
	s.called[id] = true
	if strings.HasPrefix(id, callbackPrefix) {
		s.deps.Metrics.ExpectCallback(id, forged...)
	}
	s.App.Add([]string{op.Method}, fiberPath(op.Path), func(c fiber.Ctx) error {
		s.State(c).Operation = id
		r := &Request{s: s, c: c, op: op}
		if err := s.checkApp(op, c); err != nil {
			return err
		}
		if err := r.checkLength(); err != nil {
			return err
		}
		if err := op.CheckParameters(r.parameter); err != nil {
			return err
		}
		return answer(c.Context(), r)
	})
}

// Request is what a raw handler reads and answers through.
type Request struct {
	s  *Server
	c  fiber.Ctx
	op contract.Operation
	// body is what was sent; of an upload nothing.
	body []byte
}

// read takes the body off the connection, piece by piece; only now, when it is known who sends it. An upload is read by its
// handler, when there is room for it.
func (r *Request) read() (err error) {
	if r.body == nil && !streamed(r.op.ID) {
		r.body, err = bodyOf(r.c.RequestCtx(), r.limit()).all()
	}
	return err
}

// Param is a parameter of the path, checked against the contract.
func (r *Request) Param(name string) string {
	// What cannot be unescaped fails the contract's check.
	value, err := url.PathUnescape(r.c.Params(name))
	if err != nil {
		return r.c.Params(name)
	}
	return value
}

// Query is a parameter of the query, checked against the contract.
func (r *Request) Query(name string) string { return r.c.Query(name) }

// Header is a header of the request.
func (r *Request) Header(name string) string { return r.c.Get(name) }

// Body is the body as it came, for signatures. It is never unpacked: see checkLength.
func (r *Request) Body() []byte { return r.body }

// Succeed answers with the envelope.
func (r *Request) Succeed(data any) error { return r.s.succeed(r.c, data) }

// OwnHost is the host name that was asked if it is one of ours, else empty.
func (r *Request) OwnHost() string { return r.s.ownHost(r.c) }

// WithSession is the caller with the session of the token that the request brings; one that is unknown, expired or
// revoked logs the app out.
func (r *Request) WithSession(ctx context.Context, caller Caller) (Caller, error) {
	return r.s.session(ctx, caller, r.Header(HeaderToken))
}

// SetToken gives the page its session; an empty token takes it away.
func (r *Request) SetToken(token string) { r.s.setToken(r.c, token) }

// Decode checks the body against the contract and reads it.
func (r *Request) Decode(into any, alsoAs ...string) error {
	mediaType, _, err := mime.ParseMediaType(r.c.Get(fiber.HeaderContentType))
	if err != nil || (mediaType != fiber.MIMEApplicationJSON && !slices.Contains(alsoAs, mediaType)) {
		return reason.New(reason.UnsupportedMedia)
	}
	return r.op.DecodeBody(r.body, into)
}

// parameter reads a parameter of the path, the query or the headers.
func (r *Request) parameter(in, name string) string {
	switch in {
	case openapi3.ParameterInPath:
		return r.Param(name)
	case openapi3.ParameterInHeader:
		return r.Header(name)
	default:
		return r.Query(name)
	}
}

// idempotencyKey reads the idempotency key; its scope is the member, unless the handler knows a better one.
func (r *Request) idempotencyKey(caller Caller) (idempotency.Key, error) {
	key := r.c.Get(headerIdempotency)
	if !printable.MatchString(key) {
		return idempotency.Key{}, reason.New(reason.IdempotencyKeyNeeded)
	}
	return idempotency.Key{Scope: caller.MemberID.String(), Route: r.op.Name(), Key: key}, nil
}

var printable = regexp.MustCompile(`^[ -~]{8,128}$`)

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// fiberPath writes {id} as :id.
func fiberPath(path string) string { return pathParameter.ReplaceAllString(path, ":$1") }

// Optional reads a field that may be left out.
func Optional[T any](value *T) T {
	if value == nil {
		var none T
		return none
	}
	return *value
}
