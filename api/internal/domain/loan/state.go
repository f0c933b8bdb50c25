package loan

// Status is the status of an order (spec 4). 0 means that there is no order yet.
type Status int16

// The statuses of an order.
const (
	StatusNone         Status = 0
	WaitingReview      Status = 1
	UnderReview        Status = 2
	Rejected           Status = 3
	ToConfirm          Status = 4
	Disbursing         Status = 5
	DisbursementFailed Status = 6
	Cancelled          Status = 7
	CancelledBySystem  Status = 8
	WaitingPayment     Status = 9
)

// Lists of statuses for SQL conditions. inReview orders wait for a decision by the lender, or by an operator on its behalf. unpaid
// orders are in progress and not paid out.
const (
	inReview = `(1, 2)`
	unpaid   = `(1, 2, 4, 5, 6)`
)

// running is the condition that an order o was paid out and is not repaid.
const running = `(o.status = 9 AND o.repay_status <> 3)`

// RepayStatus is the repayment status of a paid-out order (spec 4).
type RepayStatus int16

// The repay statuses. Overdue is never stored: it follows from the due date and the current business date.
const (
	RepayAwaiting RepayStatus = 1
	RepayOverdue  RepayStatus = 2
	RepaySettled  RepayStatus = 3
)

// Event is a type of event of an order.
type Event string

// Events that change the status.
const (
	Applied        Event = "applied"
	ReviewStarted  Event = "review_started"
	ReviewRejected Event = "rejected"
	Approved       Event = "approved"
	Confirmed      Event = "confirmed"
	CancelledOffer Event = "cancelled"
	OfferExpired   Event = "offer_expired"
	LenderWithdrew Event = "lender_withdrew"
	PaidOut        Event = "paid_out"
	PayoutFailed   Event = "payout_failed"
	CardChanged    Event = "card_changed"
	// PayoutExpired says that no other card was set in time. Stored rows use the older name.
	PayoutExpired Event = "payout_not_mended"
	// PayoutReturned says that the borrower's bank returned the money that we paid out.
	PayoutReturned Event = "payout_returned"
)

// Events of a timeline that do not change the status.
const (
	CardInReview        Event = "card_in_review"
	CardReviewRejected  Event = "card_review_rejected"
	PayoutUnclear       Event = "payout_unclear"
	PaymentReceived     Event = "payment_received"
	PaymentReversed     Event = "payment_reversed"
	Settled             Event = "settled"
	Reopened            Event = "reopened"
	OverpaymentReturned Event = "overpayment_returned"
	// RefundReturned says that the receiver's bank returned an overpayment that we had refunded.
	RefundReturned  Event = "refund_returned"
	Extended        Event = "extended"
	ExtensionUndone Event = "extension_undone"
	ProofSubmitted  Event = "proof_submitted"
	ProofMatched    Event = "proof_matched"
	ProofRejected   Event = "proof_rejected"
	// PaymentUnmatched says that an operator removed a payment from the loan that it had been matched to by mistake.
	PaymentUnmatched Event = "payment_unmatched"
)

// Lines of a timeline that are computed and not stored.
const (
	WentOverdue    Event = "went_overdue"
	LateFeeCharged Event = "late_fee_charged"
)

// Transition is an allowed step of an order.
type Transition struct {
	From  Status
	Event Event
	To    Status
}

// Transitions is the complete state machine. The table order_transition holds the same rows, and the database refuses all other steps.
var Transitions = []Transition{
	{StatusNone, Applied, WaitingReview},
	{WaitingReview, ReviewStarted, UnderReview},
	{WaitingReview, LenderWithdrew, CancelledBySystem},
	{UnderReview, ReviewRejected, Rejected},
	{UnderReview, Approved, ToConfirm},
	{UnderReview, LenderWithdrew, CancelledBySystem},
	{ToConfirm, Confirmed, Disbursing},
	{ToConfirm, CancelledOffer, Cancelled},
	{ToConfirm, OfferExpired, CancelledBySystem},
	{ToConfirm, LenderWithdrew, CancelledBySystem},
	{Disbursing, PaidOut, WaitingPayment},
	{Disbursing, PayoutFailed, DisbursementFailed},
	{DisbursementFailed, CardChanged, Disbursing},
	{DisbursementFailed, PayoutExpired, CancelledBySystem},
	{WaitingPayment, PayoutReturned, CancelledBySystem},
}

// Next returns the status after an event, and false if the event is not allowed in the current status.
func Next(from Status, e Event) (Status, bool) {
	for _, t := range Transitions {
		if t.From == from && t.Event == e {
			return t.To, true
		}
	}
	return from, false
}

// Open reports whether an order in this status is unfinished. An open order blocks another one of the same product until it is repaid.
func (s Status) Open() bool {
	switch s {
	case WaitingReview, UnderReview, ToConfirm, Disbursing, DisbursementFailed, WaitingPayment:
		return true
	default:
		return false
	}
}
