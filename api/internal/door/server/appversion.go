package server

import (
	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// forEveryApp are the calls that an app too old for the others may make: it has to know whose it is to ask for its
// update, and to be able to leave nobody logged in.
var forEveryApp = map[string]bool{"configProduct": true, "memberLogout": true, "memberEndSession": true}

// checkApp refuses a native app that is older than its product allows. Pages on the web send no version.
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

// store is where the app that asks finds its update; empty when nobody configured a place.
func (s *Server) store(c fiber.Ctx, p appproduct.Product) string {
	if c.Get(headerAppPlatform) == "ios" {
		return p.IosDownloadURL
	}
	return s.AndroidDownload(c.Context(), p)
}
