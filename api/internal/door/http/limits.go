package http

import (
	"bytes"
	"errors"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const uploadPath = "/app/file/upload"

// limitBody decides from the request line how much may follow: only an upload is long. What is longer is refused before
// it is read.
func (s *Server) limitBody(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	path, _, _ := bytes.Cut(header.RequestURI(), []byte{'?'})
	if string(path) == uploadPath {
		return fasthttp.RequestConfig{MaxRequestBodySize: uploadLimit, ReadTimeout: readTimeout}
	}
	return fasthttp.RequestConfig{MaxRequestBodySize: jsonLimit, ReadTimeout: 15 * time.Second}
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
