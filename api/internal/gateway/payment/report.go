package payment

import (
	"strings"
	"time"
)

// What a gateway reports.
const (
	ReportPayment  = "payment"
	ReportReversal = "reversal"
	// ReportPayoutReturned: the receiver's bank sent the money of a payout or a refund back, after it had succeeded.
	ReportPayoutReturned = "payout_returned"
)

// Report is what a gateway reports: money came in, a payment was taken back, or what was paid out came back. It arrives as a
// signed callback.
type Report struct {
	// ID is the gateway's own; the same report may be sent many times.
	ID   string
	Type string
	// Reference is that of the payment, of the reversal itself, or of the money that came back.
	Reference string
	// OriginalReference is the payment that a reversal takes back, or our own reference of the payout or refund that came back.
	OriginalReference string
	// Amount is in minor units of Currency.
	Amount   int64
	Currency string
	Memo     string
	// Account is where it was paid to.
	Account      string
	PayerName    string
	PayerAccount string
	PaidAt       time.Time
	Reason       string
}

// Collection is the account that borrowers pay to.
type Collection struct {
	// Gateway is the name under which its callbacks come.
	Gateway  string
	BankName string
	BankBIN  string
	Number   string
	Holder   string
	// PromptPay is the PromptPay id of the account, in Thailand.
	PromptPay string
	// VirtualPrefix begins the account numbers under which the bank books into this account; empty where it keeps none.
	VirtualPrefix string
	// EarlierPrefixes begin numbers that were given out before, under which money still comes.
	EarlierPrefixes []string
}

// Owns reports whether an account, as a bank writes it, is this one or its PromptPay id. Spaces, dashes and dots do not
// count, and a mobile number is the same with the code of its country and without.
func (c Collection) Owns(account string) bool {
	typed := Plain(account)
	if typed == "" {
		return false
	}
	return typed == Plain(c.Number) || mobile(typed) == mobile(Plain(c.PromptPay))
}

var separators = strings.NewReplacer(" ", "", "-", "", ".", "", "+", "")

// Plain is an account number without what banks write between its digits.
func Plain(account string) string { return strings.ToUpper(separators.Replace(account)) }

// mobile is the national number behind the forms that a Thai mobile number has: 0812345678, 66812345678, 0066812345678.
func mobile(id string) string {
	for _, form := range []struct {
		prefix string
		length int
	}{{"0066", 13}, {"66", 11}} {
		if national, ok := strings.CutPrefix(id, form.prefix); ok && len(id) == form.length {
			return "0" + national
		}
	}
	return id
}
