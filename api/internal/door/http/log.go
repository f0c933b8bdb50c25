package http

import (
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/scrub"
)

// accessLog writes one line a request. It names the route and never the address that was asked for: query strings hold
// phones, paths hold ids. Headers and bodies are not logged at all.
func (s *Server) accessLog(c fiber.Ctx) error {
	err := c.Next()
	if unread, ok := c.RequestCtx().UserValue(readErrorKey{}).(error); ok {
		err = unread
	}
	if err != nil {
		if broken := s.fail(c, err); broken != nil {
			return broken
		}
	}
	state := s.state(c)
	status := c.Response().StatusCode()
	took := time.Since(state.began)
	s.metrics.observe(state.operation, status, state.errorCode, took)

	event := s.log.Info()
	if status >= http.StatusInternalServerError {
		event = s.log.Error()
	}
	event.Str("request", state.id).Str("method", c.Method()).Str("call", state.operation).
		Int("status", status).Dur("took", took).Str("net", network(c.IP()))
	logWho(event, state)
	event.Msg("request")
	return nil
}

func logWho(event *zerolog.Event, state *requestState) {
	if state.errorCode != 0 {
		event.Int("errorCode", state.errorCode)
	}
	if state.memberID != "" {
		event.Str("member", state.memberID)
	}
	if state.cause != nil {
		event.Str("cause", scrub.Text(state.cause.Error()))
	}
}

func (s *Server) logPanic(c fiber.Ctx, value any) {
	s.log.Error().Str("request", s.state(c).id).Str("panic", scrub.Text(fmt.Sprint(value))).
		Str("stack", string(debug.Stack())).Msg("panic")
}

// network is the /24 or /48 of an address: enough to see an attack, too little to find a borrower.
func network(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return ""
	}
	addr = addr.Unmap()
	bits := 48
	if addr.Is4() {
		bits = 24
	}
	prefix, err := addr.Prefix(bits)
	if err != nil {
		return ""
	}
	return prefix.String()
}
