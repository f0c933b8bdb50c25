package repay

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// PaymentState is the state of a payment.
type PaymentState string

// The states of a payment. A payment in Suspense waits until its order is found. A Returned payment was sent back from suspense,
// or is the money of a returned payout or refund.
const (
	Posted   PaymentState = "posted"
	Suspense PaymentState = "suspense"
	Reversed PaymentState = "reversed"
	Returned PaymentState = "returned"
)

// Outcome is the result of a payment as shown to the borrower.
type Outcome string

// The outcomes. Exact settled the loan, and PaidOff settled it before the due date. Over exceeded the debt. LateQuote covered the
// quoted amount but came after the day of the quote and no longer settled the loan, so it counts as a part payment.
const (
	Exact     Outcome = "exact"
	PartPaid  Outcome = "part"
	PaidOff   Outcome = "payoff"
	Over      Outcome = "over"
	LateQuote Outcome = "late_quote"
	// Extended moved the due date. NotExtended was meant to, but came too late or had another amount, and counts as a part payment.
	Extended    Outcome = "extended"
	NotExtended Outcome = "not_extended"
	// Unmatched was credited to the loan by mistake and removed again. Its state is Reversed, although no bank reversed it.
	Unmatched Outcome = "unmatched"
)

// Payment is a payment reported by a gateway.
type Payment struct {
	ID               uuid.UUID
	Gateway          string
	GatewayReference string
	// Serial is our serial number, which the borrower sees.
	Serial   string
	IntentID *uuid.UUID
	// OrderID and MemberID are nil until the order is known.
	OrderID  *uuid.UUID
	MemberID *uuid.UUID
	// Seq is the number of the payment within its order, in order of posting.
	Seq      *int
	Amount   int64
	Currency money.Currency
	Memo     string
	Type     Method
	// PaidFrom is the masked account of the payer.
	PaidFrom string
	PaidTo   string
	State    PaymentState
	Outcome  Outcome
	PaidAt   time.Time
	// ValueDate is the business date from which the payment takes effect.
	ValueDate  money.Date
	ReceivedAt time.Time
}

// Money returns the amount with its currency.
func (p Payment) Money() money.Money { return money.Of(p.Amount, p.Currency) }

// NewSerial returns a random serial number for a payment received on a business date.
func NewSerial(on money.Date) string {
	t := on.Time()
	return "RP" + t.Format("060102") + secret.Digits(8)
}

// OutcomeOf returns the outcome of a payment with value date on. settled means that nothing is owed after it, early that this was
// before the due date, and over that a part of it exceeded the debt. intent may be nil.
func OutcomeOf(intent *Intent, amount int64, on money.Date, settled, early, over bool) Outcome {
	switch {
	case over:
		return Over
	case settled && early:
		return PaidOff
	case settled:
		return Exact
	case intent != nil && amount >= intent.Amount && intent.Quote.Settles(amount) && on.After(intent.Quote.On):
		return LateQuote
	default:
		return PartPaid
	}
}
