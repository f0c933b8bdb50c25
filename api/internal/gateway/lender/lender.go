// Package lender is the way to who decides: an embedded rule engine, or an institution over HTTP.
package lender

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Outcome is what a lender decided.
type Outcome string

// The outcomes.
const (
	Approved  Outcome = "approved"
	Rejected  Outcome = "rejected"
	Withdrawn Outcome = "withdrawn"
	// Pending: the decision comes later, through the signed callback.
	Pending Outcome = "pending"
)

// Application is the verified data that a lender decides on. No name, number, address or photo is in it.
type Application struct {
	OrderID  uuid.UUID      `json:"orderId"`
	OrderNo  string         `json:"orderNo"`
	Lender   string         `json:"lender"`
	Region   string         `json:"region"`
	Product  string         `json:"product"`
	Currency money.Currency `json:"currency"`
	// Amount, MinAmount and AmountStep are minor units; an approved amount is on the product's steps.
	Amount     int64 `json:"amount"`
	MinAmount  int64 `json:"minAmount"`
	AmountStep int64 `json:"amountStep"`
	TermDays   int   `json:"termDays"`
	// IncomeBand is the region's band 1 to 7, Age in whole years on the day of the application.
	IncomeBand int `json:"incomeBand"`
	Age        int `json:"age"`
	Score      int `json:"score"`
	// CreditLimit is what we would let them borrow in all.
	CreditLimit int64 `json:"creditLimit"`
	WhiteListed bool  `json:"whiteListed"`
	Contacts    int   `json:"contacts"`
	WorkTime    int   `json:"workTime"`
	Residence   int   `json:"residenceTime"`
	// SettledOnTime and SettledLate count loans that were paid back; OverdueNow is how many are overdue.
	SettledOnTime int `json:"settledOnTime"`
	SettledLate   int `json:"settledLate"`
	OverdueNow    int `json:"overdueNow"`
}

// MaxFreezeDays is how long a rejection may close a product: a year, as a figure beyond it is a slip.
const MaxFreezeDays = 365

// FreezeInBounds reports whether a rejection may close a product for so many days.
func FreezeInBounds(days int) bool { return days >= 0 && days <= MaxFreezeDays }

// Decision is a lender's answer.
type Decision struct {
	Outcome Outcome
	// Amount is the approved principal; 0 is what was applied for.
	Amount int64
	// CreditLimit and Score replace ours when they are set.
	CreditLimit *int64
	Score       *int
	// Reason is a code of Reasons, or the institution's own.
	Reason string
	// FreezeDays closes the product after a rejection: 0 to MaxFreezeDays; nil is the product's own figure.
	FreezeDays *int
}

// Gateway decides on applications. An error means that the lender could not be asked; asking again is safe.
type Gateway interface {
	Decide(ctx context.Context, a Application) (Decision, error)
}

// Gateways picks a lender's gateway: "embedded" or "http" as the lender's row says.
type Gateways struct {
	Embedded Gateway
	// HTTP makes the gateway of an institution.
	HTTP func(lender, endpoint string) (Gateway, error)
}

// For is the gateway of a lender.
func (g Gateways) For(lender, kind, endpoint string) (Gateway, error) {
	if kind == "http" {
		return g.HTTP(lender, endpoint)
	}
	return g.Embedded, nil
}
