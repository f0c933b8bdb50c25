package repay

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// If a code, token or serial number is already taken, the caller tries again with a new one.
var _ = postgres.Constraints(map[string]reason.Reason{
	"payment_intent_code_key":  reason.SystemBusy,
	"payment_intent_token_key": reason.SystemBusy,
	"payment_serial_key":       reason.SystemBusy,
})

// Purpose is the purpose of an intent.
type Purpose string

// The purposes of an intent.
const (
	ForRepayment Purpose = "repayment"
	ForPayoff    Purpose = "payoff"
	ForExtension Purpose = "extension"
)

// Method is a payment method.
type Method string

// The payment methods.
const (
	ByBank    Method = "bank"
	ByPaycode Method = "paycode"
)

// IntentState is the state of an intent.
type IntentState string

// The states of an intent. Replaced means that the loan has a newer one. Expired means that its time is over, or that its amount
// exceeds the debt since another payment came. Money with the code of either is still matched.
const (
	Open     IntentState = "open"
	Paid     IntentState = "paid"
	Expired  IntentState = "expired"
	Replaced IntentState = "replaced"
)

// Quote holds the figures that the borrower saw when they created the intent.
type Quote struct {
	// On is the business date of the figures.
	On money.Date `json:"on"`
	// Owed is the debt that settles the loan on that date, by component.
	Owed Amounts `json:"owed"`
	// Extension is the extension to pay for, or nil for another purpose.
	Extension *ExtensionQuote `json:"extension,omitempty"`
}

// ExtensionQuote is an extension that a borrower agreed to pay for. A payment buys it only while the due date is OldDueDate.
type ExtensionQuote struct {
	Times      int        `json:"times"`
	Days       int        `json:"days"`
	Fee        int64      `json:"fee"`
	OldDueDate money.Date `json:"oldDueDate"`
	NewDueDate money.Date `json:"newDueDate"`
}

// Settles reports whether an amount settles the loan according to the quote.
func (q Quote) Settles(amount int64) bool { return amount >= q.Owed.Total() }

// Intent is a payment that a borrower plans to make, with the memo code that identifies it.
type Intent struct {
	ID       uuid.UUID
	OrderID  uuid.UUID
	MemberID uuid.UUID
	Purpose  Purpose
	Method   Method
	Amount   int64
	Currency money.Currency
	Quote    Quote
	// Code is the memo code for the transfer.
	Code      string
	TokenHash []byte
	State     IntentState
	CreatedAt time.Time
	ExpiresAt time.Time
}

// At returns the state at a time. The stored state of an expired intent stays Open, so use this instead of State.
func (i Intent) At(now time.Time) IntentState {
	if i.State == Open && !now.Before(i.ExpiresAt) {
		return Expired
	}
	return i.State
}
