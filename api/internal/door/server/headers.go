package server

import (
	"slices"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/cors"
)

const headerOpenerPolicy = "Cross-Origin-Opener-Policy"

// shellOrigins are the origins of the native shells on Android and iOS.
var shellOrigins = []string{"https://localhost", "capacitor://localhost"}

// preflightMaxAge is how long a browser may cache a preflight response, in seconds. Chromium accepts no more. Without it
// every call of a shell would need two network round trips.
const preflightMaxAge = 7200

// crossOrigin responds to preflights. Credentials are not allowed, because the session is sent in a header of its own.
func crossOrigin(more []string) fiber.Handler {
	allowed := append(slices.Clone(shellOrigins), more...)
	return cors.New(cors.Config{
		AllowOriginsFunc: func(origin string) bool { return slices.Contains(allowed, origin) },
		AllowMethods:     []string{fiber.MethodGet, fiber.MethodPost},
		AllowHeaders: []string{
			fiber.HeaderContentType, fiber.HeaderAcceptLanguage, HeaderToken, headerDevice, headerIdempotency,
			headerAppVersion, HeaderAppPackage, headerAppPlatform,
		},
		// The shells read the time from Date, because a phone's clock may be wrong.
		ExposeHeaders: []string{fiber.HeaderDate, fiber.HeaderRetryAfter, fiber.HeaderContentDisposition, headerRequestID},
		MaxAge:        preflightMaxAge,
	})
}

// securityHeaders sets headers on every response. Pages replace the policy with their own.
func (s *Server) securityHeaders(c fiber.Ctx) error {
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	c.Set(fiber.HeaderReferrerPolicy, "same-origin")
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")
	c.Set(fiber.HeaderPermissionsPolicy, "camera=(self), microphone=(), geolocation=(), payment=(), usb=()")
	c.Set(headerOpenerPolicy, "same-origin")
	c.Set(headerResourcePolicy, "same-origin")
	// Behind an untrusted proxy, production cannot see that the page was requested over TLS, but it always was.
	// Browsers ignore the header over plain HTTP.
	if !s.Config.Development || c.Scheme() == "https" {
		c.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000; includeSubDomains")
	}
	return c.Next()
}

// NoDocument removes headers that only apply to documents: the page that loads a script or a picture has its own.
func NoDocument(c fiber.Ctx) {
	c.Response().Header.Del(fiber.HeaderPermissionsPolicy)
	c.Response().Header.Del(headerOpenerPolicy)
}
