package notify

import "github.com/loanmarket/loanmarket/api/internal/base/texts"

// Kind is what a notice tells. It stands in the contract: the app chooses by it where a tap leads.
type Kind string

// What is told of a loan. {no} is the order's number in each.
const (
	// OfferReady has amount, and time and date of the end of the offer.
	OfferReady      Kind = "offer_ready"
	Rejected        Kind = "rejected"
	OfferExpired    Kind = "offer_expired"
	OfferWithdrawn  Kind = "offer_withdrawn"
	OfferCancelled  Kind = "offer_cancelled" // by the borrower
	PaidOut         Kind = "paid_out"        // amount, date (due)
	PayoutFailed    Kind = "payout_failed"   // time and date by which another account has to be named
	PayoutExpired   Kind = "payout_not_mended"
	PayoutReturned  Kind = "payout_returned"  // amount
	PaymentReceived Kind = "payment_received" // amount
	PaymentReversed Kind = "payment_reversed" // amount
	Settled         Kind = "settled"
	Reopened        Kind = "reopened"
	Overpaid        Kind = "overpayment_returned" // amount
	OverpaidToCard  Kind = "overpayment_to_card"  // amount
	OverpaidByHand  Kind = "overpayment_by_hand"  // amount
	RefundReturned  Kind = "refund_returned"      // amount
	DueSoon         Kind = "due_soon"             // amount, date, count (days left)
	DueToday        Kind = "due_today"            // amount
	Overdue         Kind = "overdue"              // amount, count (days over)
	Extended        Kind = "extended"             // date (new due date), and the fee as paid or, where the debt bears it, as added
	ExtensionUndone Kind = "extension_undone"     // date (due date again)
	NotExtended     Kind = "not_extended"         // amount
	ProofReceived   Kind = "proof_received"       // date (up to which no reminder is sent)
	ProofMatched    Kind = "proof_matched"        // amount
	ProofRejected   Kind = "proof_rejected"
	// PaymentUnmatched is told in the place of Reopened, too.
	PaymentUnmatched Kind = "payment_unmatched" // amount
)

// What is told of requests and of the account.
const (
	TicketAnswered    Kind = "ticket_answered" // ticket; Subject is the ticket
	TicketClosed      Kind = "ticket_closed"   // ticket; Subject is the ticket
	HardshipAccepted  Kind = "hardship_accepted"
	HardshipAnswered  Kind = "hardship_answered"
	HardshipClosed    Kind = "hardship_closed"
	HardshipOver      Kind = "hardship_over"   // the time of an accepted plan
	HardshipLapsed    Kind = "hardship_lapsed" // nobody decided in time
	HardshipKept      Kind = "hardship_kept"
	HardshipBroken    Kind = "hardship_broken"
	CardApproved      Kind = "card_approved"      // bank, last; Subject is the card
	CardRejected      Kind = "card_rejected"      // bank, last; Subject is the card
	DeletionSubmitted Kind = "deletion_submitted" // date (when it is carried out)
	DeletionWithdrawn Kind = "deletion_withdrawn"
	DeletionStopped   Kind = "deletion_stopped" // an order, or money on its way back, came between
	NewDevice         Kind = "device_new"       // device, time, date; Subject is the device
	DeviceLetIn       Kind = "device_let_in"    // by the second fact: device, time, date; Subject is the device
	FaceKeySet        Kind = "device_face_key"  // device, time, date
	FaceApproved      Kind = "face_approved"
	FaceRejected      Kind = "face_rejected"
	CarrierVerified   Kind = "carrier_verified" // carrier, date (up to which it holds); Subject is the session
	CarrierFailed     Kind = "carrier_failed"   // carrier; Subject is the session
)

// OfDevices are the kinds that a trusted device is shown at once, until it is said whether that was the borrower.
func OfDevices() []string { return []string{string(NewDevice), string(DeviceLetIn)} }

type message struct{ Title, Text string }

var messages = texts.Group[map[Kind]message]("notice")

// textsWith stand for the text of a notice that was given what they are under: not every one of its kind has it, and those of earlier
// versions have none.
var textsWith = texts.Group[map[Kind]map[string]string]("noticeWith")
