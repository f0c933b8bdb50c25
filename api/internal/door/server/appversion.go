package server

import (
	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// forEveryApp are the calls that an outdated app may still make: it must learn its product to ask for the update, and
// must be able to log out.
var forEveryApp = map[string]bool{"configProduct": true, "memberLogout": true, "memberEndSession": true}

// checkApp refuses a native app that is older than its product allows. Web pages send no version.
func (s *Server) checkApp(op contract.Operation, c fiber.Ctx) error {
	version := appproduct.Version(c.Get(headerAppVersion))
	if version == "" || forEveryApp[op.ID] {
		return nil
	}
	product := s.Product(c)
	if !version.Before(product.MinAppVersion) {
		return nil
	}
	return reason.New(reason.AppTooOld).Store(s.store(c, product))
}

// store returns where the calling app finds its update; empty if none is configured.
func (s *Server) store(c fiber.Ctx, p appproduct.Product) string {
	if c.Get(headerAppPlatform) == "ios" {
		return p.IosDownloadURL
	}
	return s.AndroidDownload(c.Context(), p)
}
