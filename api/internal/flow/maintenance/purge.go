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
}

// Purge runs every deletion, also when one of them fails, and makes the months to come. Counters, answers and callbacks go by wall time, the others by
// business time.
func Purge(ctx context.Context, pool *pgxpool.Pool, c clock.Clock, limiter *limit.Limiter, keep config.Retention) (Purged, error) {
	var p Purged
	var limits, answers, codes, approvals, log error
	p.Counters, limits = limiter.Purge(ctx, pool)
	p.Answers, answers = idempotency.Purge(ctx, pool, clock.Wall{}.Now())
	p.Codes, codes = member.PurgeCodes(ctx, pool, c.Now())
	p.Approvals, approvals = member.PurgeApprovals(ctx, pool, c.Now())
	p.Months, log = audit.Purge(ctx, pool, c.Now(), keep.AuditLog)
	failed := errors.Join(limits, answers, codes, approvals, log)
	if keep.Tracking > 0 {
		months, rows, err := channel.PurgeRecords(ctx, pool, c.Now(), keep.Tracking)
		p.Months, p.Records, failed = p.Months+months, rows, errors.Join(failed, err)
	}
	if keep.Uploads > 0 {
		var err error
		p.Uploads, err = purgeUploads(ctx, pool, c.Now().Add(-keep.Uploads), c.Now())
		failed = errors.Join(failed, err)
	}
	for _, rule := range []struct {
		purge   func(context.Context, postgres.DB, time.Time) (int64, error)
		keep    time.Duration
		now     time.Time
		deleted *int64
	}{
		{member.PurgeSessions, keep.Sessions, c.Now(), &p.Sessions},
		{idempotency.PurgeEvents, keep.HookEvents, clock.Wall{}.Now(), &p.Events},
		{support.PurgeNotices, keep.Notices, c.Now(), &p.Notices},
		{support.PurgeReminders, keep.Reminders, c.Now(), &p.Reminders},
		{repay.PurgeIntents, keep.Intents, c.Now(), &p.Intents},
		{channel.PurgeOrigins, keep.LoginOrigins, c.Now(), &p.Origins},
		{channel.PurgeConversions, keep.Conversions, c.Now(), &p.Conversions},
	} {
		if rule.keep == 0 {
			continue
		}
		var err error
		*rule.deleted, err = rule.purge(ctx, pool, rule.now.Add(-rule.keep))
		failed = errors.Join(failed, err)
	}
	return p, failed
}
