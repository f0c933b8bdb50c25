package http

import (
	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// nativeApp serves what the phone's system asks for, not the pages: whose links open which app, and the Android app itself.
func (s *Server) nativeApp() {
	s.app.Get("/.well-known/assetlinks.json", s.assetLinks)
	s.app.Get("/.well-known/apple-app-site-association", s.siteAssociation)
	s.app.Get("/download/*", s.downloadAPK)
}

// assetLinks tells Android which app opens the links of this host.
func (s *Server) assetLinks(c fiber.Ctx) error {
	s.state(c).operation = "assetlinks"
	p, err := s.linked(c, func(p appproduct.Product) bool { return len(p.AndroidCertificates) > 0 })
	if err != nil {
		return err
	}
	return s.association(c, []fiber.Map{{
		"relation": []string{"delegate_permission/common.handle_all_urls"},
		"target": fiber.Map{
			"namespace": "android_app", "package_name": p.PackageName, "sha256_cert_fingerprints": p.AndroidCertificates,
		},
	}})
}

// siteAssociation tells iOS the same. Only the app's own pages open it, as on Android.
func (s *Server) siteAssociation(c fiber.Ctx) error {
	s.state(c).operation = "siteassociation"
	p, err := s.linked(c, func(p appproduct.Product) bool { return p.AppleTeamID != "" })
	if err != nil {
		return err
	}
	return s.association(c, fiber.Map{"applinks": fiber.Map{
		"details": []fiber.Map{{
			"appIDs":     []string{p.AppleTeamID + "." + p.PackageName},
			"components": []fiber.Map{{"/": "/m/land", "exclude": true}, {"/": "/m/*"}},
		}},
	}})
}

// linked is the product that owns the host by name and has an app; a host that nobody owns vouches for no app.
func (s *Server) linked(c fiber.Ctx, hasApp func(appproduct.Product) bool) (appproduct.Product, error) {
	host := c.Hostname()
	p, ok := s.find(func(p appproduct.Product) bool { return p.Serves(host) && p.PackageName != "" && hasApp(p) })
	if !ok {
		return p, reason.New(reason.NotFound)
	}
	return p, nil
}

func (s *Server) association(c fiber.Ctx, content any) error {
	c.Set(fiber.HeaderCacheControl, "public, max-age=3600")
	return c.JSON(content)
}
