package server

import (
	"slices"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/cors"
)

const headerOpenerPolicy = "Cross-Origin-Opener-Policy"

// shellOrigins are those of the native shells, on Android and on iOS.
var shellOrigins = []string{"https://localhost", "capacitor://localhost"}

// preflightLife is how long a browser may remember the answer to a preflight, in seconds; Chromium takes no more. Without
// it every call of a shell would be two on the network.
const preflightLife = 7200

// crossOrigin answers preflights. No credentials: the session travels in a header of its own.
func crossOrigin(more []string) fiber.Handler {
	allowed := append(slices.Clone(shellOrigins), more...)
	return cors.New(cors.Config{
		AllowOriginsFunc: func(origin string) bool { return slices.Contains(allowed, origin) },
		AllowMethods:     []string{fiber.MethodGet, fiber.MethodPost},
		AllowHeaders: []string{
			fiber.HeaderContentType, fiber.HeaderAcceptLanguage, HeaderToken, headerDevice, headerIdempotency,
			headerAppVersion, HeaderAppPackage, headerAppPlatform,
		},
		// The shells take the time from Date: a phone's own clock may be anything.
		ExposeHeaders: []string{fiber.HeaderDate, fiber.HeaderRetryAfter, fiber.HeaderContentDisposition, headerRequestID},
		MaxAge:        preflightLife,
	})
}

// securityHeaders go on every answer; pages replace the policy by their own.
func (s *Server) securityHeaders(c fiber.Ctx) error {
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	c.Set(fiber.HeaderReferrerPolicy, "same-origin")
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")
	c.Set(fiber.HeaderPermissionsPolicy, "camera=(self), microphone=(), geolocation=(), payment=(), usb=()")
	c.Set(headerOpenerPolicy, "same-origin")
	c.Set(headerResourcePolicy, "same-origin")
	// Behind a proxy that it does not know, production cannot see that the page came over TLS. It always does; over plain
	// HTTP browsers do not heed it.
	if !s.Config.Development || c.Scheme() == "https" {
		c.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000; includeSubDomains")
	}
	return c.Next()
}

// NoDocument leaves out what concerns documents: the page that loads a script or a picture has its own.
func NoDocument(c fiber.Ctx) {
	c.Response().Header.Del(fiber.HeaderPermissionsPolicy)
	c.Response().Header.Del(headerOpenerPolicy)
}
