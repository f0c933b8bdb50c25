package server

import (
	"context"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const readyTimeout = 2 * time.Second

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
		if err := s.deps.Ready(ctx); err != nil {
			return reason.New(reason.ServiceUnavailable).After(readyTimeout).Because(err)
		}
		return s.succeed(c, struct{}{})
	})
}
