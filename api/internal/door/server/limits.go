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
	// facePaths begin the addresses of the calls that bring frames of a face check, by whoever logs in with it.
	facePaths = "/app/member/faceLogin/"
	// faceLimit holds six frames of 200 KB and the form around them.
	faceLimit = 1280 << 10
)

// frames are the calls that bring frames of a face check, by the last part of their addresses and by their operations.
var frames = map[string]bool{"look": true, "step": true, "memberFaceLook": true, "memberFaceStep": true}

// upload reports a request that may bring pictures: by its address, and, but for the frames of a log-in, by a token,
// whose session is looked up before anything of the picture is read.
func upload(header *fasthttp.RequestHeader) bool {
	path, _, _ := bytes.Cut(header.RequestURI(), []byte{'?'})
	if last, ok := strings.CutPrefix(string(path), facePaths); ok {
		return frames[last]
	}
	return string(path) == uploadPath && len(header.Peek(HeaderToken)) > 0
}

// streamed reports a call whose handler reads the body by itself, when there is room for it.
func streamed(id string) bool { return id == uploadCall || frames[id] }

// limitTime decides from the headers how long the beginning of the body may take; of the rest body takes care.
func limitTime(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	// Of a body that is streamed this is only what is read before the handler runs, and it waits for all of that.
	return fasthttp.RequestConfig{MaxRequestBodySize: 1, ReadTimeout: min(timeToArrive(header), stalled)}
}

// timeToArrive is how long all of a request may take after its headers.
func timeToArrive(header *fasthttp.RequestHeader) time.Duration {
	if upload(header) {
		return uploadTime(header.ContentLength())
	}
	return jsonReadTimeout
}

// uploadTime is how long an upload of an announced length may take: what a connection needs for it that is just fast enough.
func uploadTime(announced int) time.Duration {
	if announced < 0 || announced > uploadLimit {
		return uploadReadTimeout
	}
	return min(jsonReadTimeout+time.Duration(announced/slowestBody)*time.Second, uploadReadTimeout)
}

// limit is how long the body of this call may be.
func (r *Request) limit() int {
	switch {
	case r.op.ID == uploadCall:
		return uploadLimit
	case frames[r.op.ID]:
		return faceLimit
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

// keepReadError remembers why a request could not be read: Fiber runs the middleware without telling it. A connection on which
// nobody asked anything is closed without a word: browsers open lines ahead, and would take an answer to no question for
// that to the question which is just leaving the phone.
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

// nothingAsked reports an error of the connection itself: once something of a request has come, fasthttp wraps it.
func nothingAsked(err error) bool {
	_, bare := err.(*net.OpError)
	return bare
}
