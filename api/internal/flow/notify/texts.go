package notify

import "github.com/loanmarket/loanmarket/api/internal/base/texts"

// Kind is the kind of a notice. It is part of the contract: the app decides by it what a tap opens.
type Kind string

// Notices about a loan. {no} is the order's number in each.
const (
	// OfferReady has amount, and time and date at which the offer expires.
	OfferReady      Kind = "offer_ready"
	Rejected        Kind = "rejected"
	OfferExpired    Kind = "offer_expired"
	OfferWithdrawn  Kind = "offer_withdrawn"
	OfferCancelled  Kind = "offer_cancelled" // by the borrower
	PaidOut         Kind = "paid_out"        // amount, date (due)
	PayoutFailed    Kind = "payout_failed"   // time and date by which another account must be named
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
	Extended        Kind = "extended"             // date (new due date), and the fee as paid, or as added if it was added to the debt
	ExtensionUndone Kind = "extension_undone"     // date (restored due date)
	NotExtended     Kind = "not_extended"         // amount
	ProofReceived   Kind = "proof_received"       // date (until which no reminder is sent)
	ProofMatched    Kind = "proof_matched"        // amount
	ProofRejected   Kind = "proof_rejected"
	// PaymentUnmatched also replaces Reopened.
	PaymentUnmatched Kind = "payment_unmatched" // amount
)

// Notices about requests and about the account.
const (
	TicketAnswered    Kind = "ticket_answered" // ticket; Subject is the ticket
	TicketClosed      Kind = "ticket_closed"   // ticket; Subject is the ticket
	HardshipAccepted  Kind = "hardship_accepted"
	HardshipAnswered  Kind = "hardship_answered"
	HardshipClosed    Kind = "hardship_closed"
	HardshipOver      Kind = "hardship_over"   // the accepted plan ended
	HardshipLapsed    Kind = "hardship_lapsed" // nobody decided in time
	HardshipKept      Kind = "hardship_kept"
	HardshipBroken    Kind = "hardship_broken"
	CardApproved      Kind = "card_approved"      // bank, last; Subject is the card
	CardRejected      Kind = "card_rejected"      // bank, last; Subject is the card
	DeletionSubmitted Kind = "deletion_submitted" // date (when it is carried out)
	DeletionWithdrawn Kind = "deletion_withdrawn"
	DeletionStopped   Kind = "deletion_stopped" // stopped by an order, or by money that is being refunded
	NewDevice         Kind = "device_new"       // device, time, date; Subject is the device
	DeviceLetIn       Kind = "device_let_in"    // with the second fact: device, time, date; Subject is the device
	FaceKeySet        Kind = "device_face_key"  // device, time, date
	FaceApproved      Kind = "face_approved"
	FaceRejected      Kind = "face_rejected"
	IdentityReleased  Kind = "identity_released" // the ID number was another member's
	IdentityOpen      Kind = "identity_open"     // the ID number can be given again
	CarrierVerified   Kind = "carrier_verified"  // carrier, date (until which it is valid); Subject is the session
	CarrierFailed     Kind = "carrier_failed"    // carrier; Subject is the session
)

// OfDevices returns the kinds that a trusted device shows at once, until the borrower says whether it was them.
func OfDevices() []string { return []string{string(NewDevice), string(DeviceLetIn)} }

type message struct{ Title, Text string }

var messages = texts.Group[map[Kind]message]("notice")

// unknown is shown for a kind of a newer version, which runs beside this one or ran before a rollback.
var unknown = texts.Group[message]("unknownNotice")

// textsWith replace the text of a notice that has the named argument. Not every notice of a kind has it, and those of
// earlier versions never do.
var textsWith = texts.Group[map[Kind]map[string]string]("noticeWith")
