package server

import (
	"io"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// jsonReadTimeout is the time within which a request must arrive, except for uploads; for an upload, it is the
	// minimum time allowed.
	jsonReadTimeout = 15 * time.Second
	// stallTimeout is how long a body may send nothing, once. After that it must have sent at least minBodyRate bytes per
	// second, or the connection is closed, however much time is left. So a phone that changes its cell can continue,
	// and a client that sends byte after byte to hold the connection cannot.
	stallTimeout = 8 * time.Second
	minBodyRate  = 4 << 10
)

// body reads the body of a request piece by piece as it arrives, so an announced length alone takes no memory.
type body struct {
	from io.Reader
	// of is the request. end is when the whole body must have arrived.
	of  *fasthttp.RequestCtx
	end time.Time
	// began is when the first piece was requested.
	began time.Time
	// announced is the length from the header; negative for a chunked body.
	announced int
	read      int
	limit     int
}

func bodyOf(c *fasthttp.RequestCtx, limit int) *body {
	header := &c.Request.Header
	return &body{
		from: c.RequestBodyStream(), of: c, end: c.Time().Add(timeToArrive(header)),
		announced: header.ContentLength(), limit: limit,
	}
}

// Stream returns the body as it arrives, for bodies that are too long to hold in memory. Its errors have reasons.
func (r *Request) Stream() io.Reader { return bodyOf(r.c.RequestCtx(), r.limit()) }

// Read reads the next piece. It returns reason too_large beyond the limit, and not_arrived if the connection broke or
// was too slow.
func (b *body) Read(into []byte) (int, error) {
	if b.from == nil {
		return 0, io.EOF
	}
	if b.read > b.limit {
		return 0, reason.New(reason.TooLarge)
	}
	if err := b.hurry(); err != nil {
		return 0, Unreadable(err)
	}
	n, err := b.from.Read(into[:min(len(into), b.limit+1-b.read)])
	b.read += n
	switch {
	// A connection that was closed midway looks like the end of the stream.
	case err == io.EOF && b.announced > b.read:
		return n, Unreadable(io.ErrUnexpectedEOF)
	case err != nil && err != io.EOF:
		b.of.SetConnectionClose()
		return n, Unreadable(err)
	}
	return n, err
}

// hurry sets the read deadline by which the next piece must arrive.
func (b *body) hurry() error {
	if b.began.IsZero() {
		b.began = time.Now()
	}
	patience := b.began.Add(stallTimeout + time.Duration(b.read)*time.Second/minBodyRate)
	if patience.After(b.end) {
		patience = b.end
	}
	return b.of.Conn().SetReadDeadline(patience)
}

// all reads the whole body.
func (b *body) all() ([]byte, error) {
	raw, err := io.ReadAll(b)
	if err == nil && b.read > b.limit {
		err = reason.New(reason.TooLarge)
	}
	return raw, err
}

// finished removes the rest of a body from the connection, where it would be read as the next request. It reads and
// discards somewhat more than is allowed: if the server closes while a client is still sending, the client sees a
// broken connection and not the response.
func finished(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		next(c)
		rest := c.RequestBodyStream()
		// If the connection is being closed, the rest need not be read.
		if rest == nil || c.Response.ConnectionClose() {
			return
		}
		bound := jsonRead
		if upload(&c.Request.Header) {
			bound = uploadRead
		}
		b := bodyOf(c, bound)
		b.announced = -1
		if c.Request.Header.ContentLength() > bound {
			c.SetConnectionClose()
			return
		}
		if _, err := io.Copy(io.Discard, b); err != nil || b.read > bound {
			c.SetConnectionClose()
		}
	}
}
