package server

import (
	"errors"
	"io"
	"net"

	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Reasons why a request could not be read. Libraries quote unreadable headers and bodies in their errors, so only the
// kind is logged.
var (
	errHeadersTooLong   = errors.New("server: the headers are too long")
	errBodyTooLong      = errors.New("server: the body is too long")
	errTooSlow          = errors.New("server: the connection is too slow")
	errConnectionBroken = errors.New("server: the connection broke")
	errMalformed        = errors.New("server: the request is malformed")
)

// kindOf returns the kind of a library's error.
func kindOf(err error) error {
	var headers *fasthttp.ErrSmallBuffer
	var network net.Error
	switch {
	case errors.As(err, &headers):
		return errHeadersTooLong
	case errors.Is(err, fasthttp.ErrBodyTooLarge):
		return errBodyTooLong
	case errors.As(err, &network) && network.Timeout():
		return errTooSlow
	case errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errConnectionBroken
	}
	return errMalformed
}

// Unreadable returns the error for a request, or a form in it, that could not be read. An error that already has a
// reason is kept.
func Unreadable(err error) *reason.Error {
	var known *reason.Error
	if errors.As(err, &known) {
		return known
	}
	kind := kindOf(err)
	switch kind {
	case errBodyTooLong:
		return reason.New(reason.TooLarge).Because(kind)
	// Nothing is wrong with the request; it did not arrive.
	case errTooSlow, errConnectionBroken:
		return reason.New(reason.NotArrived).Because(kind)
	}
	return reason.New(reason.InvalidParameter).Because(kind)
}
