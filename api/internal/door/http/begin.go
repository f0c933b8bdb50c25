package http

import (
	"context"
	"crypto/rand"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// headerRequestID names the request in the answer and in the log.
const headerRequestID = "X-Request-Id"

// headerTrips is the number of round trips behind an answer, in tests.
const headerTrips = "X-Round-Trips"

// requestState is what the middleware knows of a request.
type requestState struct {
	id        string
	began     time.Time
	lang      lang.Lang
	operation string
	memberID  string
	errorCode int
	// cause is the error behind the answer, for the log only.
	cause error
}

type stateKey struct{}

// begin gives the request an id, its language and a context that ends: Fiber cancels nothing when a client leaves.
func (s *Server) begin(c fiber.Ctx) error {
	state := s.state(c)
	timeout := s.config.RequestTimeout
	if c.Path() == uploadPath {
		timeout = readTimeout + s.config.UploadTimeout
	}
	ctx, cancel := context.WithTimeout(c.Context(), timeout)
	defer cancel()
	c.Set(headerRequestID, state.id)
	if s.config.CountTrips == nil {
		c.SetContext(ctx)
		return c.Next()
	}
	counted, trips := postgres.CountTrips(ctx)
	c.SetContext(counted)
	err := c.Next()
	c.Set(headerTrips, strconv.Itoa(trips.Count()))
	s.config.CountTrips(state.operation, trips)
	return err
}

// state returns the request's state, made on first use: an error may come before the middleware.
func (s *Server) state(c fiber.Ctx) *requestState {
	if known, ok := c.Locals(stateKey{}).(*requestState); ok {
		return known
	}
	state := &requestState{
		id:    rand.Text(),
		began: time.Now(),
		lang:  lang.FromHeader(c.Get(fiber.HeaderAcceptLanguage), s.product(c).Lang),
	}
	c.Locals(stateKey{}, state)
	return state
}
