package server

import (
	"bytes"
	"net"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	uploadPath = "/app/file/upload"
	uploadCall = "fileUpload"
	// facePaths is the path prefix of the calls that send frames of a face check. A caller who logs in with it has no
	// token.
	facePaths = "/app/member/faceLogin/"
	// maxFaceBody allows six frames of 200 KB and the form around them.
	maxFaceBody = 1280 << 10
)

// frames are the calls that send frames of a face check, by the last part of their path and by their operation id.
var frames = map[string]bool{"look": true, "step": true, "memberFaceLook": true, "memberFaceStep": true}

// upload reports whether a request may contain pictures: by its path, and, except for the frames of a face check, by a
// token, whose session is looked up before any of the picture is read.
func upload(header *fasthttp.RequestHeader) bool {
	path, _, _ := bytes.Cut(header.RequestURI(), []byte{'?'})
	if last, ok := strings.CutPrefix(string(path), facePaths); ok {
		return frames[last]
	}
	return string(path) == uploadPath && len(header.Peek(HeaderToken)) > 0
}

// streamed reports whether the handler of a call reads the body itself, when there is room for it.
func streamed(id string) bool { return id == uploadCall || frames[id] }

// limitTime sets, from the headers, how long the beginning of the body may take. The type body limits the rest.
func limitTime(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	// For a streamed body this covers only what is read before the handler runs, at most MaxRequestBodySize bytes. The
	// handler starts only after all of them have arrived, so the limit is 1.
	return fasthttp.RequestConfig{MaxRequestBodySize: 1, ReadTimeout: min(timeToArrive(header), stallTimeout)}
}

// timeToArrive returns how long a whole request may take after its headers.
func timeToArrive(header *fasthttp.RequestHeader) time.Duration {
	if upload(header) {
		return uploadTime(header.ContentLength())
	}
	return jsonReadTimeout
}

// uploadTime returns how long an upload of an announced length may take: the time that the slowest accepted connection
// needs for it.
func uploadTime(announced int) time.Duration {
	if announced < 0 || announced > uploadLimit {
		return uploadReadTimeout
	}
	return min(jsonReadTimeout+time.Duration(announced/minBodyRate)*time.Second, uploadReadTimeout)
}

// limit returns the maximum length of the call's body.
func (r *Request) limit() int {
	switch {
	case r.op.ID == uploadCall:
		return uploadLimit
	case frames[r.op.ID]:
		return maxFaceBody
	}
	return maxJSONBody
}

// checkLength refuses a body whose announced length exceeds the call's limit, before any of it is read. It also refuses
// a compressed body: a few kilobytes may decompress to gigabytes, and none of our clients compress.
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

// keepReadError stores why a request could not be read, because Fiber runs the middleware without the error. A
// connection without any request is closed without a response: browsers open connections in advance, and would take
// such a response for the answer to the request that they are just sending.
func keepReadError(next func(*fasthttp.RequestCtx, error)) func(*fasthttp.RequestCtx, error) {
	return func(c *fasthttp.RequestCtx, err error) {
		if nothingAsked(err) {
			_ = c.Conn().Close()
			return
		}
		c.SetUserValue(readErrorKey{}, Unreadable(err))
		next(c, err)
	}
}

// nothingAsked reports whether the error is of the connection itself. fasthttp wraps the error once a part of a request
// has arrived.
func nothingAsked(err error) bool {
	_, bare := err.(*net.OpError)
	return bare
}
