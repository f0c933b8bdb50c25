package server

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// refuseMethods refuses what the contract has no call for under a path without parameters: the router would go on to a
// path with some, and look for a file called "upload".
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

// knownMethods answers a method that HTTP does not know with the envelope of 405; Fiber would answer 501 by itself.
func (s *Server) knownMethods(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	known := map[string]bool{}
	for _, method := range s.App.Config().RequestMethods {
		known[method] = true
	}
	return func(c *fasthttp.RequestCtx) {
		if !known[string(c.Method())] {
			c.Request.Header.SetMethod(fasthttp.MethodTrace) // known, and served nowhere
		}
		next(c)
	}
}
