// Package lender connects to the lenders that decide on applications: an embedded rule engine, or institutions over HTTP.
package lender

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Outcome is the outcome of a lender's decision.
type Outcome string

// The outcomes of a decision.
const (
	Approved  Outcome = "approved"
	Rejected  Outcome = "rejected"
	Withdrawn Outcome = "withdrawn"
	// Pending means that the decision comes later, through the signed callback.
	Pending Outcome = "pending"
)

// Application is the verified data that a lender decides on. It contains no name, ID or phone number, address or photo.
type Application struct {
	OrderID  uuid.UUID      `json:"orderId"`
	OrderNo  string         `json:"orderNo"`
	Lender   string         `json:"lender"`
	Region   string         `json:"region"`
	Product  string         `json:"product"`
	Currency money.Currency `json:"currency"`
	// Amount, MinAmount and AmountStep are minor units. An approved amount is a multiple of the step.
	Amount     int64 `json:"amount"`
	MinAmount  int64 `json:"minAmount"`
	AmountStep int64 `json:"amountStep"`
	TermDays   int   `json:"termDays"`
	// IncomeBand is the region's income band from 1 to 7, Age the age in whole years on the day of the application.
	IncomeBand int `json:"incomeBand"`
	Age        int `json:"age"`
	Score      int `json:"score"`
	// CreditLimit is the member's total credit limit with us.
	CreditLimit int64 `json:"creditLimit"`
	WhiteListed bool  `json:"whiteListed"`
	Contacts    int   `json:"contacts"`
	WorkTime    int   `json:"workTime"`
	Residence   int   `json:"residenceTime"`
	// SettledOnTime and SettledLate are the numbers of repaid loans, OverdueNow the number of overdue ones.
	SettledOnTime int `json:"settledOnTime"`
	SettledLate   int `json:"settledLate"`
	OverdueNow    int `json:"overdueNow"`
}

// MaxFreezeDays is the longest freeze of a product after a rejection. A longer one is regarded as a mistake.
const MaxFreezeDays = 365

// FreezeInBounds reports whether days is a valid length of a freeze.
func FreezeInBounds(days int) bool { return days >= 0 && days <= MaxFreezeDays }

// Decision is a lender's decision.
type Decision struct {
	Outcome Outcome
	// Amount is the approved principal in minor units. 0 means the amount applied for.
	Amount int64
	// CreditLimit and Score replace our values if they are not nil.
	CreditLimit *int64
	Score       *int
	// Reason is a code of Reasons, or the institution's own code.
	Reason string
	// FreezeDays is how long the product is closed after a rejection, from 0 to MaxFreezeDays. Nil means the product's own value.
	FreezeDays *int
}

// Gateway decides on applications. An error means that the lender could not be asked. Repeating a request is safe.
type Gateway interface {
	Decide(ctx context.Context, a Application) (Decision, error)
}

// Gateways selects the gateway of a lender by its kind: "embedded" or "http".
type Gateways struct {
	Embedded Gateway
	// HTTP returns the gateway of an institution.
	HTTP func(lender, endpoint string) (Gateway, error)
}

// For returns the gateway of a lender.
func (g Gateways) For(lender, kind, endpoint string) (Gateway, error) {
	if kind == "http" {
		return g.HTTP(lender, endpoint)
	}
	return g.Embedded, nil
}
