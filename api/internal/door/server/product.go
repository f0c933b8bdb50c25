package server

import (
	"net"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
)

// productCookie stores the product that an address of the development profile selected, so that the calls of its page
// and later pages use that product, as they would under its host name elsewhere.
const productCookie = "product"

// Product returns the product of the host name, or else that of the calling native app, or else the first. In the
// development profile ?product= selects one, for machines without host names.
func (s *Server) Product(c fiber.Ctx) appproduct.Product {
	if s.Config.Development {
		for _, name := range []string{c.Query(productCookie), c.Cookies(productCookie)} {
			if p, ok := s.FindProduct(func(p appproduct.Product) bool { return p.ProductID == name }); ok {
				return p
			}
		}
	}
	host := c.Hostname()
	if p, ok := s.FindProduct(func(p appproduct.Product) bool { return p.Serves(host) }); ok {
		return p
	}
	if name := c.Get(HeaderAppPackage); name != "" {
		if p, ok := s.FindProduct(func(p appproduct.Product) bool { return p.PackageName == name }); ok {
			return p
		}
	}
	return s.Config.Products[0]
}

// RememberProduct stores the product that a page's address selects, only in the development profile.
func (s *Server) RememberProduct(c fiber.Ctx) {
	if name := c.Query(productCookie); s.Config.Development && name != "" && s.Product(c).ProductID == name {
		c.Cookie(&fiber.Cookie{Name: productCookie, Value: name, Path: "/", SameSite: fiber.CookieSameSiteLaxMode, HTTPOnly: true, SessionOnly: true})
	}
}

// FindProduct returns the first product of the deployment that matches, or false.
func (s *Server) FindProduct(match func(appproduct.Product) bool) (appproduct.Product, bool) {
	for _, p := range s.Config.Products {
		if match(p) {
			return p, true
		}
	}
	return appproduct.Product{}, false
}

// ownHost returns the host name of the request if it is one of ours, else the empty string. A client may send any name,
// and the phone that receives an SMS fills in the code on the host that is named there. A development stack is also
// reached by IP address.
func (s *Server) ownHost(c fiber.Ctx) string {
	host := c.Hostname()
	if s.Config.Development && (host == "localhost" || net.ParseIP(strings.Trim(host, "[]")) != nil) {
		return host
	}
	_, ours := s.FindProduct(func(p appproduct.Product) bool {
		base, err := url.Parse(p.BaseURL)
		return p.Serves(host) || err == nil && host != "" && strings.EqualFold(base.Hostname(), host)
	})
	if !ours {
		return ""
	}
	return host
}
