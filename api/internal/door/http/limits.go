package http

import (
	"bytes"
	"errors"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	uploadPath = "/app/file/upload"
	uploadCall = "fileUpload"
)

// upload reports a request that may bring a picture: by its address, and by a token, whose session is looked up before
// anything of the picture is read.
func upload(header *fasthttp.RequestHeader) bool {
	path, _, _ := bytes.Cut(header.RequestURI(), []byte{'?'})
	return string(path) == uploadPath && len(header.Peek(headerToken)) > 0
}

// limitTime decides from the request line how long the rest may take.
func limitTime(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	limit := jsonReadTimeout
	if upload(header) {
		limit = uploadTime(header.ContentLength())
	}
	// Of a body that is streamed this is only what is read before the handler runs, and it waits for all of that.
	return fasthttp.RequestConfig{MaxRequestBodySize: 1, ReadTimeout: limit}
}

// uploadTime is how long an upload of an announced length may take.
func uploadTime(announced int) time.Duration {
	if announced < 0 || announced > uploadLimit {
		return readTimeout
	}
	return min(jsonReadTimeout+time.Duration(announced/slowestUpload)*time.Second, readTimeout)
}

// limit is how long the body of this call may be.
func (r *Request) limit() int {
	if r.op.ID == uploadCall {
		return uploadLimit
	}
	return jsonLimit
}

// checkLength refuses a body that says to be too long for its call, before any of it is read, or to be packed: a few
// kilobytes unpack to gigabytes, and no client of ours packs.
func (r *Request) checkLength() error {
	if coding := r.Header(fiber.HeaderContentEncoding); coding != "" && coding != "identity" {
		return reason.New(reason.UnsupportedMedia)
	}
	if r.c.Request().Header.ContentLength() > r.limit() {
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
