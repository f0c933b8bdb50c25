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

// Error is an answer that is not success. It wraps what caused it for the log; the borrower sees only Text.
type Error struct {
	Reason Reason
	// Args fill the {names} of the sentence.
	Args Args
	// Fields gives, for InvalidParameter, the reason of each field by its path in the request ("contacts.0.phone").
	Fields map[string]Reason
	// RetryAfter, when positive, becomes the Retry-After header.
	RetryAfter time.Duration
	// AvailableAt, when set, is when what was refused becomes possible again.
	AvailableAt time.Time
	// SMSPhone is the masked number that already holds a valid code, where asking for another was refused.
	SMSPhone string
	// StoreURL is where a newer app is to be had, for AppTooOld.
	StoreURL string
	cause    error
}

// New makes the error of a reason. args are name and value in turn: New(ProductFrozen, "date", day). Values are
// strings, whole numbers, money.Money or money.Date; they are written in the reader's language when it is rendered.
func New(r Reason, args ...any) *Error { return &Error{Reason: r, Args: argsOf(args)} }

// Invalid is the answer to a request whose fields are wrong: code 10001 with the reason of each field.
func Invalid(fields map[string]Reason) *Error {
	return &Error{Reason: InvalidParameter, Fields: fields}
}

// InvalidField is Invalid for one field.
func InvalidField(field string, r Reason) *Error { return Invalid(map[string]Reason{field: r}) }

// After sets how long the client should wait, rounded up to whole seconds on the wire.
func (e *Error) After(d time.Duration) *Error { e.RetryAfter = d; return e }

// Until sets when what was refused becomes possible again.
func (e *Error) Until(t time.Time) *Error { e.AvailableAt = t; return e }

// Phone sets the masked number that already holds a valid code.
func (e *Error) Phone(masked string) *Error { e.SMSPhone = masked; return e }

// Store sets where a newer app is to be had.
func (e *Error) Store(address string) *Error { e.StoreURL = address; return e }

// Because keeps the cause for the log and for errors.Is.
func (e *Error) Because(cause error) *Error { e.cause = cause; return e }

// Error is for the log, never for the borrower.
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

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is makes errors.Is(err, reason.New(X)) true for any error of reason X.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Reason == e.Reason && other.cause == nil
}

// Text is the sentence in a language. One that says how long to {wait} takes it from RetryAfter.
func (e *Error) Text(l lang.Lang) string {
	return strings.ReplaceAll(e.Reason.Text(l, e.Args), "{wait}", l.Wait(max(e.RetryAfter, time.Second)))
}

// From turns any error into an answer. One without a reason becomes System (or SystemBusy, when time ran out or a line
// broke): its text is never sent, its cause stays for the log. From(nil) is nil.
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

// passes reports whether an error says only that time ran out or that a connection broke: the same call may succeed next time.
func passes(err error) bool {
	var line *net.OpError
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &line)
}

// Of is the reason of an error, or empty for nil.
func Of(err error) Reason {
	if err == nil {
		return ""
	}
	return From(err).Reason
}
