package server

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// refuseMethods refuses methods that the contract does not define for a path without parameters. The router would
// otherwise match a path with parameters, and for example look for a file called "upload".
func refuseMethods(doc *contract.Document) fiber.Handler {
	allowed := map[string][]string{}
	for _, op := range doc.Operations() {
		if strings.Contains(op.Path, "{") {
			continue
		}
		allowed[op.Path] = append(allowed[op.Path], op.Method)
		if op.Method == fiber.MethodGet {
			allowed[op.Path] = append(allowed[op.Path], fiber.MethodHead)
		}
	}
	return func(c fiber.Ctx) error {
		methods, known := allowed[c.Path()]
		if !known || slices.Contains(methods, c.Method()) {
			return c.Next()
		}
		c.Set(fiber.HeaderAllow, strings.Join(methods, ", "))
		return reason.New(reason.MethodNotAllowed)
	}
}

// knownMethods responds to a method unknown to HTTP with the envelope of 405. Fiber itself would respond with 501.
func (s *Server) knownMethods(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	known := map[string]bool{}
	for _, method := range s.App.Config().RequestMethods {
		known[method] = true
	}
	return func(c *fasthttp.RequestCtx) {
		if !known[string(c.Method())] {
			c.Request.Header.SetMethod(fasthttp.MethodTrace) // a known method that no route serves
		}
		next(c)
	}
}
