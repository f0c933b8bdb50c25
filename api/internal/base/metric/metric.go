// Package metric collects metrics for Prometheus. No label contains personal data, and each has few values: operations of the
// contract, kinds of jobs, words of the code.
package metric

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// The results of a call to a partner or to the object store.
const (
	OK = "ok"
	// Refused means that the other side understood the request and rejects it.
	Refused = "refused"
	// Failed means that the result is unknown, or that the connection was lost.
	Failed = "failed"
)

// Results are the results of a call.
var Results = []string{OK, Refused, Failed}

var (
	quick = []float64{.002, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
	slow  = []float64{.05, .25, 1, 2.5, 5, 10, 20, 60}
)

// Set contains the metrics of one process. It has its own registry, so that several servers can run in one process.
type Set struct {
	registry  *prometheus.Registry
	requests  *prometheus.HistogramVec
	callbacks *prometheus.CounterVec
	gateways  *prometheus.HistogramVec
	files     *prometheus.HistogramVec
	jobs      *prometheus.HistogramVec
	alarms    *prometheus.CounterVec
	pages     *prometheus.CounterVec
}

// New returns a set with all metrics at zero.
func New() *Set {
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	s := &Set{
		registry:  prometheus.NewRegistry(),
		requests:  histogram("loanmarket_request_seconds", "Duration of calls, by operation of the contract, HTTP status and error code.", quick, "call", "status", "error_code"),
		callbacks: counter("loanmarket_callbacks_refused_total", "Number of refused callbacks of partners, by operation and reason.", "call", "reason"),
		gateways:  histogram("loanmarket_gateway_seconds", "Duration of calls to partners, by gateway, call and result.", slow, "gateway", "call", "result"),
		files:     histogram("loanmarket_files_seconds", "Duration of calls to the object store, by HTTP method and result.", quick, "method", "result"),
		jobs:      histogram("loanmarket_job_seconds", "Duration of attempts of jobs, by kind and result.", slow, "kind", "result"),
		alarms:    counter("loanmarket_log_alarms_total", "Number of log lines with an alarm, by name of the alarm.", "alarm"),
		pages:     counter("loanmarket_page_errors_total", "Number of failures that pages reported, by page (app, landing) and where they were caught.", "surface", "kind"),
	}
	s.Register(s.requests, s.callbacks, s.gateways, s.files, s.jobs, s.alarms, s.pages,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return s
}

// Register adds collectors of other packages. It panics if a name is already used.
func (s *Set) Register(more ...prometheus.Collector) { s.registry.MustRegister(more...) }

// Gatherer returns what /metrics serves.
func (s *Set) Gatherer() prometheus.Gatherer { return s.registry }

// Request counts a call of an operation; call is empty if it is not in the contract.
func (s *Set) Request(call string, status, errorCode int, took time.Duration) {
	if call == "" {
		call = "none"
	}
	s.requests.WithLabelValues(call, strconv.Itoa(status), strconv.Itoa(errorCode)).Observe(took.Seconds())
}

// CallbackRefused counts a refused callback by its reason.
func (s *Set) CallbackRefused(call, reason string) { s.callbacks.WithLabelValues(call, reason).Inc() }

// ExpectCallback initialises the refusals of a callback with zero: Prometheus does not see an increase in a series that starts
// at one.
func (s *Set) ExpectCallback(call string, reasons ...string) {
	for _, reason := range reasons {
		s.callbacks.WithLabelValues(call, reason)
	}
}

// Gateway counts a call to a partner.
func (s *Set) Gateway(gateway, call, result string, took time.Duration) {
	s.gateways.WithLabelValues(gateway, call, result).Observe(took.Seconds())
}

// ExpectGateway initialises the calls to a partner with zero.
func (s *Set) ExpectGateway(gateway string, calls ...string) {
	for _, call := range calls {
		for _, result := range Results {
			s.gateways.WithLabelValues(gateway, call, result)
		}
	}
}

// Job counts an attempt of a job.
func (s *Set) Job(kind, result string, took time.Duration) {
	s.jobs.WithLabelValues(kind, result).Observe(took.Seconds())
}

// Alarm counts a log line with an alarm.
func (s *Set) Alarm(name string) { s.alarms.WithLabelValues(name).Inc() }

// LogAlarms are the alarms that are only logged and counted: they have no row that a person could close.
var LogAlarms = []string{"calendar.ends", "files.away", "files.refused", "files.lost", "files.foreign", "files.orphans", "ads.refused", "sms.network", "sms.range"}

// ExpectAlarms initialises them with zero.
func (s *Set) ExpectAlarms() {
	for _, name := range LogAlarms {
		s.alarms.WithLabelValues(name)
	}
}

// PageError counts a failure that a page reported.
func (s *Set) PageError(surface, kind string) { s.pages.WithLabelValues(surface, kind).Inc() }

// ExpectPageErrors initialises the failures of a surface with zero.
func (s *Set) ExpectPageErrors(surface string, kinds ...string) {
	for _, kind := range kinds {
		s.pages.WithLabelValues(surface, kind)
	}
}
