package metric

import (
	"net/http"
	"time"
)

// Files returns a transport that counts the requests to the object store sent through way.
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

// RoundTrip calls the function.
func (f roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// resultOf classifies a response: 404 counts as OK, other client errors as refused.
func resultOf(answer *http.Response, err error) string {
	switch {
	case err != nil || answer.StatusCode >= http.StatusInternalServerError:
		return Failed
	case answer.StatusCode >= http.StatusBadRequest && answer.StatusCode != http.StatusNotFound:
		return Refused
	}
	return OK
}
