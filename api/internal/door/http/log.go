package http

import (
	"fmt"
	"net/http"
	"net/netip"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"
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
		event.Str("cause", scrub(state.cause.Error()))
	}
}

func (s *Server) logPanic(c fiber.Ctx, value any) {
	s.log.Error().Str("request", s.state(c).id).Str("panic", scrub(fmt.Sprint(value))).
		Str("stack", string(debug.Stack())).Msg("panic")
}

// long finds what may be a phone, an ID or account number, a token or a key.
var long = regexp.MustCompile(`[0-9]{6,}|[A-Za-z0-9_+/=-]{32,}`)

// rowID is long as well, and names a row rather than a person.
var rowID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// scrub takes out of an error's text what it may have quoted of a request.
func scrub(text string) string {
	return long.ReplaceAllStringFunc(text, func(found string) string {
		if rowID.MatchString(found) {
			return found
		}
		return "#"
	})
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
