package repay

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// PaymentState is where a payment stands.
type PaymentState string

// The states of a payment. Suspense waits for somebody to find out whose it is; Returned went back from there, or was the money
// of a payout or refund that came back.
const (
	Posted   PaymentState = "posted"
	Suspense PaymentState = "suspense"
	Reversed PaymentState = "reversed"
	Returned PaymentState = "returned"
)

// Outcome is what the borrower is told about a payment.
type Outcome string

// The outcomes. Exact settled the loan and PaidOff did so before the due date; Over was more than was owed. LateQuote
// would have settled it on the day of its quote, and no longer did: it counts as a part like any other.
const (
	Exact     Outcome = "exact"
	PartPaid  Outcome = "part"
	PaidOff   Outcome = "payoff"
	Over      Outcome = "over"
	LateQuote Outcome = "late_quote"
	// Extended moved the due date; NotExtended was meant to, and came too late or was another amount: it counts as a
	// part.
	Extended    Outcome = "extended"
	NotExtended Outcome = "not_extended"
	// Unmatched was credited to the loan by mistake and taken out again: it is Reversed, and no bank took it back.
	Unmatched Outcome = "unmatched"
)

// Payment is money that a gateway reported.
type Payment struct {
	ID               uuid.UUID
	Gateway          string
	GatewayReference string
	// Serial is our own number, which the borrower sees.
	Serial   string
	IntentID *uuid.UUID
	// OrderID and MemberID are nil while nobody knows whose it is.
	OrderID  *uuid.UUID
	MemberID *uuid.UUID
	// Seq is which payment of its order it was, in the order in which they were posted.
	Seq      *int
	Amount   int64
	Currency money.Currency
	Memo     string
	Type     Method
	// PaidFrom is masked.
	PaidFrom string
	PaidTo   string
	State    PaymentState
	Outcome  Outcome
	PaidAt   time.Time
	// ValueDate is the business date from which it counts.
	ValueDate  money.Date
	ReceivedAt time.Time
}

// Money is what came in.
func (p Payment) Money() money.Money { return money.Of(p.Amount, p.Currency) }

// NewSerial draws the number of a payment received on a business date.
func NewSerial(on money.Date) string {
	t := on.Time()
	return "RP" + t.Format("060102") + secret.Digits(8)
}

// OutcomeOf says what a payment of a value date came to: settled when nothing is owed after it, early when that was
// before the due date, over when some of it was more than was owed. intent may be nil.
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
