// Package reason is the catalogue of all API responses: each reason has an error code, an HTTP status and a sentence in every
// interface language. A handler returns reason.New(...); one place writes the response.
package reason

import (
	"net/http"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

// Reason is the name of a response. The name is part of the contract: clients may switch on it where several reasons share a
// code.
type Reason string

// sentences are the texts of the reasons. Each {name} is replaced from the error's arguments.
var sentences = texts.Group[map[Reason]string]("reason")

// row is one line of the catalogue.
type row struct {
	reason Reason
	code   int
	status int
}

// catalogue contains all reasons, in the order of the code ranges.
var catalogue = slices.Concat(specRows, fieldRows, requestRows, loginRows, verificationRows, carrierRows, cardRows, orderRows,
	repayRows, faceRows, serviceRows)

var byReason = func() map[Reason]row {
	index := make(map[Reason]row, len(catalogue))
	for _, r := range catalogue {
		index[r.reason] = r
	}
	return index
}()

// find returns the row of r; a reason that is not in the catalogue is handled like an unknown error.
func (r Reason) find() row {
	if found, ok := byReason[r]; ok {
		return found
	}
	return byReason[System]
}

// Valid reports whether r is in the catalogue.
func (r Reason) Valid() bool { _, ok := byReason[r]; return ok }

// Code returns the errorCode of the envelope.
func (r Reason) Code() int { return r.find().code }

// Status returns the HTTP status.
func (r Reason) Status() int { return r.find().status }

// Retryable reports whether the same request may succeed later unchanged. Such a response is never stored under an idempotency
// key.
func (r Reason) Retryable() bool {
	status := r.Status()
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= http.StatusInternalServerError || r == IdempotencyInProgress
}

// Text returns the sentence in a language, with its {names} filled from args.
func (r Reason) Text(l lang.Lang, args Args) string {
	return args.Fill(sentences.In(l)[r.find().reason], l)
}

// All returns every reason in the order of the catalogue.
func All() []Reason {
	all := make([]Reason, len(catalogue))
	for i, r := range catalogue {
		all[i] = r.reason
	}
	return all
}
