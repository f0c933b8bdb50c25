package server

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// packedFrom is the size in bytes from which an answer is compressed. A smaller one takes two packets, which travel together: sparing
// the second is worth less than 50 ms at 250 kbit/s, and costs the screens that are asked for most a twentieth of their time here, and
// a cheap phone more.
const packedFrom = 2400

// pack compresses an answer where the client reads that: a list takes an eighth of the time on a slow connection. How long an answer is
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

// SucceedWriting answers with the envelope around data that is written while it is made, which may be a great deal: begin gives where to, and
// forgets what was written before. It is held packed alone until all of it is there, so that nothing is sent of an answer that fails, and
// nothing is kept from others while it goes over a slow line.
func (r *Request) SucceedWriting(write func(begin func() io.Writer) error) error {
	state := r.s.State(r.c)
	around, err := json.Marshal(success(state.lang, nil))
	if err != nil {
		return err
	}
	head, tail := bytes.TrimSuffix(around, []byte("null}")), []byte("}")
	var packed bytes.Buffer
	into := &counted{to: gzip.NewWriter(&packed)}
	begin := func() io.Writer {
		packed.Reset()
		into.to.Reset(&packed)
		into.n = 0
		_, _ = into.Write(head)
		return into
	}
	if err := write(begin); err != nil {
		return err
	}
	if _, err := into.Write(tail); err != nil {
		return err
	}
	if err := into.to.Close(); err != nil {
		return err
	}
	state.errorCode = reason.Success.Code()
	NoStore(r.c)
	r.c.Status(http.StatusOK).Set(fiber.HeaderContentType, fiber.MIMEApplicationJSONCharsetUTF8)
	r.c.Vary(fiber.HeaderAcceptEncoding)
	if Takes(r.c, "gzip") {
		r.c.Set(fiber.HeaderContentEncoding, "gzip")
		r.c.Response().SetBodyRaw(packed.Bytes())
		return nil
	}
	plain, err := gzip.NewReader(&packed)
	if err != nil {
		return err
	}
	return r.c.SendStream(plain, into.n)
}

// counted packs what is written, and counts how long it is.
type counted struct {
	to *gzip.Writer
	n  int
}

func (c *counted) Write(data []byte) (int, error) {
	n, err := c.to.Write(data)
	c.n += n
	return n, err
}

// Takes reports whether a client says that it reads a coding; one that says nothing gets what everything reads.
func Takes(c fiber.Ctx, coding string) bool {
	return c.Get(fiber.HeaderAcceptEncoding) != "" && c.AcceptsEncodings(coding) == coding
}
