// Package carrier is the way to the mobile operators: it asks one to confirm that a number is the borrower's, or to
// open an account there for them. Operators take their time: what they say at once is rarely their last word.
package carrier

import (
	"context"
	"errors"
)

// State is how far a request is with the operator.
type State string

// The states of a request. Only Verified and Failed are final.
const (
	// Code: the operator has texted a code to the number and waits for it.
	Code State = "code"
	// Waiting: the operator works on it.
	Waiting State = "waiting"
	// Verified: the number is the borrower's, or the account is opened.
	Verified State = "verified"
	Failed   State = "failed"
	// Unknown: no answer came. The operator may have taken the request: Lookup tells.
	Unknown State = "unknown"
	// NotFound is a Lookup's answer: the operator never heard of the reference.
	NotFound State = "notfound"
)

// Why a request failed, or what is wrong with a code. An operator's own words read as Refused.
const (
	WrongPassword = "wrong_password"
	NoAccount     = "no_account"
	AccountExists = "account_exists"
	// NotOurs: the number belongs to another operator.
	NotOurs = "not_ours"
	// OtherHolder: the number is registered to somebody else.
	OtherHolder = "other_holder"
	Locked      = "locked"
	// CodeNotSent: the operator could not text its code.
	CodeNotSent = "code_not_sent"
	Refused     = "refused"
	// WrongCode and CodeExpired come with the state Code: another attempt is possible.
	WrongCode   = "wrong_code"
	CodeExpired = "code_expired"
)

// Kind is what is asked of the operator.
type Kind string

// The kinds.
const (
	Verify   Kind = "verify"
	Register Kind = "register"
)

// Request is what an operator is asked. It is never stored or logged: Password is the borrower's own.
type Request struct {
	// Reference is the caller's name for it; the same reference is the same request, however often it is sent.
	Reference string
	Carrier   string
	Region    string
	Kind      Kind
	// Number is in E.164 form.
	Number string
	// Password is the service password, or the one to be set; empty where a code is enough.
	Password string
}

// Answer is what the operator says.
type Answer struct {
	State State
	// Reason is one of the words above, for Failed and for Code.
	Reason string
	// CodeLength is how many digits the texted code has, 4 to 6; 0 where nothing was texted.
	CodeLength int
	// TenureMonths is how long the number has been theirs; nil where the operator does not tell.
	TenureMonths *int
}

// ErrDown says that the operator took nothing: the request may be made again. Any other error means the same as Unknown.
var ErrDown = errors.New("carrier: the operator takes no requests")

// Gateway speaks to the operators.
type Gateway interface {
	// Start makes a request; repeating a reference never makes two.
	Start(ctx context.Context, r Request) (Answer, error)
	// SubmitCode hands the operator the code that it texted. A code that was taken may be handed in again.
	SubmitCode(ctx context.Context, reference, code string) (Answer, error)
	// SendCode has the operator text another code; earlier ones are worth nothing then.
	SendCode(ctx context.Context, reference string) (Answer, error)
	// Lookup asks how far a request is.
	Lookup(ctx context.Context, reference string) (Answer, error)
}

// Known gives a reason of ours for an operator's word.
func Known(word string) string {
	switch word {
	case WrongPassword, NoAccount, AccountExists, NotOurs, OtherHolder, Locked, CodeNotSent, WrongCode, CodeExpired:
		return word
	default:
		return Refused
	}
}
