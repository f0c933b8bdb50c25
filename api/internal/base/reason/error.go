package reason

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// Error is a response that is not a success. It wraps its cause for the log; the borrower only sees Text.
type Error struct {
	Reason Reason
	// Args fill the {names} of the sentence.
	Args Args
	// Fields contains, for InvalidParameter, the reason of each field by its path in the request ("contacts.0.phone").
	Fields map[string]Reason
	// RetryAfter, if positive, becomes the Retry-After header.
	RetryAfter time.Duration
	// AvailableAt, if set, is when the refused action becomes possible again.
	AvailableAt time.Time
	// SMSPhone is the masked number that already has a valid code, if a request for another was refused.
	SMSPhone string
	// StoreURL is where the app can be updated, for AppTooOld.
	StoreURL string
	cause    error
}

// New returns an error with a reason. args are names and values in turn: New(ProductFrozen, "date", day). Values are strings,
// integers, money.Money or money.Date; they are formatted in the reader's language when the error is rendered.
func New(r Reason, args ...any) *Error { return &Error{Reason: r, Args: argsOf(args)} }

// Invalid returns the error for a request with invalid fields: code 10001 with the reason of each field.
func Invalid(fields map[string]Reason) *Error {
	return &Error{Reason: InvalidParameter, Fields: fields}
}

// InvalidField is Invalid for one field.
func InvalidField(field string, r Reason) *Error { return Invalid(map[string]Reason{field: r}) }

// After sets how long the client should wait; the response rounds it up to whole seconds.
func (e *Error) After(d time.Duration) *Error { e.RetryAfter = d; return e }

// Until sets when the refused action becomes possible again.
func (e *Error) Until(t time.Time) *Error { e.AvailableAt = t; return e }

// Phone sets the masked number that already has a valid code.
func (e *Error) Phone(masked string) *Error { e.SMSPhone = masked; return e }

// Store sets where the app can be updated.
func (e *Error) Store(address string) *Error { e.StoreURL = address; return e }

// Because sets the cause for the log and for errors.Is.
func (e *Error) Because(cause error) *Error { e.cause = cause; return e }

// Error returns the text for the log, never for the borrower.
func (e *Error) Error() string {
	text := "reason " + string(e.Reason)
	if len(e.Fields) > 0 {
		text += fmt.Sprintf(" %v", e.Fields)
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is reports true for any error with the same reason, so that errors.Is(err, reason.New(X)) works.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Reason == e.Reason && other.cause == nil
}

// Text returns the sentence in a language. {wait} in a sentence is replaced with RetryAfter.
func (e *Error) Text(l lang.Lang) string {
	return strings.ReplaceAll(e.Reason.Text(l, e.Args), "{wait}", l.Wait(max(e.RetryAfter, time.Second)))
}

// From converts any error to an Error. An error without a reason becomes System (or SystemBusy, after a timeout or a lost
// connection): its text is never sent, its cause is kept for the log. From(nil) is nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if passes(err) {
		return New(SystemBusy).After(time.Second).Because(err)
	}
	return New(System).Because(err)
}

// passes reports whether an error is only a timeout or a lost connection: a retry of the request may succeed.
func passes(err error) bool {
	var line *net.OpError
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &line)
}

// Of returns the reason of an error, or "" for nil.
func Of(err error) Reason {
	if err == nil {
		return ""
	}
	return From(err).Reason
}
