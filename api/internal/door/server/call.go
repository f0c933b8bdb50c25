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

// Call registers a JSON call by its operationId. The path, the access rule, the need for an idempotency key and the
// schema of the body are read from the contract.
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

// Raw registers a call whose request or response is not JSON: files, pictures, signed callbacks, cookies.
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

// register registers the handler of an operation of the contract, after the checks that need neither the caller nor the
// body.
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

// Request is the request and the response of a raw handler.
type Request struct {
	s  *Server
	c  fiber.Ctx
	op contract.Operation
	// body is the request body; empty for an upload.
	body []byte
}

// read reads the body from the connection, only after the caller is known. An upload is read by its handler, when there
// is room for it.
func (r *Request) read() (err error) {
	if r.body == nil && !streamed(r.op.ID) {
		r.body, err = bodyOf(r.c.RequestCtx(), r.limit()).all()
	}
	return err
}

// Param returns a path parameter, checked against the contract.
func (r *Request) Param(name string) string {
	// A value that cannot be unescaped fails the contract's check.
	value, err := url.PathUnescape(r.c.Params(name))
	if err != nil {
		return r.c.Params(name)
	}
	return value
}

// Query returns a query parameter, checked against the contract.
func (r *Request) Query(name string) string { return r.c.Query(name) }

// Header returns a request header.
func (r *Request) Header(name string) string { return r.c.Get(name) }

// Body returns the unchanged body, for signatures. It is never decompressed: see checkLength.
func (r *Request) Body() []byte { return r.body }

// Succeed responds with the envelope.
func (r *Request) Succeed(data any) error { return r.s.succeed(r.c, data) }

// OwnHost returns the requested host name if it is one of ours, else the empty string.
func (r *Request) OwnHost() string { return r.s.ownHost(r.c) }

// WithSession returns the caller with the session of the request's token. An unknown, expired or revoked token logs the
// app out.
func (r *Request) WithSession(ctx context.Context, caller Caller) (Caller, error) {
	return r.s.session(ctx, caller, r.Header(HeaderToken))
}

// SetToken sets the page's session cookie. An empty token deletes it.
func (r *Request) SetToken(token string) { r.s.setToken(r.c, token) }

// Decode checks the body against the contract and decodes it.
func (r *Request) Decode(into any, alsoAs ...string) error {
	mediaType, _, err := mime.ParseMediaType(r.c.Get(fiber.HeaderContentType))
	if err != nil || (mediaType != fiber.MIMEApplicationJSON && !slices.Contains(alsoAs, mediaType)) {
		return reason.New(reason.UnsupportedMedia)
	}
	return r.op.DecodeBody(r.body, into)
}

// parameter returns a path, query or header parameter.
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

// idempotencyKey reads the idempotency key. Its scope is the member, unless the handler sets another one.
func (r *Request) idempotencyKey(caller Caller) (idempotency.Key, error) {
	key := r.c.Get(headerIdempotency)
	if !printable.MatchString(key) {
		return idempotency.Key{}, reason.New(reason.IdempotencyKeyNeeded)
	}
	return idempotency.Key{Scope: caller.MemberID.String(), Route: r.op.Name(), Key: key}, nil
}

var printable = regexp.MustCompile(`^[ -~]{8,128}$`)

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// fiberPath rewrites {id} as :id.
func fiberPath(path string) string { return pathParameter.ReplaceAllString(path, ":$1") }

// Optional returns the value of an optional field, or the zero value.
func Optional[T any](value *T) T {
	if value == nil {
		var none T
		return none
	}
	return *value
}
