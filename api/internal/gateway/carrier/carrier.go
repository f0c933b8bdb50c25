// Package carrier connects to the mobile operators. It asks an operator to confirm that a number is the borrower's, or to open an
// account for them. Operators often send the final result only later.
package carrier

import (
	"context"
	"errors"
)

// State is the state of a request at the operator.
type State string

// The states of a request. Only Verified and Failed are final.
const (
	// Code means that the operator has sent a code by SMS to the number and waits for it.
	Code State = "code"
	// Waiting means that the operator is working on the request.
	Waiting State = "waiting"
	// Verified means that the number is the borrower's, or that the account is open.
	Verified State = "verified"
	Failed   State = "failed"
	// Unknown means that there was no answer. The operator may have received the request: use Lookup.
	Unknown State = "unknown"
	// NotFound is a result of Lookup only: the operator does not know the reference.
	NotFound State = "notfound"
)

// Reasons of a failed request or a rejected code. An operator's unknown reason becomes Refused.
const (
	WrongPassword = "wrong_password"
	NoAccount     = "no_account"
	AccountExists = "account_exists"
	// NotOurs means that the number belongs to another operator.
	NotOurs = "not_ours"
	// OtherHolder means that the number is registered to another person.
	OtherHolder = "other_holder"
	Locked      = "locked"
	// CodeNotSent means that the operator could not send its code.
	CodeNotSent = "code_not_sent"
	Refused     = "refused"
	// WrongCode and CodeExpired come with the state Code. Another attempt is possible.
	WrongCode   = "wrong_code"
	CodeExpired = "code_expired"
)

// Kind is the kind of a request.
type Kind string

// The kinds of requests.
const (
	Verify   Kind = "verify"
	Register Kind = "register"
)

// Request is a request to an operator. It is never stored or logged, because it contains the borrower's password.
type Request struct {
	// Reference is our reference. Requests with the same reference are the same request, however often they are sent.
	Reference string
	Carrier   string
	Region    string
	Kind      Kind
	// Number is in E.164 format.
	Number string
	// Password is the borrower's password at the operator, or the one to be set. It is empty if a code suffices.
	Password string
}

// Answer is the operator's answer.
type Answer struct {
	State State
	// Reason is one of the reasons above, for the states Failed and Code.
	Reason string
	// CodeLength is the number of digits of the code that was sent, 4 to 6, or 0 if none was sent.
	CodeLength int
	// TenureMonths is how long the borrower has had the number, in months, or nil if unknown.
	TenureMonths *int
}

// ErrDown says that the operator did not accept the request, so that it can be repeated. Any other error means Unknown.
var ErrDown = errors.New("carrier: the operator accepts no requests")

// Gateway connects to the operators.
type Gateway interface {
	// Start makes a request. Repeating a reference does not make a second one.
	Start(ctx context.Context, r Request) (Answer, error)
	// SubmitCode passes the code to the operator. An accepted code may be submitted again.
	SubmitCode(ctx context.Context, reference, code string) (Answer, error)
	// SendCode requests another code, which replaces the earlier ones.
	SendCode(ctx context.Context, reference string) (Answer, error)
	// Lookup returns the state of a request.
	Lookup(ctx context.Context, reference string) (Answer, error)
}

// Known returns word if it is one of our reasons, and Refused otherwise.
func Known(word string) string {
	switch word {
	case WrongPassword, NoAccount, AccountExists, NotOurs, OtherHolder, Locked, CodeNotSent, WrongCode, CodeExpired:
		return word
	default:
		return Refused
	}
}
