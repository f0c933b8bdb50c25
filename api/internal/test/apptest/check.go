package apptest

import (
	"errors"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// check validates a response against the contract. A process of another release follows its own contract, whose data has other
// fields.
func (stack *Stack) check(op contract.Operation, answer Answer) error {
	err := op.CheckAnswer(answer.Status, answer.Header.Get("Content-Type"), answer.Body)
	if stack.otherRelease && fieldsAlone(err) {
		return nil
	}
	return err
}

// fieldsAlone reports whether all that a response violates is which fields there are in its data.
func fieldsAlone(err error) bool {
	var several openapi3.MultiError
	var one *openapi3.SchemaError
	switch {
	case errors.As(err, &several):
		for _, each := range several {
			if !fieldsAlone(each) {
				return false
			}
		}
		return true
	case errors.As(err, &one) && one.Origin != nil:
		return fieldsAlone(one.Origin)
	case one != nil:
		at := one.JSONPointer()
		return (one.SchemaField == "properties" || one.SchemaField == "required") && len(at) > 0 && at[0] == "data"
	}
	return false
}
