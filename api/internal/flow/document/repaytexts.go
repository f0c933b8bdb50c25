package document

import (
	"unicode"
	"unicode/utf8"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// repayTexts are the texts of receipts and certificates. Certifies has {lender}, {borrower}, {order} and
// {date}.
type repayTexts struct {
	Receipt, Serial, Order, Lender, PaidAt, ValueDate, From, To, Amount, Split, Remaining, ReceiptFoot string

	Certificate, Certifies, Borrower, IDNumber, Principal, PaidOut, SettledOn, Repaid, NothingOwed, CertificateFoot string

	Overpayment string
}

// component names a part of a payment as the agreement does, with a capital where the language has them.
func (w repayTexts) component(c repay.Component, l lang.Lang) string {
	if c == repay.Overpayment {
		return w.Overpayment
	}
	words := agreement.Component(string(c), l)
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}
