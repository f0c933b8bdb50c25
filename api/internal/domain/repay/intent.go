package repay

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Two intents that draw the same code, or two payments with the same serial number, are tried again by the caller.
var _ = postgres.Constraints(map[string]reason.Reason{
	"payment_intent_code_key":  reason.SystemBusy,
	"payment_intent_token_key": reason.SystemBusy,
	"payment_serial_key":       reason.SystemBusy,
})

// Purpose is what an intent is for.
type Purpose string

// The purposes of an intent.
const (
	ForRepayment Purpose = "repayment"
	ForPayoff    Purpose = "payoff"
	ForExtension Purpose = "extension"
)

// Method is how an intent is paid.
type Method string

// The ways to pay.
const (
	ByBank    Method = "bank"
	ByPaycode Method = "paycode"
)

// IntentState is where an intent stands.
type IntentState string

// The states of an intent. Replaced is an older one of the same loan, Expired one whose time is over, or that asks for more
// than is owed since other money came; money with the code of either is still matched.
const (
	Open     IntentState = "open"
	Paid     IntentState = "paid"
	Expired  IntentState = "expired"
	Replaced IntentState = "replaced"
)

// Quote is what the borrower saw when they made the intent.
type Quote struct {
	// On is the business date it is for.
	On money.Date `json:"on"`
	// Owed is what settles the loan on that day, by component.
	Owed Amounts `json:"owed"`
	// Extension is what the money is to buy; nil for any other purpose.
	Extension *ExtensionQuote `json:"extension,omitempty"`
}

// ExtensionQuote is an extension that a borrower agreed to pay for. Their money buys it while the due date is the old
// one.
type ExtensionQuote struct {
	Times      int        `json:"times"`
	Days       int        `json:"days"`
	Fee        int64      `json:"fee"`
	OldDueDate money.Date `json:"oldDueDate"`
	NewDueDate money.Date `json:"newDueDate"`
}

// Settles reports whether an amount was quoted as settling the loan.
func (q Quote) Settles(amount int64) bool { return amount >= q.Owed.Total() }

// Intent is a payment that a borrower intends to make, with the memo code by which it is recognised.
type Intent struct {
	ID       uuid.UUID
	OrderID  uuid.UUID
	MemberID uuid.UUID
	Purpose  Purpose
	Method   Method
	Amount   int64
	Currency money.Currency
	Quote    Quote
	// Code is the memo of the transfer.
	Code      string
	TokenHash []byte
	State     IntentState
	CreatedAt time.Time
	ExpiresAt time.Time
}

// At is the state on a moment. Nothing closes an open intent whose time is over: ask here, not State.
func (i Intent) At(now time.Time) IntentState {
	if i.State == Open && !now.Before(i.ExpiresAt) {
		return Expired
	}
	return i.State
}
