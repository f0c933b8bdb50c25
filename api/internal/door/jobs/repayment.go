package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

const (
	// accrueEvery is more often than needed: a second run on the same business date posts nothing.
	accrueEvery = 6 * time.Hour
)

// Repayment are the flows that the jobs of the repayment call.
type Repayment struct {
	Pay       *pay.Flow
	Documents *document.Documents
}

// Register adds a worker for every kind of job.
func (f Repayment) Register(w *river.Workers) {
	work(w, func(ctx context.Context, a pay.RefundArgs) error { return later(f.Pay.Refund(ctx, a.RefundID)) })
	work(w, func(ctx context.Context, a pay.ReceiptArgs) error {
		return f.Documents.Receipt(ctx, f.Pay, a.PaymentID)
	})
	work(w, func(ctx context.Context, a pay.CertificateArgs) error {
		return f.Documents.CertificateOf(ctx, a.OrderID)
	})
	work(w, f.Pay.AccrueJob)
	work(w, f.Pay.RequeueLostRefunds)
}

// Periodic are the jobs that nobody asks for.
func (Repayment) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(accrueEvery, pay.AccrueArgs{}), every(wakeEvery, pay.RequeueRefundsArgs{})}
}
