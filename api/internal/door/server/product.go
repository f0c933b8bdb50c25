package server

import (
	"net"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
)

// productCookie keeps the product that an address of the development profile named: the calls of its page, and the pages
// after it, are of that product, as they are under its host name elsewhere.
const productCookie = "product"

// Product is the one that the host name stands for, else the one whose native app asks, else the first. The development
// profile lets ?product= choose, for desks without host names.
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

// RememberProduct keeps what the address of a page names, in the development profile alone.
func (s *Server) RememberProduct(c fiber.Ctx) {
	if name := c.Query(productCookie); s.Config.Development && name != "" && s.Product(c).ProductID == name {
		c.Cookie(&fiber.Cookie{Name: productCookie, Value: name, Path: "/", SameSite: fiber.CookieSameSiteLaxMode, HTTPOnly: true, SessionOnly: true})
	}
}

// FindProduct is the first product of the deployment that matches; false when none does.
func (s *Server) FindProduct(match func(appproduct.Product) bool) (appproduct.Product, bool) {
	for _, p := range s.Config.Products {
		if match(p) {
			return p, true
		}
	}
	return appproduct.Product{}, false
}

// ownHost is the host name of the request if it is one of ours, else empty: a client may send any name, and the phone
// that reads an SMS fills the code in where that name says. A development stack is reached under addresses, too.
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
