package metric

import (
	"net/http"
	"time"
)

// Files counts the requests to the object store that take a way.
func (s *Set) Files(way http.RoundTripper) http.RoundTripper {
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodHead, http.MethodDelete} {
		for _, result := range Results {
			s.files.WithLabelValues(method, result)
		}
	}
	return roundTrip(func(request *http.Request) (*http.Response, error) {
		began := time.Now()
		answer, err := way.RoundTrip(request)
		s.files.WithLabelValues(request.Method, resultOf(answer, err)).Observe(time.Since(began).Seconds())
		return answer, err
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip makes a function a way.
func (f roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// resultOf reads a status: what is not there is an answer, and what may not be read is a refusal.
func resultOf(answer *http.Response, err error) string {
	switch {
	case err != nil || answer.StatusCode >= http.StatusInternalServerError:
		return Failed
	case answer.StatusCode >= http.StatusBadRequest && answer.StatusCode != http.StatusNotFound:
		return Refused
	}
	return OK
}
