package http

import (
	"net/http"
	"path"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// appRoutes are the addresses of the app's own router (specification 2). The app itself leads "/" on to /m.
var appRoutes = []string{"/", "/m", "/m/*", "/403", "/404", "/sorryProduct"}

// pages serves the built app. It comes last: the calls are matched before it.
func (s *Server) pages() {
	s.app.Get("/m/land", s.landing)
	for _, route := range appRoutes {
		s.app.Get(route, s.shell)
	}
	s.app.Get(versionPage, s.version)
	s.app.Use(s.file)
}

// shell is the page that every route of the app starts with.
func (s *Server) shell(c fiber.Ctx) error { return s.html(c, appPage, http.StatusOK) }

// landing is a page of its own: who comes from an advertisement does not wait for the app.
func (s *Server) landing(c fiber.Ctx) error {
	if s.site.files[landingPage] == nil {
		return s.shell(c)
	}
	return s.html(c, landingPage, http.StatusOK)
}

// version tells a running app whether it is the one that is served now.
func (s *Server) version(c fiber.Ctx) error {
	s.state(c).operation = "version"
	noStore(c)
	return c.JSON(fiber.Map{"version": s.site.version})
}

// file serves what the build wrote. A missing asset is 404 and never the app's page: a stale app must notice. Any other
// unknown address that a person opened is shown the app, which has a page for it.
func (s *Server) file(c fiber.Ctx) error {
	if c.Method() != fiber.MethodGet && c.Method() != fiber.MethodHead {
		return c.Next()
	}
	name := c.Path()
	if p := s.site.files[name]; p != nil && path.Ext(name) != ".html" {
		s.state(c).operation = "file"
		// A worker lives under the policy that its script came with.
		c.Set(fiber.HeaderContentSecurityPolicy, s.policy(nil))
		if strings.HasPrefix(name, assets) {
			c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
		} else {
			c.Set(fiber.HeaderCacheControl, "no-cache")
		}
		return send(c, p, http.StatusOK)
	}
	if path.Ext(name) == "" && !machine(name) && strings.Contains(c.Get(fiber.HeaderAccept), "text/html") {
		return s.html(c, appPage, http.StatusNotFound)
	}
	return c.Next()
}

// machine reports whether an address belongs to programs, not people.
func machine(name string) bool {
	for _, prefix := range []string{"/app/", "/hooks/", assets} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func (s *Server) html(c fiber.Ctx, name string, status int) error {
	s.state(c).operation = "page"
	p := s.site.files[name]
	if p == nil {
		return reason.New(reason.NotFound)
	}
	// Pixels belong to the landing page, the chat to the app; neither ever loads in the other.
	foreign := s.config.Policy.Chat
	if name == landingPage {
		foreign = s.config.Policy.Pixels
	}
	c.Set(fiber.HeaderContentSecurityPolicy, s.policy(p.scripts, foreign))
	c.Set(fiber.HeaderCacheControl, "no-cache")
	return send(c, p, status)
}

// send answers with the smallest copy that the browser takes.
func send(c fiber.Ctx, p *page, status int) error {
	c.Set(fiber.HeaderContentType, p.mime)
	c.Set(fiber.HeaderVary, fiber.HeaderAcceptEncoding)
	c.Set(fiber.HeaderETag, p.etag)
	if status == http.StatusOK && c.Get(fiber.HeaderIfNoneMatch) == p.etag {
		return c.SendStatus(http.StatusNotModified)
	}
	c.Status(status)
	switch {
	case p.br != nil && takes(c, "br"):
		c.Set(fiber.HeaderContentEncoding, "br")
		return c.Send(p.br)
	case p.gz != nil && takes(c, "gzip"):
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Send(p.gz)
	default:
		return c.Send(p.plain)
	}
}

// takes reports whether the browser says that it reads a coding; one that says nothing gets what everything reads.
func takes(c fiber.Ctx, coding string) bool {
	return c.Get(fiber.HeaderAcceptEncoding) != "" && c.AcceptsEncodings(coding) == coding
}
