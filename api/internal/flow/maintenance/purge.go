// Package maintenance keeps the stores in order: it deletes data that is no longer needed, and re-encrypts sealed data
// with a new key.
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
	// Counters are hits that no limit counts any more, Answers are stored responses older than a day, Codes are old SMS
	// and image codes.
	Counters int64 `json:"counters"`
	Answers  int64 `json:"answers"`
	Codes    int64 `json:"codes"`
	// Approvals are old requests to let a new device in.
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
	// Uploads are uploaded pictures that were never submitted and are erased.
	Uploads int64 `json:"uploads"`
	// Months are the dropped monthly partitions of the audit log and of the tracking records of pages and buttons.
	// Records are tracking rows outside of any month.
	Months  int64 `json:"months"`
	Records int64 `json:"records"`
	// FailedPeriodic are the records of periodic jobs that failed long ago.
	FailedPeriodic int64 `json:"failed_periodic"`
}

// deletion is one of the deletions of Purge. run returns how many rows were deleted.
type deletion struct {
	into *int64
	run  func(context.Context) (int64, error)
}

// Purge runs every deletion, even if some fail, and creates the partitions of the coming months. Counters, answers and
// callbacks expire by wall time, the others by business time. If ctx has a deadline, each deletion gets a share of the
// remaining time; one that does not finish continues in the next run and does not delay the others.
func Purge(ctx context.Context, pool *pgxpool.Pool, c clock.Clock, limiter *limit.Limiter, keep config.Retention) (Purged, error) {
	var p Purged
	all := []deletion{
		{&p.Codes, func(ctx context.Context) (int64, error) { return member.PurgeCodes(ctx, pool, c.Now()) }},
		{&p.Approvals, func(ctx context.Context) (int64, error) { return member.PurgeApprovals(ctx, pool, c.Now()) }},
		{&p.FailedPeriodic, func(ctx context.Context) (int64, error) {
			return job.PurgeFailedPeriodic(ctx, pool, clock.Wall{}.Now())
		}},
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
	// These come last and so get the most time, because a busy hour writes most rows into them.
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

// inShare runs the first of n deletions for at most its share of the remaining time. A deletion that is interrupted
// after deleting some rows has not failed.
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
