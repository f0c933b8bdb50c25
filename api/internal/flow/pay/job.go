package pay

import (
	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// RefundArgs asks for an overpayment to be sent back.
type RefundArgs struct {
	RefundID uuid.UUID `json:"refundId"`
}

// Kind names the job.
func (RefundArgs) Kind() string { return "payment.refund" }

// InsertOpts names its queue.
func (RefundArgs) InsertOpts() river.InsertOpts { return job.Money.Options() }

// ReceiptArgs asked for the receipt of a payment, in versions that made one for each. One that still waits, or that an
// older process adds meanwhile, has nothing to do: receipts are made when they are fetched. It and its worker may go once no process
// of such a version has run for three days: that long a job of its queue lives, and without a worker each would call a person.
type ReceiptArgs struct {
	PaymentID uuid.UUID `json:"paymentId"`
}

// Kind names the job.
func (ReceiptArgs) Kind() string { return "document.receipt" }

// InsertOpts names its queue.
func (ReceiptArgs) InsertOpts() river.InsertOpts { return job.Document.Options() }

// CertificateArgs asked for the settlement certificate of an order, in versions that made one at each settlement. One that
// still waits has nothing to do. It goes when ReceiptArgs does.
type CertificateArgs struct {
	OrderID uuid.UUID `json:"orderId"`
}

// Kind names the job.
func (CertificateArgs) Kind() string { return "document.certificate" }

// InsertOpts names its queue.
func (CertificateArgs) InsertOpts() river.InsertOpts { return job.Document.Options() }

// AccrueArgs asks for the accrual of the last month that is over.
type AccrueArgs struct{}

// Kind names the job.
func (AccrueArgs) Kind() string { return "loan.accrue" }

// InsertOpts names its queue.
func (AccrueArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// RequeueRefundsArgs asks for a look at the refunds without an outcome after an id, in the order of their ids.
type RequeueRefundsArgs struct {
	After uuid.UUID `json:"after"`
}

// Kind names the job.
func (RequeueRefundsArgs) Kind() string { return "payment.requeue_refunds" }

// KindAliases are names under which a job may still wait that an earlier release inserted.
func (RequeueRefundsArgs) KindAliases() []string { return []string{"payment.wake_refunds"} }

// InsertOpts names its queue: not that of the refunds, which a bank that does not answer keeps busy.
func (RequeueRefundsArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }
