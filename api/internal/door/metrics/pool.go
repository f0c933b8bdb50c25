package metrics

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

var (
	connections = gauge("pool_connections", "Connections to the database that requests and jobs use, and that are idle.", "state")
	most        = gauge("pool_connections_max", "How many connections there may be.")
	waits       = gauge("pool_waits_total", "How often somebody had to wait for a connection.")
	waited      = gauge("pool_wait_seconds_total", "How long everybody waited for a connection, together.")
)

// Pool shows a pool.
type Pool struct{ Pool *pgxpool.Pool }

// Describe names what is shown.
func (Pool) Describe(into chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connections, most, waits, waited} {
		into <- d
	}
}

// Collect reads the pool's own figures.
func (p Pool) Collect(into chan<- prometheus.Metric) {
	s := p.Pool.Stat()
	show := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		into <- prometheus.MustNewConstMetric(d, kind, value, labels...)
	}
	show(connections, prometheus.GaugeValue, float64(s.AcquiredConns()), "used")
	show(connections, prometheus.GaugeValue, float64(s.IdleConns()), "idle")
	show(most, prometheus.GaugeValue, float64(s.MaxConns()))
	show(waits, prometheus.CounterValue, float64(s.EmptyAcquireCount()))
	show(waited, prometheus.CounterValue, s.EmptyAcquireWaitTime().Seconds())
}
