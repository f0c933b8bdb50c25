package payment

import (
	"strings"
	"time"
)

// The types of reports.
const (
	ReportPayment  = "payment"
	ReportReversal = "reversal"
	// ReportPayoutReturned means that the receiver's bank returned the money of a payout or refund after it had succeeded.
	ReportPayoutReturned = "payout_returned"
)

// Report is a report of a gateway: a payment, a reversal of a payment, or the return of a payout. It arrives as a signed callback.
type Report struct {
	// ID is the gateway's id of the report. The same report may arrive several times.
	ID   string
	Type string
	// Reference is the reference of the payment, of the reversal itself, or of the returned money.
	Reference string
	// OriginalReference is the reference of the reversed payment, or our reference of the returned payout or refund.
	OriginalReference string
	// Amount is in minor units of Currency.
	Amount   int64
	Currency string
	Memo     string
	// Account is the account that received the payment.
	Account      string
	PayerName    string
	PayerAccount string
	PaidAt       time.Time
	Reason       string
}

// Collection is the account to which borrowers pay.
type Collection struct {
	// Gateway is the name under which its callbacks arrive.
	Gateway  string
	BankName string
	BankBIN  string
	Number   string
	Holder   string
	// PromptPay is the PromptPay id of the account, in Thailand.
	PromptPay string
	// VirtualPrefix is the prefix of the virtual account numbers that the bank books to this account, or empty if there are none.
	VirtualPrefix string
	// EarlierPrefixes are prefixes used before. Payments to their numbers still arrive.
	EarlierPrefixes []string
}

// Owns reports whether an account, in a bank's spelling, is this account or its PromptPay id. Spaces, dashes, dots and plus signs
// are ignored, and a mobile number matches with and without the country code.
func (c Collection) Owns(account string) bool {
	typed := Plain(account)
	if typed == "" {
		return false
	}
	return typed == Plain(c.Number) || mobile(typed) == mobile(Plain(c.PromptPay))
}

var separators = strings.NewReplacer(" ", "", "-", "", ".", "", "+", "")

// Plain returns an account number in upper case and without separators.
func Plain(account string) string { return strings.ToUpper(separators.Replace(account)) }

// mobile returns the national form of a Thai mobile number: 0812345678 for 0812345678, 66812345678 and 0066812345678.
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
