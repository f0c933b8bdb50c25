package http

import (
	"bytes"
	"errors"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const uploadPath = "/app/file/upload"

// limitBody decides from the request line how much may follow: only an upload is long, and only of somebody who shows a
// token. What is longer is refused before it is read.
func (s *Server) limitBody(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	path, _, _ := bytes.Cut(header.RequestURI(), []byte{'?'})
	if string(path) == uploadPath && len(header.Peek(headerToken)) > 0 {
		return fasthttp.RequestConfig{MaxRequestBodySize: uploadRead, ReadTimeout: readTimeout}
	}
	return fasthttp.RequestConfig{MaxRequestBodySize: jsonRead, ReadTimeout: 15 * time.Second}
}

// checkLength refuses a body that was read and is too long for its call, or that says to be packed: a few kilobytes
// unpack to gigabytes, and no client of ours packs.
func (r *Request) checkLength() error {
	if coding := r.Header(fiber.HeaderContentEncoding); coding != "" && coding != "identity" {
		return reason.New(reason.UnsupportedMedia)
	}
	limit := jsonLimit
	if r.op.ID == "fileUpload" {
		limit = uploadLimit
	}
	if len(r.c.BodyRaw()) > limit {
		return reason.New(reason.TooLarge)
	}
	return nil
}

type readErrorKey struct{}

// keepReadError remembers why a request could not be read: Fiber runs the middleware without telling it.
func keepReadError(next func(*fasthttp.RequestCtx, error)) func(*fasthttp.RequestCtx, error) {
	return func(c *fasthttp.RequestCtx, err error) {
		c.SetUserValue(readErrorKey{}, unreadable(err))
		next(c, err)
	}
}

func unreadable(err error) error {
	if errors.Is(err, fasthttp.ErrBodyTooLarge) {
		return reason.New(reason.TooLarge).Because(err)
	}
	return reason.New(reason.InvalidParameter).Because(err)
}
