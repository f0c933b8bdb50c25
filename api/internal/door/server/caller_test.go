package server

import (
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

func TestAnIPv6NetworkIsOneCaller(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", "::ffff:203.0.113.7": "203.0.113.7", "": "", "nonsense": "nonsense",
		"2001:db8:1:2::3": "2001:db8:1:2::/64", "2001:db8:1:2:ffff::4": "2001:db8:1:2::/64", "2001:db8:1:3::3": "2001:db8:1:3::/64",
		"fe80::1%eth0": "fe80::/64",
	} {
		require.Equal(t, want, Caller{IP: ip}.From().IP, ip)
	}
}

func TestProductionSendsTheTokenCookieOverTLSOnly(t *testing.T) {
	t.Parallel()
	for _, development := range []bool{true, false} {
		s := newServer(t, Config{Development: development}, Deps{}, zerolog.Nop())
		s.App.Get("/cookie", func(c fiber.Ctx) error { s.setToken(c, "x"); return nil })
		answer := fetch(t, s, "/cookie").header
		require.Equal(t, !development, answer.Get("Strict-Transport-Security") != "", "production runs behind TLS, whatever the protocol of its own connection")
		cookie := answer.Get("Set-Cookie")
		if development {
			require.NotContains(t, cookie, "secure", "a phone in the development network has no TLS")
		} else {
			require.Contains(t, cookie, "secure")
		}
	}
}
