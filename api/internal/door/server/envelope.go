package server

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// envelope is the format of every response.
type envelope struct {
	Success   bool   `json:"success"`
	Msg       string `json:"msg"`
	ErrorCode int    `json:"errorCode"`
	Data      any    `json:"data"`
}

// failure is the data of an error response.
type failure struct {
	Reason reason.Reason     `json:"reason"`
	Fields map[string]string `json:"fields,omitempty"`
	// FieldReasons are the reason codes of Fields, so that the app can show them in another language.
	FieldReasons map[string]reason.Reason `json:"fieldReasons,omitempty"`
	RetryAfter   int64                    `json:"retryAfter,omitempty"`
	AvailableAt  *time.Time               `json:"availableAt,omitempty"`
	SMSPhone     string                   `json:"smsPhone,omitempty"`
	StoreURL     string                   `json:"storeUrl,omitempty"`
}

func (s *Server) succeed(c fiber.Ctx, data any) error {
	state := s.State(c)
	state.errorCode = reason.Success.Code()
	NoStore(c)
	if err := c.Status(http.StatusOK).JSON(success(state.lang, data)); err != nil {
		return err
	}
	pack(c)
	return nil
}

func success(in lang.Lang, data any) envelope {
	return envelope{Success: true, Msg: reason.Success.Text(in, nil), ErrorCode: reason.Success.Code(), Data: data}
}

// fail is Fiber's error handler. Every error is sent as an envelope.
func (s *Server) fail(c fiber.Ctx, err error) error {
	state := s.State(c)
	err = withReason(err)
	answer := reason.From(err)
	state.errorCode, state.cause = answer.Reason.Code(), err
	s.countCallback(state.Operation, answer.Reason)
	NoStore(c)
	data := describe(answer, state.lang)
	if data.RetryAfter > 0 {
		c.Set(fiber.HeaderRetryAfter, strconv.FormatInt(data.RetryAfter, 10))
	}
	return c.Status(answer.Reason.Status()).JSON(envelope{Msg: answer.Text(state.lang), ErrorCode: state.errorCode, Data: data})
}

// withReason gives Fiber's own errors a reason. Their status says what was wrong with the request. Their text quotes
// the request and is left out.
func withReason(err error) error {
	var known *reason.Error
	var own *fiber.Error
	if errors.As(err, &known) || !errors.As(err, &own) {
		return err
	}
	return reason.New(byStatus(own.Code)).Because(fmt.Errorf("server: fiber returned status %d", own.Code))
}

func byStatus(status int) reason.Reason {
	switch {
	case status == http.StatusNotFound:
		return reason.NotFound
	case status == http.StatusMethodNotAllowed, status == http.StatusNotImplemented:
		return reason.MethodNotAllowed
	case status == http.StatusRequestEntityTooLarge:
		return reason.TooLarge
	case status == http.StatusUnsupportedMediaType:
		return reason.UnsupportedMedia
	case status == http.StatusTooManyRequests:
		return reason.TooManyRequests
	case status == http.StatusForbidden:
		return reason.Forbidden
	// A timeout or a broken connection while the request is read is the client's fault, whatever status Fiber sets.
	case status < http.StatusInternalServerError, status == http.StatusBadGateway:
		return reason.InvalidParameter
	default:
		return reason.System
	}
}

func describe(e *reason.Error, l lang.Lang) failure {
	data := failure{
		Reason: e.Reason, SMSPhone: e.SMSPhone, StoreURL: e.StoreURL,
		RetryAfter: int64((e.RetryAfter + time.Second - 1) / time.Second),
	}
	if len(e.Fields) > 0 {
		data.Fields, data.FieldReasons = make(map[string]string, len(e.Fields)), e.Fields
		for field, r := range e.Fields {
			data.Fields[field] = r.Text(l, nil)
		}
	}
	if !e.AvailableAt.IsZero() {
		at := e.AvailableAt.UTC()
		data.AvailableAt = &at
	}
	return data
}

// NoStore keeps responses out of every cache: they belong to one borrower, or are soon out of date.
func NoStore(c fiber.Ctx) { c.Set(fiber.HeaderCacheControl, "no-store") }
