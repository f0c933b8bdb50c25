// Package metric counts what a process does, for Prometheus. No label carries anything of a person, and each has few
// values: operations of the contract, kinds of jobs, words of the code.
package metric

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// How a call to a partner or to the object store ended.
const (
	OK = "ok"
	// Refused: the other side understood, and will not.
	Refused = "refused"
	// Failed: nobody knows, or the connection broke.
	Failed = "failed"
)

// Results are the ways in which a call ends.
var Results = []string{OK, Refused, Failed}

var (
	quick = []float64{.002, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
	slow  = []float64{.05, .25, 1, 2.5, 5, 10, 20, 60}
)

// Set is what one process counts. It has a registry of its own, so that several servers can live in one process.
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

// New makes a set with nothing counted.
func New() *Set {
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	s := &Set{
		registry:  prometheus.NewRegistry(),
		requests:  histogram("loanmarket_request_seconds", "How long calls took, by operation of the contract, HTTP status and error code.", quick, "call", "status", "error_code"),
		callbacks: counter("loanmarket_callbacks_refused_total", "Callbacks of partners that were refused, by operation and reason.", "call", "reason"),
		gateways:  histogram("loanmarket_gateway_seconds", "How long partners took, by gateway, what was asked and how it ended.", slow, "gateway", "call", "result"),
		files:     histogram("loanmarket_files_seconds", "How long the object store took to answer, by HTTP method and how it ended.", quick, "method", "result"),
		jobs:      histogram("loanmarket_job_seconds", "How long attempts at jobs took, by kind and how they ended.", slow, "kind", "result"),
		alarms:    counter("loanmarket_log_alarms_total", "Lines of the log that carry an alarm, by its name.", "alarm"),
		pages:     counter("loanmarket_page_errors_total", "Failures that pages have told of, by page (app, landing) and where they were caught.", "surface", "kind"),
	}
	s.Register(s.requests, s.callbacks, s.gateways, s.files, s.jobs, s.alarms, s.pages,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return s
}

// Register adds what is counted elsewhere. It panics where a name is taken.
func (s *Set) Register(more ...prometheus.Collector) { s.registry.MustRegister(more...) }

// Gatherer is what /metrics shows.
func (s *Set) Gatherer() prometheus.Gatherer { return s.registry }

// Request counts a call of the contract; empty for one that is none.
func (s *Set) Request(call string, status, errorCode int, took time.Duration) {
	if call == "" {
		call = "none"
	}
	s.requests.WithLabelValues(call, strconv.Itoa(status), strconv.Itoa(errorCode)).Observe(took.Seconds())
}

// CallbackRefused counts a callback that was not taken, by the word for why.
func (s *Set) CallbackRefused(call, reason string) { s.callbacks.WithLabelValues(call, reason).Inc() }

// ExpectCallback has the refusals of a callback begin at zero: a series that begins at one tells nobody of its rise.
func (s *Set) ExpectCallback(call string, reasons ...string) {
	for _, reason := range reasons {
		s.callbacks.WithLabelValues(call, reason)
	}
}

// Gateway counts a call to a partner.
func (s *Set) Gateway(gateway, call, result string, took time.Duration) {
	s.gateways.WithLabelValues(gateway, call, result).Observe(took.Seconds())
}

// ExpectGateway has the calls to a partner begin at zero.
func (s *Set) ExpectGateway(gateway string, calls ...string) {
	for _, call := range calls {
		for _, result := range Results {
			s.gateways.WithLabelValues(gateway, call, result)
		}
	}
}

// Job counts an attempt at a job.
func (s *Set) Job(kind, result string, took time.Duration) {
	s.jobs.WithLabelValues(kind, result).Observe(took.Seconds())
}

// Alarm counts a line of the log that carries an alarm.
func (s *Set) Alarm(name string) { s.alarms.WithLabelValues(name).Inc() }

// LogAlarms are the alarms that are a line of the log and a count, and no row that waits: nobody can close them.
var LogAlarms = []string{"calendar.ends", "files.away", "files.refused", "files.lost", "files.foreign", "files.orphans", "ads.refused", "sms.network", "sms.range"}

// ExpectAlarms has them begin at zero.
func (s *Set) ExpectAlarms() {
	for _, name := range LogAlarms {
		s.alarms.WithLabelValues(name)
	}
}

// PageError counts a failure that a page has told of.
func (s *Set) PageError(surface, kind string) { s.pages.WithLabelValues(surface, kind).Inc() }

// ExpectPageErrors has those of a surface begin at zero.
func (s *Set) ExpectPageErrors(surface string, kinds ...string) {
	for _, kind := range kinds {
		s.pages.WithLabelValues(surface, kind)
	}
}
