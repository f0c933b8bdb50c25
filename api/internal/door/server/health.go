package server

import (
	"context"
	"errors"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const readyTimeout = 2 * time.Second

// Reasons why a running process is not ready.
var (
	errDraining  = errors.New("the process is shutting down")
	errPreparing = errors.New("the process is not ready yet")
)

// Drain makes /readyz report that the server is not ready, so that load balancers stop sending requests, and closes
// each connection with its next response. The server responds until Shutdown.
func (s *Server) Drain() { s.draining.Store(true) }

// ReadyAfter makes the server ready only after done is closed. It must be called before Serve.
func (s *Server) ReadyAfter(done <-chan struct{}) { s.awaited = append(s.awaited, done) }

// ready returns nil if the process can do its work and should receive requests.
func (s *Server) ready(ctx context.Context) error {
	if s.draining.Load() {
		return errDraining
	}
	for _, done := range s.awaited {
		select {
		case <-done:
		default:
			return errPreparing
		}
	}
	return s.deps.Ready(ctx)
}

// closing closes a connection with its response while the server drains. Otherwise a client that keeps the connection
// could send its next request while the process ends.
func (s *Server) closing(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		next(c)
		if s.draining.Load() {
			c.SetConnectionClose()
		}
	}
}

// health registers the probes for liveness and readiness.
func (s *Server) health(app *fiber.App) {
	app.Get("/healthz", func(c fiber.Ctx) error {
		s.State(c).Operation = "healthz"
		return s.succeed(c, struct{}{})
	})
	app.Get("/readyz", func(c fiber.Ctx) error {
		s.State(c).Operation = "readyz"
		ctx, cancel := context.WithTimeout(c.Context(), readyTimeout)
		defer cancel()
		if err := s.ready(ctx); err != nil {
			return reason.New(reason.ServiceUnavailable).After(readyTimeout).Because(err)
		}
		return s.succeed(c, struct{}{})
	})
}
