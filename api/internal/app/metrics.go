package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/door/metrics"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
)

// alarm begins a log line with an alarm and counts the alarm.
func (a *App) alarm(event *zerolog.Event, name string) *zerolog.Event {
	a.Metrics.Alarm(name)
	return event.Str("alarm", name)
}

// measure registers the metrics of the process.
func (a *App) measure(options Options) {
	wall := options.Wall
	if wall == nil {
		wall = time.Now
	}
	if options.LogWaiting != nil {
		a.Metrics.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "loanmarket_log_waiting_seconds", Help: "How long a log line has been waiting for its reader.",
		}, func() float64 { return options.LogWaiting().Seconds() }))
	}
	a.Metrics.ExpectAlarms()
	pools := metrics.Pools{"requests": a.Pool}
	if a.JobPool != nil {
		pools["jobs"] = a.JobPool
	}
	a.Metrics.Register(pools, metrics.NewCollector(wall, func(ctx context.Context) (monitor.State, error) {
		return monitor.Read(ctx, a.Pool, a.Clock, a.Region, a.Config.Payment.Gateway != config.Sandbox)
	}))
	a.measureReplica()
	if a.Config.Face.Gateway == config.Off {
		return
	}
	a.Metrics.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "loanmarket_face_ready", Help: "1 if the provider of face checks is ready, otherwise 0.",
	}, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), faceReadyTimeout)
		defer cancel()
		if a.faceProvider.Ready(ctx) != nil {
			return 0
		}
		return 1
	}))
}

// measureReplica registers the lag of the standby, if there is one, and which server answered reads that may use it.
func (a *App) measureReplica() {
	if a.Config.Database.ReplicaURL == "" {
		return
	}
	a.Metrics.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "loanmarket_replica_lag_seconds", Help: "Replication lag of the standby; 5 if it is unreachable, is not a standby, or is further behind.",
	}, func() float64 {
		lag, err := a.Replica.Lag(context.Background())
		if err != nil {
			return postgres.MaxReplicaLag.Seconds()
		}
		return lag.Seconds()
	}))
	for by, count := range map[string]func(postgres.ReplicaReads) int64{
		"standby": func(r postgres.ReplicaReads) int64 { return r.Standby },
		"primary": func(r postgres.ReplicaReads) int64 { return r.Primary },
	} {
		a.Metrics.Register(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "loanmarket_replica_reads_total", Help: "Number of reads that the standby may answer, by the server that answered.",
			ConstLabels: prometheus.Labels{"by": by},
		}, func() float64 { return float64(count(a.Replica.Reads())) }))
	}
}

// faceReadyTimeout is how long a scrape waits for the judge of faces.
const faceReadyTimeout = 2 * time.Second
