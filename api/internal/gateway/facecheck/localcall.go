package facecheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// call sends a request to the worker. Any status except 200 is ErrUnavailable. Its errors never contain what was sent.
func (l *Local) call(ctx context.Context, method, path string, body, answer any) error {
	var raw []byte
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, l.url+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+l.secret)
	request.Header.Set("Content-Type", "application/json")
	response, err := l.http.Do(request)
	if err != nil {
		return unanswered(method, path, err)
	}
	defer func() { _ = response.Body.Close() }()
	said, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return unanswered(method, path, err)
	}
	if response.StatusCode != http.StatusOK {
		return refused(method, response, path, said)
	}
	if err := json.Unmarshal(said, answer); err != nil {
		return fmt.Errorf("%w: %s: the response is not JSON", ErrUnavailable, path)
	}
	return nil
}

// unanswered returns the error for a call without a response. A POST that timed out is Busy: the worker evaluates one request
// after the other, and a check must not be lost because there were many.
func unanswered(method, path string, cause error) error {
	var late net.Error
	if method == http.MethodPost && errors.As(cause, &late) && late.Timeout() {
		return errors.Join(Busy{RetryAfter: slowWorkerRetry}, cause)
	}
	return fmt.Errorf("%w: %s: %w", ErrUnavailable, path, cause)
}

// refused returns the error for a response that is not 200. A worker that is loading its models is Busy for a running check, which
// can go on with another worker process or when this one is ready. No check can begin with it.
func refused(method string, response *http.Response, path string, said []byte) error {
	var failure struct {
		Error string `json:"error"`
	}
	_ = json.Unmarshal(said, &failure)
	passes := failure.Error == "busy" || failure.Error == "loading" && method == http.MethodPost
	if response.StatusCode == http.StatusServiceUnavailable && passes {
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil || seconds < 1 {
			return Busy{RetryAfter: defaultRetry}
		}
		return Busy{RetryAfter: time.Duration(seconds) * time.Second}
	}
	return fmt.Errorf("%w: %s answered %d %q", ErrUnavailable, path, response.StatusCode, failure.Error)
}
