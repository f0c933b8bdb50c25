package server

import (
	"io"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// jsonReadTimeout is how long a request may take to arrive that is no upload, and the beginning of one that is.
	jsonReadTimeout = 15 * time.Second
	// slowestUpload is the rate in bytes a second below which an upload is given up. What is announced buys no more than
	// readTimeout.
	slowestUpload = 32 << 10
)

// body reads what was sent with a request, piece by piece as it arrives: what a header announces takes no memory.
type body struct {
	from io.Reader
	// announced is the length that the header names, negative for a chunked body.
	announced int
	read      int
	limit     int
}

func bodyOf(c fiber.Ctx, limit int) *body {
	return &body{from: c.RequestCtx().RequestBodyStream(), announced: c.Request().Header.ContentLength(), limit: limit}
}

// Stream is the body as it arrives, for what is too long to be held; its errors are reasons.
func (r *Request) Stream() io.Reader { return bodyOf(r.c, r.limit()) }

// Read reads the next piece; reason too_large behind the limit, and invalid_parameter where the line broke.
func (b *body) Read(into []byte) (int, error) {
	if b.from == nil {
		return 0, io.EOF
	}
	if b.read > b.limit {
		return 0, reason.New(reason.TooLarge)
	}
	n, err := b.from.Read(into[:min(len(into), b.limit+1-b.read)])
	b.read += n
	switch {
	// A line that was closed in the middle looks like an end to the stream.
	case err == io.EOF && b.announced > b.read:
		return n, reason.New(reason.InvalidParameter).Because(io.ErrUnexpectedEOF)
	case err != nil && err != io.EOF:
		return n, reason.New(reason.InvalidParameter).Because(err)
	}
	return n, err
}

// all is the whole body.
func (b *body) all() ([]byte, error) {
	raw, err := io.ReadAll(b)
	if err == nil && b.read > b.limit {
		err = reason.New(reason.TooLarge)
	}
	return raw, err
}

// finished leaves nothing of a body on the line, where it would be taken for the next request. A little more than is
// allowed is read and thrown away: a client that still sends while the server closes hears a broken line and not the
// answer.
func finished(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		next(c)
		rest := c.RequestBodyStream()
		if rest == nil {
			return
		}
		bound := jsonRead
		if upload(&c.Request.Header) {
			bound = uploadRead
		}
		b := body{from: rest, announced: -1, limit: bound}
		if c.Request.Header.ContentLength() > bound {
			c.SetConnectionClose()
			return
		}
		if _, err := io.Copy(io.Discard, &b); err != nil || b.read > bound {
			c.SetConnectionClose()
		}
	}
}
