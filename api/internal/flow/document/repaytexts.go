package document

import "github.com/loanmarket/loanmarket/api/internal/base/texts"

// repayTexts are the texts of receipts and certificates. Certifies has {lender}, {borrower}, {order} and {date}. Split
// and ReceiptFoot have {made} on a dated receipt.
type repayTexts struct {
	Receipt, Serial, Order, Lender, PaidAt, ValueDate, From, To, Amount, Split, Remaining, ReceiptFoot string

	Certificate, Certifies, Borrower, IDNumber, Principal, PaidOut, SettledOn, Repaid, NothingOwed, CertificateFoot string

	Overpayment string
}

// takenBack are the texts of a receipt for a payment that the bank took back. Part is for a partial reversal.
var takenBack = texts.Group[struct{ Label, Text, Part string }]("receiptTakenBack")
