package loan

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Order is a loan application and its later life. Amounts are minor units of Currency.
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
	// RepayStatus is 0 before the disbursement, then RepayAwaiting or RepaySettled. For the status to show see Loan.RepayStatus.
	RepayStatus   RepayStatus
	AppliedAmount int64
	// Principal is the approved amount: the amount applied for, or less.
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

// Loan is an order's loan after the disbursement. The debt is not stored here: it follows from the journal and the accruals.
type Loan struct {
	OrderID        uuid.UUID
	Principal      int64
	ActualReceived int64
	DisbursedOn    money.Date
	FirstDueDate   money.Date
	// DueDate changes with each extension.
	DueDate       money.Date
	InterestAtDue int64
	TotalAtDue    int64
	// SettledOn is the date from which nothing is owed.
	SettledOn money.Date
	SettledAt *time.Time
	// ReturnedOn is the same date if the loan ended because the payout was returned, and no date otherwise.
	ReturnedOn money.Date
}

// Returned reports whether the payout was returned, so that the borrower never had the money.
func (l Loan) Returned() bool { return !l.ReturnedOn.IsZero() }

// RepayStatus returns the repay status on a date. Overdue follows from the due date, so no job has to have run.
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

// Ref identifies an order to the client that changed it.
type Ref struct {
	ID      uuid.UUID `json:"id"`
	OrderNo string    `json:"orderNo"`
	Status  Status    `json:"status"`
}

// Mendable reports whether the card of an order may still be changed: until MendUntil if the payout failed, otherwise as long as
// its status allows.
func (o Order) Mendable(now time.Time) bool {
	return o.Status != DisbursementFailed || o.MendUntil == nil || now.Before(*o.MendUntil)
}
