package http

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/cors"
)

// shellOrigins are those of the native shells, on Android and on iOS.
var shellOrigins = []string{"https://localhost", "capacitor://localhost"}

// preflightLife is how long a browser may remember the answer to a preflight, in seconds; Chromium takes no more. Without
// it every call of a shell would be two on the line.
const preflightLife = 7200

// crossOrigin answers preflights. No credentials: the session travels in a header of its own.
func crossOrigin(more []string) fiber.Handler {
	allowed := append(slices.Clone(shellOrigins), more...)
	return cors.New(cors.Config{
		AllowOriginsFunc: func(origin string) bool { return slices.Contains(allowed, origin) },
		AllowMethods:     []string{fiber.MethodGet, fiber.MethodPost},
		AllowHeaders: []string{
			fiber.HeaderContentType, fiber.HeaderAcceptLanguage, headerToken, headerDevice, headerIdempotency,
			headerAppVersion, headerAppPackage, headerAppPlatform,
		},
		ExposeHeaders: []string{fiber.HeaderRetryAfter, fiber.HeaderContentDisposition, headerRequestID},
		MaxAge:        preflightLife,
	})
}

// securityHeaders go on every answer; pages replace the policy by their own.
func (s *Server) securityHeaders(c fiber.Ctx) error {
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	c.Set(fiber.HeaderReferrerPolicy, "same-origin")
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")
	c.Set(fiber.HeaderPermissionsPolicy, "camera=(self), microphone=(), geolocation=(), payment=(), usb=()")
	c.Set("Cross-Origin-Opener-Policy", "same-origin")
	if c.Scheme() == "https" {
		c.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000; includeSubDomains")
	}
	return c.Next()
}

// policy is the content security policy of a page. Ionic writes style elements, so inline styles stay allowed; scripts
// are our own files and the inline ones that the build put into the page, by their hashes.
func (s *Server) policy(scripts []string, foreign ...[]string) string {
	hosts := slices.Concat(foreign...)
	// Sockets are connected to, and nothing else comes from there.
	sockets := slices.DeleteFunc(slices.Clone(hosts), func(host string) bool { return !strings.HasPrefix(host, "ws") })
	hosts = slices.DeleteFunc(hosts, func(host string) bool { return strings.HasPrefix(host, "ws") })
	frame := "'none'"
	if s.config.Development {
		frame = "'self'"
	}
	directives := [][]string{
		{"default-src", "'self'"},
		slices.Concat([]string{"script-src", "'self'"}, scripts, hosts),
		{"style-src", "'self'", "'unsafe-inline'"},
		slices.Concat([]string{"img-src", "'self'", "data:", "blob:"}, hosts),
		slices.Concat([]string{"connect-src", "'self'"}, hosts, sockets, s.config.Policy.Connect),
		slices.Concat([]string{"frame-src", "'self'", "blob:"}, hosts),
		{"font-src", "'self'", "data:"},
		{"media-src", "'self'", "blob:"},
		{"worker-src", "'self'", "blob:"},
		{"object-src", "'none'"},
		{"base-uri", "'none'"},
		{"form-action", "'self'"},
		{"frame-ancestors", frame},
	}
	lines := make([]string, len(directives))
	for i, directive := range directives {
		lines[i] = strings.Join(directive, " ")
	}
	return strings.Join(lines, "; ")
}
