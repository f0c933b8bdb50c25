package http

import (
	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
)

// product is the one that the host name stands for; the first where none matches. The development profile lets
// ?product= choose, for desks without host names.
func (s *Server) product(c fiber.Ctx) appproduct.Product {
	if s.config.Development {
		for _, name := range []string{c.Query("product"), c.Cookies("product")} {
			if p, ok := s.find(func(p appproduct.Product) bool { return p.ProductID == name }); ok {
				return p
			}
		}
	}
	host := c.Hostname()
	if p, ok := s.find(func(p appproduct.Product) bool { return p.Serves(host) }); ok {
		return p
	}
	return s.config.Products[0]
}

func (s *Server) find(match func(appproduct.Product) bool) (appproduct.Product, bool) {
	for _, p := range s.config.Products {
		if match(p) {
			return p, true
		}
	}
	return appproduct.Product{}, false
}
