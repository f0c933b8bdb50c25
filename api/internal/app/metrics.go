package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/door/metrics"
	"github.com/loanmarket/loanmarket/api/internal/flow/watch"
)

// alarm begins a line of the log that carries an alarm, and counts it.
func (a *App) alarm(event *zerolog.Event, name string) *zerolog.Event {
	a.Metrics.Alarm(name)
	return event.Str("alarm", name)
}

// measure has the process's figures shown; wall is the clock by which they grow old, nil the system's.
func (a *App) measure(wall func() time.Time) {
	if wall == nil {
		wall = time.Now
	}
	a.Metrics.ExpectAlarms()
	pools := metrics.Pools{"requests": a.Pool}
	if a.JobPool != nil {
		pools["jobs"] = a.JobPool
	}
	a.Metrics.Register(pools, metrics.NewCollector(wall, func(ctx context.Context) (watch.State, error) {
		return watch.Look(ctx, a.Pool, a.Clock)
	}))
	if a.Config.Face.Gateway == config.Off {
		return
	}
	a.Metrics.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "loanmarket_face_ready", Help: "Whether whoever judges faces can do so now.",
	}, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), faceReadyTimeout)
		defer cancel()
		if a.faceProvider.Ready(ctx) != nil {
			return 0
		}
		return 1
	}))
}

// faceReadyTimeout is how long a scrape waits for whoever judges faces.
const faceReadyTimeout = 2 * time.Second
