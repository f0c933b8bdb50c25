package payment

import "time"

// What a gateway reports.
const (
	EventPayment  = "payment"
	EventReversal = "reversal"
)

// Event is a report of a gateway: money came in, or a payment was taken back. It arrives as a signed callback.
type Event struct {
	// ID is the gateway's own; the same event may be sent many times.
	ID   string
	Type string
	// Reference is that of the payment, or of the reversal itself.
	Reference string
	// OriginalReference is the payment that a reversal takes back.
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
}
