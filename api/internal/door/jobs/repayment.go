package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/accrue"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

// accrueEvery is how often a job checks whether a month's accrual is to be posted. If the month is done, the check
// reads one row.
const accrueEvery = 10 * time.Minute

// Repayment are the flows behind the jobs of repayments.
type Repayment struct {
	Pay    *pay.Flow
	Accrue *accrue.Accrue
}

// Register adds a worker for every kind of job.
func (f Repayment) Register(w *river.Workers) {
	work(w, func(ctx context.Context, a pay.RefundArgs) error { return later(f.Pay.Refund(ctx, a.RefundID)) })
	work(w, func(context.Context, pay.ReceiptArgs) error { return nil })
	work(w, func(context.Context, pay.CertificateArgs) error { return nil })
	work(w, func(ctx context.Context, _ accrue.Args) error { return untilDone(f.Accrue.Month(ctx)) })
	work(w, f.Pay.RequeueStuckRefunds)
}

// Periodic returns the jobs that run at intervals.
func (Repayment) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(accrueEvery, accrue.Args{}), every(requeueEvery, pay.RequeueRefundsArgs{})}
}
