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

// pageSize is how many payouts one run checks.
const pageSize = 200

// RequeueArgs are the arguments of the job that checks the payouts without an outcome whose id is greater than After,
// in the order of their ids.
type RequeueArgs struct {
	After uuid.UUID `json:"after"`
}

// Kind names the job.
func (RequeueArgs) Kind() string { return "order.requeue_payouts" }

// KindAliases returns the kinds under which an earlier release may have inserted jobs that are still waiting.
func (RequeueArgs) KindAliases() []string { return []string{"order.wake_payouts"} }

// InsertOpts names its queue. It is not the queue of the payouts, which is busy while a bank does not answer.
func (RequeueArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// RequeueStuck checks one page of the payouts that have had no outcome for an hour and queues a job for the next page.
// It raises an alarm for each, and inserts a new job for one whose job River has discarded, so that a payout is never
// abandoned.
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
