package server

import (
	"net/http"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// callbackPrefix is the prefix of the operations by which partners report.
const callbackPrefix = "hook"

// forged are the reasons for refusing a wrongly signed callback, the first sign of an attack.
var forged = []string{
	string(reason.SignatureWrong), string(reason.APITokenIllegal), string(reason.MerchantInvalid), string(reason.InvalidParameter),
}

// countCallback counts a refused callback.
func (s *Server) countCallback(call string, why reason.Reason) {
	if strings.HasPrefix(call, callbackPrefix) {
		s.deps.Metrics.CallbackRefused(call, string(why))
	}
}

// Monitoring serves /metrics, /healthz and /readyz for other machines, on a port that is not public.
func (s *Server) Monitoring() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.deps.Metrics.Gatherer(), promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := s.ready(r.Context()); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
	return mux
}

// CountPageError counts an error that a page has reported.
func (s *Server) CountPageError(surface, kind string) { s.deps.Metrics.PageError(surface, kind) }

// ExpectPageErrors starts the counters of a surface at zero.
func (s *Server) ExpectPageErrors(surface string, kinds ...string) {
	s.deps.Metrics.ExpectPageErrors(surface, kinds...)
}
