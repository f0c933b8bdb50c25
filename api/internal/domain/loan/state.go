package loan

// Status is where an order stands (spec 4). 0 is before there is one.
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

// Statuses as a condition lists them: of an order that the lender, or a person for it, has to decide on; and of one that goes
// on and whose money has not gone out.
const (
	inReview = `(1, 2)`
	unpaid   = `(1, 2, 4, 5, 6)`
)

// running is the condition that an order o was paid out and is not repaid.
const running = `(o.status = 9 AND o.repay_status <> 3)`

// RepayStatus is how the repayment of a paid-out order stands (spec 4).
type RepayStatus int16

// The repay statuses. Overdue is never stored: it follows from the due date on the day that asks.
const (
	RepayAwaiting RepayStatus = 1
	RepayOverdue  RepayStatus = 2
	RepaySettled  RepayStatus = 3
)

// Event is what happened to an order.
type Event string

// The events that change the status.
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
	// PayoutExpired: no other card was named in time. Rows keep its first name.
	PayoutExpired Event = "payout_not_mended"
	// PayoutReturned: the borrower's bank sent the money back that we had paid out.
	PayoutReturned Event = "payout_returned"
)

// The events of a timeline that change no status.
const (
	CardInReview        Event = "card_in_review"
	CardReviewRejected  Event = "card_review_rejected"
	PayoutUnclear       Event = "payout_unclear"
	PaymentReceived     Event = "payment_received"
	PaymentReversed     Event = "payment_reversed"
	Settled             Event = "settled"
	Reopened            Event = "reopened"
	OverpaymentReturned Event = "overpayment_returned"
	// RefundReturned: the receiver's bank sent an overpayment back that we had returned.
	RefundReturned  Event = "refund_returned"
	Extended        Event = "extended"
	ExtensionUndone Event = "extension_undone"
	ProofSubmitted  Event = "proof_submitted"
	ProofMatched    Event = "proof_matched"
	ProofRejected   Event = "proof_rejected"
	// PaymentUnmatched: a person took a payment out of the loan that had been matched to it by mistake.
	PaymentUnmatched Event = "payment_unmatched"
)

// The lines of a timeline that are worked out and stored nowhere.
const (
	WentOverdue    Event = "went_overdue"
	LateFeeCharged Event = "late_fee_charged"
)

// Transition is one allowed step of an order.
type Transition struct {
	From  Status
	Event Event
	To    Status
}

// Transitions is the whole state machine. The table order_transition holds the same rows, and the database refuses
// every other step.
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

// Next is where an event leads from a status; false when the event cannot happen there.
func Next(from Status, e Event) (Status, bool) {
	for _, t := range Transitions {
		if t.From == from && t.Event == e {
			return t.To, true
		}
	}
	return from, false
}

// Open reports whether an order of this status blocks another one of the same product until it is paid back.
func (s Status) Open() bool {
	switch s {
	case WaitingReview, UnderReview, ToConfirm, Disbursing, DisbursementFailed, WaitingPayment:
		return true
	default:
		return false
	}
}
