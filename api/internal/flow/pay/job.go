package pay

import "github.com/google/uuid"

// RefundArgs asks for an overpayment to be sent back.
type RefundArgs struct {
	RefundID uuid.UUID `json:"refundId"`
}

// Kind names the job.
func (RefundArgs) Kind() string { return "payment.refund" }

// ReceiptArgs asks for the receipt of a payment.
type ReceiptArgs struct {
	PaymentID uuid.UUID `json:"paymentId"`
}

// Kind names the job.
func (ReceiptArgs) Kind() string { return "document.receipt" }

// CertificateArgs asks for the settlement certificate of an order.
type CertificateArgs struct {
	OrderID uuid.UUID `json:"orderId"`
}

// Kind names the job.
func (CertificateArgs) Kind() string { return "document.certificate" }

// AccrueArgs asks for the accrual of the running loans after an id, in the order of their ids.
type AccrueArgs struct {
	After uuid.UUID `json:"after"`
}

// Kind names the job.
func (AccrueArgs) Kind() string { return "loan.accrue" }

// ExpireArgs asks for the intents whose time is over to be closed.
type ExpireArgs struct{}

// Kind names the job.
func (ExpireArgs) Kind() string { return "payment.expire_intents" }

// WakeArgs asks for the refunds whose job is gone.
type WakeArgs struct{}

// Kind names the job.
func (WakeArgs) Kind() string { return "payment.wake_refunds" }
