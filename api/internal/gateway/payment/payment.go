// Package payment connects to the bank: outgoing transfers and their outcome. Incoming money is reported through signed callbacks.
package payment

import (
	"context"
	"errors"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// State is the state of a transfer.
type State string

// The states of a transfer. Only Succeeded and Failed are final.
const (
	Succeeded State = "succeeded"
	Failed    State = "failed"
	// Unknown means that the bank did not answer, or does not know yet. The transfer may have been made: use Lookup before a retry.
	Unknown State = "unknown"
	// NotFound is a result of Lookup only: the bank does not know the reference, so sending the transfer again is safe.
	NotFound State = "notfound"
)

// Direction is the purpose of an outgoing transfer.
type Direction string

// The directions of outgoing transfers.
const (
	DirectionPayout Direction = "payout"
	DirectionRefund Direction = "refund"
)

// Account is the receiving account of a transfer.
type Account struct {
	BankCode string `json:"bankCode"`
	Number   string `json:"accountNumber"`
	// Holder is the expected name of the account holder.
	Holder string `json:"holderName"`
}

// Transfer is an outgoing transfer.
type Transfer struct {
	// Reference is our reference. Transfers with the same reference are the same transfer, however often they are sent.
	Reference string
	Direction Direction
	// To is the account of a payout. A refund has none: it goes back to the payer of Original.
	To Account
	// Original is the gateway's reference of the payment that a refund returns.
	Original string
	Amount   money.Money
	Memo     string
	// On is the business date of the transfer. The embedded bank, which uses business time, has no other calendar.
	On money.Date
}

// Result is the bank's answer about a transfer.
type Result struct {
	State State
	// Serial is the bank's own number of a successful transfer.
	Serial string
	// FailureReason is one of the failure reasons below, or the bank's own text.
	FailureReason string
	// ValueDate is the business date on which the bank carried out the transfer, or no date if unknown.
	ValueDate money.Date
}

// The failure reasons that are explained to borrowers.
const (
	AccountClosed  = "account_closed"
	AccountUnknown = "account_unknown"
	// AccountUnconfirmed means that the gateway cannot tell the account holder, for example because the bank no longer exists.
	AccountUnconfirmed = "account_unconfirmed"
	NameMismatch       = "name_mismatch"
	Refused            = "refused"
)

// ErrRefused says that the gateway permanently refuses a transfer or an inquiry, because the request is invalid. No money moved.
// Repeating it is useless: a transfer needs a person, an inquiry another account.
var ErrRefused = errors.New("payment: the gateway refuses the request")

// Gateway is a bank or a payment service. An error of Payout or Lookup means Unknown, except ErrRefused of Payout.
type Gateway interface {
	// NameInquiry returns the account holder. It returns ErrNoAccount if the account does not exist, and ErrRefused if the gateway
	// will never answer for it. All other errors may be temporary.
	NameInquiry(ctx context.Context, a Account) (holder string, err error)
	// Payout sends a transfer. Repeating a reference never pays twice.
	Payout(ctx context.Context, t Transfer) (Result, error)
	// Lookup returns the state of the transfer with a reference.
	Lookup(ctx context.Context, reference string) (Result, error)
}
