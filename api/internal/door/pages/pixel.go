package pages

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// pixelPage is the build's file for pixelFrame.
const pixelPage = "/pixel.html"

// pixelFrame serves the page that contains a platform's pixel inside the app. It is sandboxed, so that the platform's
// scripts are not in the app's origin and can read neither its pages nor its storage. The app's own policy allows no
// platform.
func (s *Site) pixelFrame(c fiber.Ctx) error {
	s.State(c).Operation = "page"
	p := s.built.files[pixelPage]
	if p == nil {
		return reason.New(reason.NotFound)
	}
	c.Set(fiber.HeaderContentSecurityPolicy, sandboxed(p.scripts, s.Config.Policy.Pixels))
	c.Set(fiber.HeaderCacheControl, "no-cache")
	// Its address contains the click id, which nobody else needs to know.
	c.Set(fiber.HeaderReferrerPolicy, "no-referrer")
	return send(c, p, http.StatusOK)
}

// sandboxed returns the policy of a page without an origin: it allows our own scripts by hash and the platforms, and
// nothing else of ours.
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
