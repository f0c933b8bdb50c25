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

// Why a process that works is not ready.
var (
	errDraining  = errors.New("the process was told to stop")
	errPreparing = errors.New("the process is not prepared yet")
)

// Drain has the server say on /readyz that it is not ready, so that balancers send nobody here any more, and end each
// connection with its next answer. It goes on answering until Shutdown.
func (s *Server) Drain() { s.draining.Store(true) }

// ReadyAfter has the server be ready only when done is closed. It is called before Serve.
func (s *Server) ReadyAfter(done <-chan struct{}) { s.awaited = append(s.awaited, done) }

// ready is nil when the process can do its work, and is to be sent some.
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

// closing ends a connection with its answer while the server drains: a client that keeps it would send its next call into
// the end of the process.
func (s *Server) closing(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		next(c)
		if s.draining.Load() {
			c.SetConnectionClose()
		}
	}
}

// health says whether the process lives, and whether it can do its work.
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
