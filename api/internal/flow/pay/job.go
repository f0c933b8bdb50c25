package pay

import (
	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// RefundArgs are the arguments of the job that sends an overpayment back.
type RefundArgs struct {
	RefundID uuid.UUID `json:"refundId"`
}

// Kind names the job.
func (RefundArgs) Kind() string { return "payment.refund" }

// InsertOpts names its queue.
func (RefundArgs) InsertOpts() river.InsertOpts { return job.Money.Options() }

// ReceiptArgs are the arguments of a job that earlier versions inserted for every payment, to make its receipt.
// Receipts are now made when they are fetched, so a job that is still waiting, or that an older process inserts, does
// nothing.
// The type and its worker can be removed once no process of such a version has run for three days. A job of this queue
// lives that long, and without a worker each one would raise an alarm.
type ReceiptArgs struct {
	PaymentID uuid.UUID `json:"paymentId"`
}

// Kind names the job.
func (ReceiptArgs) Kind() string { return "document.receipt" }

// InsertOpts names its queue.
func (ReceiptArgs) InsertOpts() river.InsertOpts { return job.Document.Options() }

// CertificateArgs are the arguments of a job that earlier versions inserted at every settlement, to make the settlement
// certificate. A job that is still waiting does nothing. Remove it together with ReceiptArgs.
type CertificateArgs struct {
	OrderID uuid.UUID `json:"orderId"`
}

// Kind names the job.
func (CertificateArgs) Kind() string { return "document.certificate" }

// InsertOpts names its queue.
func (CertificateArgs) InsertOpts() river.InsertOpts { return job.Document.Options() }

// RequeueRefundsArgs are the arguments of the job that checks the refunds without an outcome whose id is greater than
// After, in the order of their ids.
type RequeueRefundsArgs struct {
	After uuid.UUID `json:"after"`
}

// Kind names the job.
func (RequeueRefundsArgs) Kind() string { return "payment.requeue_refunds" }

// KindAliases returns the kinds under which an earlier release may have inserted jobs that are still waiting.
func (RequeueRefundsArgs) KindAliases() []string { return []string{"payment.wake_refunds"} }

// InsertOpts names its queue. It is not the queue of the refunds, which is busy while a bank does not answer.
func (RequeueRefundsArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }
