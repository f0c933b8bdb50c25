package server

import (
	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// packedFrom is the size from which an answer is compressed; a smaller one takes one packet either way.
const packedFrom = 1024

// pack compresses an answer where the client reads that: a list takes an eighth of the time on a slow line. How long an answer is
// tells a stranger nothing: it takes the session's header, which no page of another origin can send, to have one made.
func pack(c fiber.Ctx) {
	body := c.Response().Body()
	if len(body) < packedFrom {
		return
	}
	c.Vary(fiber.HeaderAcceptEncoding)
	if !Takes(c, "gzip") {
		return
	}
	c.Set(fiber.HeaderContentEncoding, "gzip")
	c.Response().SetBodyRaw(fasthttp.AppendGzipBytesLevel(nil, body, fasthttp.CompressBestSpeed))
}

// Takes reports whether a client says that it reads a coding; one that says nothing gets what everything reads.
func Takes(c fiber.Ctx, coding string) bool {
	return c.Get(fiber.HeaderAcceptEncoding) != "" && c.AcceptsEncodings(coding) == coding
}
