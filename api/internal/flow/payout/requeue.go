package payout

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// pageSize is how many payouts one look finds.
const pageSize = 200

// RequeueArgs ask for a look at the payouts without an outcome after an id, in the order of their ids.
type RequeueArgs struct {
	After uuid.UUID `json:"after"`
}

// Kind names the job.
func (RequeueArgs) Kind() string { return "order.requeue_payouts" }

// KindAliases are names under which a job may still wait that an earlier release inserted.
func (RequeueArgs) KindAliases() []string { return []string{"order.wake_payouts"} }

// InsertOpts names its queue: not that of the payouts, which a bank that does not answer keeps busy.
func (RequeueArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// RequeueStuck looks at a page of the payouts that are without an outcome for an hour, and asks for the next page: a person is
// told of each, and one whose job River has given up gets another. Money that somebody waits for is never given up.
func (p *Payout) RequeueStuck(ctx context.Context, a RequeueArgs) error {
	now := p.clock.Now()
	stuck, err := loan.UnfinishedDisbursements(now.Add(-payment.StuckAfter), a.After, pageSize).Read(ctx, p.pool)
	if err != nil || len(stuck) == 0 {
		return err
	}
	return postgres.InTx(ctx, p.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		jobs := make([]job.Job, len(stuck))
		for i, d := range stuck {
			jobs[i] = job.Job{Args: Args{OrderID: d.OrderID}}
			queueAlarm(b, repay.PayoutStuckAlarm, d, string(d.State), now)
		}
		if len(stuck) == pageSize {
			jobs = append(jobs, job.Job{Args: RequeueArgs{After: stuck[pageSize-1].ID}})
		}
		if err := job.QueueMissing(b, jobs...); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}
