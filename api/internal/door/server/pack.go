package server

import (
	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// packedFrom is the size in bytes from which an answer is compressed. A smaller one takes two packets, which travel together: sparing
// the second is worth less than 50 ms at 250 kbit/s, and costs the screens that are asked for most a twentieth of their time here, and
// a cheap phone more.
const packedFrom = 2400

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
