package document

import "github.com/loanmarket/loanmarket/api/internal/base/texts"

// repayTexts are the texts of receipts and certificates. Certifies has {lender}, {borrower}, {order} and
// {date}, Split and ReceiptFoot {made} where the receipt is dated.
type repayTexts struct {
	Receipt, Serial, Order, Lender, PaidAt, ValueDate, From, To, Amount, Split, Remaining, ReceiptFoot string

	Certificate, Certifies, Borrower, IDNumber, Principal, PaidOut, SettledOn, Repaid, NothingOwed, CertificateFoot string

	Overpayment string
}

// takenBack is what a receipt says of a payment that the bank took back; Part of a part of it.
var takenBack = texts.Group[struct{ Label, Text, Part string }]("receiptTakenBack")
