package metrics

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

var (
	connections = gauge("pool_connections", "Number of database connections, by pool and state (used, idle).", "pool", "state")
	most        = gauge("pool_connections_max", "Maximum number of database connections of a pool.", "pool")
	waits       = gauge("pool_waits_total", "How often a connection had to be waited for.", "pool")
	waited      = gauge("pool_wait_seconds_total", "Total time spent waiting for a connection.", "pool")
)

// Pools exposes the connection pools of a process, by their purpose.
type Pools map[string]*pgxpool.Pool

// Describe sends the descriptions of the metrics.
func (Pools) Describe(into chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connections, most, waits, waited} {
		into <- d
	}
}

// Collect reads the pools' statistics.
func (p Pools) Collect(into chan<- prometheus.Metric) {
	for name, pool := range p {
		collect(into, name, pool.Stat())
	}
}

func collect(into chan<- prometheus.Metric, pool string, s *pgxpool.Stat) {
	show := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		into <- prometheus.MustNewConstMetric(d, kind, value, append([]string{pool}, labels...)...)
	}
	show(connections, prometheus.GaugeValue, float64(s.AcquiredConns()), "used")
	show(connections, prometheus.GaugeValue, float64(s.IdleConns()), "idle")
	show(most, prometheus.GaugeValue, float64(s.MaxConns()))
	show(waits, prometheus.CounterValue, float64(s.EmptyAcquireCount()))
	show(waited, prometheus.CounterValue, s.EmptyAcquireWaitTime().Seconds())
}
