package pay

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// requeuePageSize is how many refunds one run checks.
const requeuePageSize = 200

// RequeueStuckRefunds checks one page of the refunds that have had no outcome for an hour and queues a job for the next
// page. It raises an alarm for each, and inserts a new job for one whose job River has discarded, so that a refund is
// never abandoned.
func (f *Flow) RequeueStuckRefunds(ctx context.Context, a RequeueRefundsArgs) error {
	now := f.clock.Now()
	stuck, err := repay.UnfinishedRefunds(now.Add(-payment.StuckAfter), a.After, requeuePageSize).Read(ctx, f.pool)
	if err != nil || len(stuck) == 0 {
		return err
	}
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		jobs := make([]job.Job, len(stuck))
		for i, r := range stuck {
			jobs[i] = job.Job{Args: RefundArgs{RefundID: r.ID}}
			queueRefundAlarm(b, repay.RefundStuckAlarm, r, string(r.State), now)
		}
		if len(stuck) == requeuePageSize {
			jobs = append(jobs, job.Job{Args: RequeueRefundsArgs{After: stuck[requeuePageSize-1].ID}})
		}
		if err := job.QueueMissing(b, jobs...); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}
