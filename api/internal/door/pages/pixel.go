package pages

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// pixelPage is the file that the build leaves for pixelFrame.
const pixelPage = "/pixel.html"

// pixelFrame is the page in which a platform's pixel lives inside the app: sandboxed, so that what the platform loads has
// no part in the app's origin and reads neither its pages nor its storage. The app's own policy names no platform.
func (s *Site) pixelFrame(c fiber.Ctx) error {
	s.State(c).Operation = "page"
	p := s.built.files[pixelPage]
	if p == nil {
		return reason.New(reason.NotFound)
	}
	c.Set(fiber.HeaderContentSecurityPolicy, sandboxed(p.scripts, s.Config.Policy.Pixels))
	c.Set(fiber.HeaderCacheControl, "no-cache")
	// Its address names the click; nobody else has to learn of it.
	c.Set(fiber.HeaderReferrerPolicy, "no-referrer")
	return send(c, p, http.StatusOK)
}

// sandboxed is the policy of a page that has no origin: our own script by its hash, the platforms, and nothing of ours.
func sandboxed(scripts, hosts []string) string {
	directives := [][]string{
		{"default-src", "'none'"},
		slices.Concat([]string{"script-src"}, scripts, hosts),
		slices.Concat([]string{"connect-src"}, hosts),
		slices.Concat([]string{"img-src", "data:"}, hosts),
		slices.Concat([]string{"frame-src"}, hosts),
		{"base-uri", "'none'"},
		{"form-action", "'none'"},
		{"frame-ancestors", "'self'"},
		{"sandbox", "allow-scripts"},
	}
	lines := make([]string, len(directives))
	for i, directive := range directives {
		if len(directive) == 1 {
			directive = append(directive, "'none'")
		}
		lines[i] = strings.Join(directive, " ")
	}
	return strings.Join(lines, "; ")
}
