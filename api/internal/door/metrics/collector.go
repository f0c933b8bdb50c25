// Package metrics exposes to Prometheus what monitor.Read last found, and the use of a process's connection pools.
package metrics

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
)

const (
	// cacheTTL is how long one reading is served.
	cacheTTL = 10 * time.Second
	// collectTimeout is less than Prometheus waits.
	collectTimeout = 5 * time.Second
	// collectMargin is how much shorter a reading's deadline is than the wait for it.
	collectMargin = 500 * time.Millisecond
)

var (
	waiting      = gauge("waiting", "Number of items that wait for an operator, by kind.", "kind")
	waitingAge   = gauge("waiting_age_seconds", "Age of the oldest item that waits for an operator, by kind.", "kind")
	transfers    = gauge("transfers_unfinished", "Number of payouts and refunds without an outcome, by state.", "transfer", "state")
	transfersAge = gauge("transfers_unfinished_age_seconds", "Age of the oldest payout or refund without an outcome, by state.", "transfer", "state")
	suspense     = gauge("suspense_amount", "Amount in suspense, in minor units, by currency.", "currency")
	queueJobs    = gauge("queue_jobs", "Number of jobs by queue and state, at most 10000.", "queue", "state")
	queueAge     = gauge("queue_age_seconds", "How long the oldest available job of a queue has been due without being worked.", "queue")
	givenUp      = gauge("jobs_given_up", "Number of discarded jobs, which an operator must retry or cancel; periodic jobs count for a day. At most 10000.")
	codes        = gauge("sms_codes", "Number of SMS codes sent in the hour until five minutes ago, and how many of them were entered.", "result")
	booksGood    = gauge("reconcile_good_timestamp_seconds", "When the last comparison of the books without differences ended; 0 if there is none.", "run")
	booksWrong   = gauge("reconcile_differences", "Number of differences in the last comparison of the books.", "run")
	booksAge     = gauge("reconcile_good_age_seconds", "Time since the last comparison of the books without differences; since 1970 if there is none.", "run")
	uncompared   = gauge("statement_uncompared_seconds", "Time since the first day without a compared bank statement; since the first posting if no statement was compared. Only if the bank's books cannot be read, or a statement was compared.")
	strays       = gauge("stray_rows", "Number of rows without a partition for their month, by table, at most 10000.", "table")
	unlawful     = gauge("products_unlawful", "Number of active products that must not be lent with their current terms and are therefore not offered.")
	clockSkew    = gauge("clock_ahead_seconds", "How far the clock of the process is ahead of that of the database; negative if it is behind.")
	lookOK       = gauge("watch_ok", "1 if the last reading of these metrics from the database succeeded, otherwise 0.")
)

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("loanmarket_"+name, help, labels, nil)
}

// Collector serves the newest reading. It reads again only when the last reading is too old, not for every scrape.
type Collector struct {
	wall func() time.Time
	look func(context.Context) (monitor.State, error)

	asked singleflight.Group[seen]
	last  atomic.Pointer[seen]
}

// seen is a reading and its time. state is nil if the database did not answer.
type seen struct {
	state *monitor.State
	at    time.Time
}

// NewCollector returns a collector. look takes a reading; wall is the clock that tells the reading's age.
func NewCollector(wall func() time.Time, look func(context.Context) (monitor.State, error)) *Collector {
	return &Collector{wall: wall, look: look}
}

// Describe sends nothing, because there are fewer series while the database is down.
func (*Collector) Describe(chan<- *prometheus.Desc) {}

// Collect sends the newest reading.
func (c *Collector) Collect(into chan<- prometheus.Metric) {
	s := c.newest()
	show := func(d *prometheus.Desc, value float64, labels ...string) {
		into <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	if s == nil {
		show(lookOK, 0)
		return
	}
	show(lookOK, 1)
	for _, l := range s.Waiting {
		show(waiting, float64(l.Count), l.Kind)
		show(waitingAge, l.Age(s.At).Seconds(), l.Kind)
	}
	for transfer, lines := range map[string][]attention.Line{"payout": s.Payouts, "refund": s.Refunds} {
		for _, l := range lines {
			show(transfers, float64(l.Count), transfer, l.Kind)
			show(transfersAge, l.Age(s.At).Seconds(), transfer, l.Kind)
		}
	}
	for _, balance := range s.Suspense {
		show(suspense, float64(balance.Amount), string(balance.Currency))
	}
	for _, d := range s.Queues {
		show(queueJobs, float64(d.Jobs), d.Queue, d.State)
		if d.State == "available" {
			show(queueAge, attention.Line{Since: d.DueSince}.Age(s.Wall).Seconds(), d.Queue)
		}
	}
	show(givenUp, float64(s.GivenUp))
	show(codes, float64(s.Codes.Sent), "sent")
	show(codes, float64(s.Codes.Verified), "verified")
	for _, last := range s.Books {
		good, run := time.Unix(0, 0), "changed"
		if last.Whole {
			run = "whole"
		}
		if last.GoodAt != nil {
			good = *last.GoodAt
		}
		show(booksGood, float64(good.Unix()), run)
		show(booksAge, s.At.Sub(good).Seconds(), run)
		show(booksWrong, float64(last.Differences), run)
	}
	if s.Statement != nil {
		show(uncompared, s.At.Sub(s.UncomparedSince).Seconds())
		show(booksWrong, float64(s.Statement.Differences), "statement")
	}
	show(clockSkew, s.ClockSkew.Seconds())
	show(unlawful, float64(len(s.Unlawful)))
	for _, table := range s.Unpartitioned {
		show(strays, float64(table.Rows), table.Table)
	}
}

// newest takes a reading if the last one is no longer fresh, once for all concurrent callers. It returns nil if the
// database does not answer in time.
func (c *Collector) newest() *monitor.State {
	now := c.wall()
	if last := c.last.Load(); last != nil && now.Sub(last.at) < cacheTTL && !now.Before(last.at) {
		return last.state
	}
	ctx, cancel := context.WithTimeout(context.Background(), collectTimeout)
	defer cancel()
	// An error can only come from ctx: the reading has exceeded its deadline.
	found, _ := c.asked.Do(ctx, "", func(ctx context.Context) (seen, error) { return c.lookAnew(ctx), nil })
	return found.state
}

// lookAnew takes a reading and caches it, even if it failed.
func (c *Collector) lookAnew(ctx context.Context) seen {
	// The reading must end before the callers stop waiting for it. Otherwise the next caller would get its failure as
	// if it were new.
	ctx, cancel := context.WithTimeout(ctx, collectTimeout-collectMargin)
	defer cancel()
	state, err := c.look(ctx)
	found := seen{at: c.wall()}
	if err == nil {
		found.state = &state
	}
	c.last.Store(&found)
	return found
}
