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

// call speaks to the worker. Whatever is no 200 is ErrUnavailable; its text never holds what was sent.
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
		return fmt.Errorf("%w: %s: an answer that is no JSON", ErrUnavailable, path)
	}
	return nil
}

// unanswered is what a call that got no answer means. One that was judged for too long is Busy: the worker takes one after the
// other, and a check in which all was done must not be lost because there were many.
func unanswered(method, path string, cause error) error {
	var late net.Error
	if method == http.MethodPost && errors.As(cause, &late) && late.Timeout() {
		return errors.Join(Busy{RetryAfter: lateRetry}, cause)
	}
	return fmt.Errorf("%w: %s: %w", ErrUnavailable, path, cause)
}

// refused reads an answer that is no judgement. A worker that loads its models is Busy to a check that is under way, which another
// process of it, or the one that came back, goes on with; none begins with it.
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
