package document

// repayTexts are the texts of receipts and certificates. Certifies has {lender}, {borrower}, {order} and
// {date}.
type repayTexts struct {
	Receipt, Serial, Order, Lender, PaidAt, ValueDate, From, To, Amount, Split, Remaining, ReceiptFoot string

	Certificate, Certifies, Borrower, IDNumber, Principal, PaidOut, SettledOn, Repaid, NothingOwed, CertificateFoot string

	Overpayment string
}
