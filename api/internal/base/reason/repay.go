package reason

// Repayment, extension, proofs of payment and documents.
const (
	LoanSettled          Reason = "loan_settled"
	AmountBelowMinimum   Reason = "amount_below_minimum"
	AmountAboveDue       Reason = "amount_above_due"
	PaymentCodeOff       Reason = "payment_code_unavailable"
	PayLinkExpired       Reason = "pay_link_expired"
	ExtensionUnavailable Reason = "extension_unavailable"
	ExtensionUsedUp      Reason = "extension_used_up"
	ExtensionTooLate     Reason = "extension_too_late"
	ExtensionChanged     Reason = "extension_changed"
	ExtensionFeeFirst    Reason = "extension_fee_first"
	ProofHandled         Reason = "proof_handled"
	ProofTooMany         Reason = "proof_too_many"
	ReceiptNotFound      Reason = "receipt_not_found"
	CertificateNotReady  Reason = "certificate_not_ready"
	ProofRefused         Reason = "proof_refused"
	SuspenseHandled      Reason = "suspense_handled"
)

var repayRows = []row{
	{LoanSettled, 20602, 409},
	{AmountBelowMinimum, 20603, 422},
	{AmountAboveDue, 20604, 422},
	{PaymentCodeOff, 20606, 422},
	{PayLinkExpired, 20607, 404},
	{ExtensionUnavailable, 20611, 422},
	{ExtensionUsedUp, 20612, 422},
	{ExtensionTooLate, 20613, 422},
	{ExtensionChanged, 20614, 409},
	{ExtensionFeeFirst, 20615, 422},
	{ProofHandled, 20625, 409},
	{ProofTooMany, 20626, 409},
	{ReceiptNotFound, 20621, 404},
	{CertificateNotReady, 20622, 409},
	{ProofRefused, 20623, 409},
	{SuspenseHandled, 20624, 409},
}
