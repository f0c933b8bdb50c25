package loan

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Order is an application and its life. Amounts are minor units of Currency.
type Order struct {
	ID             uuid.UUID
	OrderNo        string
	MemberID       uuid.UUID
	Region         string
	AppProductID   string
	ProductID      uuid.UUID
	ProductVersion int
	LenderCode     string
	Currency       money.Currency
	Status         Status
	// RepayStatus is 0 before the payout, then RepayAwaiting or RepaySettled; see Loan.Repay for what is shown.
	RepayStatus   RepayStatus
	AppliedAmount int64
	// Principal is what was applied for, or less when the lender approved less.
	Principal      int64
	TermDays       int
	Terms          Terms
	BankCardID     uuid.UUID
	PendingCardID  *uuid.UUID
	Purpose        string
	RejectReason   string
	FailureReason  string
	AppliedAt      time.Time
	AppliedOn      money.Date
	OfferExpiresAt *time.Time
	ConfirmedAt    *time.Time
	MendUntil      *time.Time
	ClosedAt       *time.Time
}

// Loan is what runs after the payout. What is owed is not here: it follows from the journal and the accrual.
type Loan struct {
	OrderID        uuid.UUID
	Principal      int64
	ActualReceived int64
	DisbursedOn    money.Date
	FirstDueDate   money.Date
	// DueDate moves with every extension.
	DueDate       money.Date
	InterestAtDue int64
	TotalAtDue    int64
	// SettledOn is the day from which nothing is owed.
	SettledOn money.Date
	SettledAt *time.Time
	// ReturnedOn is that day where nobody paid: the payout came back. No date for any other loan.
	ReturnedOn money.Date
}

// Returned reports whether the payout came back, so that the borrower never had the money.
func (l Loan) Returned() bool { return !l.ReturnedOn.IsZero() }

// RepayStatus is the repay status on a day: overdue follows from the due date, no job has to have run.
func (l Loan) RepayStatus(today money.Date) RepayStatus {
	switch {
	case !l.SettledOn.IsZero():
		return RepaySettled
	case today.After(l.DueDate):
		return RepayOverdue
	default:
		return RepayAwaiting
	}
}

// Ref names an order to whoever changed it.
type Ref struct {
	ID      uuid.UUID `json:"id"`
	OrderNo string    `json:"orderNo"`
	Status  Status    `json:"status"`
}

// Mendable reports whether an order may still go on with another card: one whose payout failed until MendUntil, any other
// for as long as its status allows.
func (o Order) Mendable(now time.Time) bool {
	return o.Status != DisbursementFailed || o.MendUntil == nil || now.Before(*o.MendUntil)
}
