package pages

import (
	"net/http"
	"path"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// appRoutes are the addresses of the app's own router (specification 2). The app itself redirects "/" to /m.
var appRoutes = []string{"/", "/m", "/m/*", "/403", "/404", "/sorryProduct"}

// pages serves the built app. It is registered last, because calls must match first.
func (s *Site) pages() {
	// HEAD is needed too: server monitors and link previews use it, and must not get 404.
	page := func(route string, handler fiber.Handler) {
		s.App.Add([]string{fiber.MethodGet, fiber.MethodHead}, route, handler)
	}
	page("/m/land", s.landing)
	page("/m/pixel", s.pixelFrame)
	for _, route := range appRoutes {
		page(route, s.shell)
	}
	s.homeScreen(page)
	s.App.Get(versionPage, s.version)
	s.phoneModels()
	s.App.Use(s.file)
}

// shell serves the page that every route of the app starts with.
func (s *Site) shell(c fiber.Ctx) error { return s.html(c, appPage, http.StatusOK) }

// version returns the served build, by which a running app sees whether it is outdated.
func (s *Site) version(c fiber.Ctx) error {
	s.State(c).Operation = "version"
	server.NoStore(c)
	return c.JSON(fiber.Map{"version": s.built.version})
}

// file serves the files of the build. A missing asset is 404 and never the app's page, so that an outdated app notices.
// Any other unknown address that a person opens gets the app, which has a page for it.
func (s *Site) file(c fiber.Ctx) error {
	if c.Method() != fiber.MethodGet && c.Method() != fiber.MethodHead {
		return c.Next()
	}
	name := c.Path()
	p := s.built.files[name]
	if p == nil {
		p = s.oldAsset(c.Context(), name)
	}
	if p != nil && path.Ext(name) != ".html" && name != landingTexts {
		s.State(c).Operation = "file"
		// Our own files are the same for every origin, including the sandbox of the pixels.
		server.AnyOrigin(c)
		c.Response().Header.Del(fiber.HeaderVary)
		s.filePolicy(c, name)
		c.Set(fiber.HeaderCacheControl, keptFor(name))
		return send(c, p, http.StatusOK)
	}
	if path.Ext(name) == "" && !isProgramPath(name) && strings.Contains(c.Get(fiber.HeaderAccept), "text/html") {
		return s.html(c, appPage, http.StatusNotFound)
	}
	return c.Next()
}

// forGood is for files whose address changes with their content.
const forGood = "public, max-age=31536000, immutable"

// keptFor returns how long a browser may cache a file: permanently if its name changes with its content. Chromium
// requests the icon again with every page of the app that is opened.
func keptFor(name string) string {
	switch {
	case strings.HasPrefix(name, assets):
		return forGood
	case path.Ext(name) == ".svg":
		return "public, max-age=86400"
	default:
		return "no-cache"
	}
}

// isProgramPath reports whether an address is used by programs rather than people.
func isProgramPath(name string) bool {
	for _, prefix := range []string{"/app/", "/hooks/", assets} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// html serves a page in the build that the browser can run, or a page that says that it can run none.
func (s *Site) html(c fiber.Ctx, name string, status int) error {
	s.State(c).Operation = "page"
	if s.built.files[name] == nil {
		return reason.New(reason.NotFound)
	}
	// The response depends on cookies: the visitor's language, and whether somebody is logged in.
	c.Set(fiber.HeaderVary, "User-Agent, Cookie")
	wanted, file := pick(c.Get(fiber.HeaderUserAgent)), name
	switch {
	case wanted == noBuild:
		return s.tooOld(c, status)
	case wanted == legacyBuild && s.built.files[legacyFolder+name] != nil:
		file = legacyFolder + name
	default:
		wanted = modernBuild
	}
	s.RememberProduct(c)
	product := s.Product(c)
	in := chosenLang(product, c.Cookies("lang"))
	p, err := s.boot(c, file, product, in)
	if err != nil {
		return err
	}
	// Pixels are allowed only on the landing page and in a sandbox of their own; the chat is allowed in the app.
	c.Set(fiber.HeaderContentSecurityPolicy, s.policy(p.scripts, s.chatHosts(c)))
	if links := s.built.manifests[wanted].hints(name, wanted, screenAt(c.Path()), in); links != "" {
		c.Set(fiber.HeaderLink, links)
	}
	// Never no-store, which would keep the page out of the back/forward cache.
	c.Set(fiber.HeaderCacheControl, "no-cache")
	return send(c, p, status)
}

// home reports whether an address is the home page.
func home(path string) bool { return path == "/" || path == "/m" || path == "/m/home" }

// send responds with the smallest copy that the browser accepts.
func send(c fiber.Ctx, p *page, status int) error {
	c.Set(fiber.HeaderContentType, p.mime)
	c.Vary(fiber.HeaderAcceptEncoding)
	c.Set(fiber.HeaderETag, p.etag)
	if status == http.StatusOK && c.Get(fiber.HeaderIfNoneMatch) == p.etag {
		return c.SendStatus(http.StatusNotModified)
	}
	c.Status(status)
	switch {
	case p.br != nil && server.Takes(c, "br"):
		c.Set(fiber.HeaderContentEncoding, "br")
		return c.Send(p.br)
	case p.gz != nil && server.Takes(c, "gzip"):
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Send(p.gz)
	default:
		return c.Send(p.plain)
	}
}
