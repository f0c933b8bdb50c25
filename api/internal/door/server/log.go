package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/redact"
)

// accessLog writes one line per request. It contains the route and never the requested address: query strings contain
// phone numbers, and paths contain ids. Headers and bodies are not logged.
func (s *Server) accessLog(c fiber.Ctx) error {
	err := c.Next()
	if unread, ok := c.RequestCtx().UserValue(readErrorKey{}).(*reason.Error); ok {
		err = unread
	}
	if err != nil {
		if broken := s.fail(c, err); broken != nil {
			return broken
		}
	}
	state := s.State(c)
	status := c.Response().StatusCode()
	took := time.Since(state.began)
	s.deps.Metrics.Request(state.Operation, status, state.errorCode, took)

	event := s.Log.Info()
	if status >= http.StatusInternalServerError {
		event = s.Log.Error()
	}
	event.Str("request", state.id).Str("method", c.Method()).Str("call", state.Operation).
		Int("status", status).Dur("took", took).Str("net", network(c.IP()))
	logWho(event, state)
	event.Msg("request")
	return nil
}

func logWho(event *zerolog.Event, state *RequestState) {
	if state.errorCode != 0 {
		event.Int("errorCode", state.errorCode)
	}
	if state.memberID != "" {
		event.Str("member", state.memberID)
	}
	if state.cause != nil {
		event.Str("cause", redact.Text(state.cause.Error()))
	}
}

func (s *Server) logPanic(c fiber.Ctx, value any) {
	s.Log.Error().Str("request", s.State(c).id).Str("panic", redact.Text(fmt.Sprint(value))).
		Str("stack", string(debug.Stack())).Msg("panic")
}

// network returns the /24 or /48 network of an address: enough to recognise an attack, too little to find a borrower.
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
