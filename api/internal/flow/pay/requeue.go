package pay

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// requeuePageSize is how many refunds one look finds.
const requeuePageSize = 200

// RequeueStuckRefunds looks at a page of the refunds that are without an outcome for an hour, and asks for the next
// page: a person is told of each, and one whose job River has given up gets another. Money that somebody waits for is
// never given up.
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
