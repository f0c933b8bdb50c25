package server

import (
	"context"
	"crypto/rand"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// headerRequestID identifies the request in the response and in the log.
const headerRequestID = "X-Request-Id"

// headerTrips is the number of database round trips of a response, in tests.
const headerTrips = "X-Round-Trips"

// RequestState is the middleware's state of a request.
type RequestState struct {
	id        string
	began     time.Time
	lang      lang.Lang
	Operation string
	memberID  string
	errorCode int
	// cause is the error behind the response, only for the log.
	cause error
}

type stateKey struct{}

// begin gives the request an id, its language and a context with a timeout, because Fiber cancels nothing when a client
// disconnects.
func (s *Server) begin(c fiber.Ctx) error {
	state := s.State(c)
	timeout := s.Config.RequestTimeout
	if upload(&c.RequestCtx().Request.Header) {
		timeout = uploadReadTimeout + s.Config.UploadTimeout
	}
	ctx, cancel := context.WithTimeout(c.Context(), timeout)
	defer cancel()
	c.Set(headerRequestID, state.id)
	if s.Config.CountTrips == nil {
		c.SetContext(ctx)
		return c.Next()
	}
	counted, trips := postgres.CountTrips(ctx)
	c.SetContext(counted)
	err := c.Next()
	c.Set(headerTrips, strconv.Itoa(trips.Count()))
	s.Config.CountTrips(state.Operation, trips)
	return err
}

// Arrived returns the context for the rest of a request whose body has been read. A body may take long on a slow
// connection; after that the call has the same timeout as any other.
func (r *Request) Arrived(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, r.s.Config.RequestTimeout)
}

// State returns the request's state, created on first use, because an error may come before the middleware.
func (s *Server) State(c fiber.Ctx) *RequestState {
	if known, ok := c.Locals(stateKey{}).(*RequestState); ok {
		return known
	}
	state := &RequestState{
		id:    rand.Text(),
		began: time.Now(),
		lang:  lang.FromHeader(c.Get(fiber.HeaderAcceptLanguage), s.Product(c).Lang),
	}
	c.Locals(stateKey{}, state)
	return state
}
