package server

import (
	"io"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// jsonReadTimeout is how long a request may take to arrive that is no upload, and the beginning of one that is.
	jsonReadTimeout = 15 * time.Second
	// stalled is how long a body may bring nothing, once. After that it has to have brought slowestBody bytes for each
	// second, or its connection is given up, whatever time it has: a phone that changes its mast goes on, a client that lets
	// drop after drop fall to hold the connection does not.
	stalled     = 8 * time.Second
	slowestBody = 4 << 10
)

// body reads what was sent with a request, piece by piece as it arrives: what a header announces takes no memory.
type body struct {
	from io.Reader
	// of is the request, whose connection is waited for until the end of its time, or of our patience with it.
	of  *fasthttp.RequestCtx
	end time.Time
	// began is when the first piece was asked for.
	began time.Time
	// announced is the length that the header names, negative for a chunked body.
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

// Stream is the body as it arrives, for what is too long to be held; its errors are reasons.
func (r *Request) Stream() io.Reader { return bodyOf(r.c.RequestCtx(), r.limit()) }

// Read reads the next piece; reason too_large behind the limit, and not_arrived where the connection broke or was too slow.
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
	// A connection that was closed in the middle looks like an end to the stream.
	case err == io.EOF && b.announced > b.read:
		return n, Unreadable(io.ErrUnexpectedEOF)
	case err != nil && err != io.EOF:
		b.of.SetConnectionClose()
		return n, Unreadable(err)
	}
	return n, err
}

// hurry ends the wait for the next piece when the body is too slow by then.
func (b *body) hurry() error {
	if b.began.IsZero() {
		b.began = time.Now()
	}
	patience := b.began.Add(stalled + time.Duration(b.read)*time.Second/slowestBody)
	if patience.After(b.end) {
		patience = b.end
	}
	return b.of.Conn().SetReadDeadline(patience)
}

// all is the whole body.
func (b *body) all() ([]byte, error) {
	raw, err := io.ReadAll(b)
	if err == nil && b.read > b.limit {
		err = reason.New(reason.TooLarge)
	}
	return raw, err
}

// finished leaves nothing of a body on the connection, where it would be taken for the next request. A little more than is
// allowed is read and thrown away: a client that still sends while the server closes hears a broken connection and not the
// answer.
func finished(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		next(c)
		rest := c.RequestBodyStream()
		// On a connection that is given up nobody waits for the rest.
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
