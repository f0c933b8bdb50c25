package pay

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

const (
	// stallLimit is how long a refund may take before somebody looks whether it still has a job, stuckLimit before a person
	// is told.
	stallLimit = time.Hour
	stuckLimit = 24 * time.Hour
	// wakeAtOnce bounds one look.
	wakeAtOnce = 200
)

// RefundRefused is the failure of a refund that the gateway will not take as it is.
const RefundRefused = "gateway_refused"

// refuseRefund ends a refund that the gateway will never take, and raises an alarm: its money is overpayment again, which
// an operator can send once the reason is mended.
func (f *Flow) refuseRefund(ctx context.Context, r repay.Refund, why error) error {
	if err := f.alarm(ctx, repay.Alarm{
		Kind: repay.RefundRefused, PaymentID: r.PaymentID, RefundID: &r.ID, Detail: r.Reference + ": " + why.Error(), RaisedAt: f.clock.Now(),
	}); err != nil {
		return err
	}
	return f.finishRefund(ctx, r, repay.RefundFailed, RefundRefused)
}

func (f *Flow) alarm(ctx context.Context, a repay.Alarm) error {
	b := &pgx.Batch{}
	repay.QueueAlarm(b, a)
	return postgres.Reason(f.pool.SendBatch(ctx, b).Close())
}

// WakeRefunds asks for the refunds whose job is gone, once an hour each: River gives a job up after many failures, and
// money that somebody waits for is never given up. One that has no end after a day is shown to a person.
func (f *Flow) WakeRefunds(ctx context.Context) error {
	now := f.clock.Now()
	b := &pgx.Batch{}
	repay.QueueStuckRefunds(b, now.Add(-stuckLimit), now)
	if err := postgres.Reason(f.pool.SendBatch(ctx, b).Close()); err != nil {
		return err
	}
	stalled, err := repay.UnfinishedRefunds(ctx, f.pool, now.Add(-stallLimit), wakeAtOnce)
	if err != nil {
		return err
	}
	jobs := make([]job.Job, len(stalled))
	for i, id := range stalled {
		jobs[i] = job.Job{Args: RefundArgs{RefundID: id}, Unique: id.String() + now.UTC().Format("2006-01-02T15")}
	}
	return job.Insert(ctx, f.pool, jobs...)
}
