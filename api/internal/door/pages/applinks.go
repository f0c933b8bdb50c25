package pages

import (
	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// nativeApp serves what the phone's operating system requests: which app opens our links, and the Android app itself.
func (s *Site) nativeApp() {
	s.App.Get("/.well-known/assetlinks.json", s.assetLinks)
	s.App.Get("/.well-known/apple-app-site-association", s.siteAssociation)
	s.App.Get("/download/*", s.downloadAPK)
}

// assetLinks tells Android which app opens the links of this host.
func (s *Site) assetLinks(c fiber.Ctx) error {
	s.State(c).Operation = "assetlinks"
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

// siteAssociation tells iOS the same. As on Android, only the app's own pages open it.
func (s *Site) siteAssociation(c fiber.Ctx) error {
	s.State(c).Operation = "siteassociation"
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

// linked returns the product that serves the host by name and has an app. An unknown host is associated with no app.
func (s *Site) linked(c fiber.Ctx, hasApp func(appproduct.Product) bool) (appproduct.Product, error) {
	host := c.Hostname()
	p, ok := s.FindProduct(func(p appproduct.Product) bool { return p.Serves(host) && p.PackageName != "" && hasApp(p) })
	if !ok {
		return p, reason.New(reason.NotFound)
	}
	return p, nil
}

func (s *Site) association(c fiber.Ctx, content any) error {
	c.Set(fiber.HeaderCacheControl, "public, max-age=3600")
	return c.JSON(content)
}
