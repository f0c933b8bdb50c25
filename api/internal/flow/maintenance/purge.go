// Package maintenance keeps the stores in order: it deletes what has no further use, and puts sealed data under a new
// key.
package maintenance

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
)

// Purged counts the rows that were deleted.
type Purged struct {
	// Counters are hits that no limit looks at any more, Answers stored answers past their day, Codes old SMS and image
	// codes.
	Counters int64 `json:"counters"`
	Answers  int64 `json:"answers"`
	Codes    int64 `json:"codes"`
	// Approvals are requests of new devices to be let in that are long over.
	Approvals int64 `json:"approvals"`
	// Sessions, Events (callbacks), Notices, Reminders, Intents (without money), Origins (of log-ins) and Conversions are
	// rows past their retention.
	Sessions    int64 `json:"sessions"`
	Events      int64 `json:"events"`
	Notices     int64 `json:"notices"`
	Reminders   int64 `json:"reminders"`
	Intents     int64 `json:"intents"`
	Origins     int64 `json:"origins"`
	Conversions int64 `json:"conversions"`
	// Uploads are pictures that were handed in nowhere, and are erased.
	Uploads int64 `json:"uploads"`
	// Months are those of the audit log and of the records of pages and buttons that were dropped, Records those of the
	// latter that lay outside of a month.
	Months  int64 `json:"months"`
	Records int64 `json:"records"`
	// Looks are periodic jobs that failed long ago.
	Looks int64 `json:"looks"`
}

// deletion is one of those that Purge runs: it tells how many rows went.
type deletion struct {
	into *int64
	run  func(context.Context) (int64, error)
}

// Purge runs every deletion, also when one of them fails, and makes the months to come. Counters, answers and callbacks go
// by wall time, the others by business time. Where ctx has an end, each has a share of the time, and what those before it have
// left: one that has much to do goes on in the next run, and keeps no other waiting.
func Purge(ctx context.Context, pool *pgxpool.Pool, c clock.Clock, limiter *limit.Limiter, keep config.Retention) (Purged, error) {
	var p Purged
	all := []deletion{
		{&p.Codes, func(ctx context.Context) (int64, error) { return member.PurgeCodes(ctx, pool, c.Now()) }},
		{&p.Approvals, func(ctx context.Context) (int64, error) { return member.PurgeApprovals(ctx, pool, c.Now()) }},
		{&p.Looks, func(ctx context.Context) (int64, error) { return job.PurgeLooks(ctx, pool, clock.Wall{}.Now()) }},
		{&p.Months, func(ctx context.Context) (int64, error) { return audit.Purge(ctx, pool, c.Now(), keep.AuditLog) }},
	}
	if keep.Tracking > 0 {
		all = append(all, deletion{&p.Months, func(ctx context.Context) (int64, error) {
			months, rows, err := channel.PurgeRecords(ctx, pool, c.Now(), keep.Tracking)
			p.Records += rows
			return months, err
		}})
	}
	if keep.Uploads > 0 {
		all = append(all, deletion{&p.Uploads, func(ctx context.Context) (int64, error) {
			return purgeUploads(ctx, pool, c.Now().Add(-keep.Uploads), c.Now())
		}})
	}
	for _, rule := range []struct {
		purge func(context.Context, postgres.DB, time.Time) (int64, error)
		keep  time.Duration
		now   time.Time
		into  *int64
	}{
		{member.PurgeSessions, keep.Sessions, c.Now(), &p.Sessions},
		{idempotency.PurgeEvents, keep.HookEvents, clock.Wall{}.Now(), &p.Events},
		{support.PurgeNotices, keep.Notices, c.Now(), &p.Notices},
		{support.PurgeReminders, keep.Reminders, c.Now(), &p.Reminders},
		{repay.PurgeIntents, keep.Intents, c.Now(), &p.Intents},
		{channel.PurgeOrigins, keep.LoginOrigins, c.Now(), &p.Origins},
		{channel.PurgeConversions, keep.Conversions, c.Now(), &p.Conversions},
	} {
		if rule.keep > 0 {
			all = append(all, deletion{rule.into, func(ctx context.Context) (int64, error) {
				return rule.purge(ctx, pool, rule.now.Add(-rule.keep))
			}})
		}
	}
	// Those that a busy hour writes most into have the most time.
	all = append(all, deletion{&p.Answers, func(ctx context.Context) (int64, error) { return idempotency.Purge(ctx, pool, clock.Wall{}.Now()) }},
		deletion{&p.Counters, func(ctx context.Context) (int64, error) { return limiter.Purge(ctx, pool) }})
	var failed error
	for i, d := range all {
		n, err := inShare(ctx, len(all)-i, d.run)
		*d.into += n
		failed = errors.Join(failed, err)
	}
	return p, failed
}

// inShare runs the first of n deletions for no longer than its share of the time that they have. One that its share ended in
// the middle has not failed.
func inShare(ctx context.Context, n int, run func(context.Context) (int64, error)) (int64, error) {
	end, bounded := ctx.Deadline()
	if !bounded {
		return run(ctx)
	}
	share, cancel := context.WithTimeout(ctx, end.Sub(clock.Wall{}.Now())/time.Duration(n))
	defer cancel()
	deleted, err := run(share)
	if deleted > 0 && share.Err() != nil && ctx.Err() == nil {
		return deleted, nil
	}
	return deleted, err
}
