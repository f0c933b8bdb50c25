package internal_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// noRefusal lists the reasons that a call's code names without being refused for them: what it says beside an answer, or
// goes on after.
var noRefusal = map[string][]reason.Reason{
	// Why a product is not open to a borrower; who has no documents yet is shown what there is.
	"loanList":   append(closed, reason.NoData),
	"loanDetail": append(closed, reason.NoData),
	// Whether more time can be had.
	"orderDetail":  append(noExtension, reason.LoanSettled),
	"repayOptions": noExtension,
	// Whether another device can be asked.
	"memberApproval": {reason.ApprovalBusy, reason.ApprovalNobody, reason.ApprovalTooMany},
	// The request before, whose time is over, was ended elsewhere in this moment.
	"supportPromise": {reason.StateChanged},
	"supportPlan":    {reason.StateChanged},
	// Nothing was asked of the carrier yet.
	"mallIndex": {reason.NoData},
	// No Android app lies in the store: the store's page is named. What is advertised as a first loan is what is open to somebody new.
	"configProduct": append(closed, reason.NotFound, reason.FileStoreAway),
	"contentPage":   closed,
	"mainAdvertise": closed,
	// The guide is always there; other pages are found by the same code.
	"mainGuide": append(closed, reason.NotFound),
}

var (
	closed = []reason.Reason{
		reason.CreditTooLow, reason.DebtLimit, reason.NotEligible, reason.OrderInProgress, reason.ProductFrozen, reason.ProductSuspended,
		reason.RepayFirst, reason.ScoreTooLow,
	}
	noExtension = []reason.Reason{reason.ExtensionTooLate, reason.ExtensionUnavailable, reason.ExtensionUsedUp}
)

// Whatever a call's code may refuse it for stands in the contract (x-reasons): whoever writes an app has a screen for it.
func TestEachCallListsWhatItIsRefusedFor(t *testing.T) {
	t.Parallel()
	document, err := contract.Load()
	require.NoError(t, err)
	code := load(t)
	handlers := code.registered()
	common := []string{string(reason.Success)}
	common = append(common, document.Common...)
	for _, call := range document.Operations() {
		require.NotEmpty(t, handlers[call.ID], "nothing answers %s", call.ID)
		named := code.reasons(handlers[call.ID])
		for _, r := range slices.Sorted(maps.Keys(named)) {
			if aboutAField(r) || slices.Contains(common, string(r)) || slices.Contains(call.Reasons, string(r)) {
				continue
			}
			assert.True(t, slices.Contains(noRefusal[call.ID], r), "%s may be refused for %q in %s: list it in x-reasons, or in noRefusal", call.ID, r, named[r])
		}
		for _, r := range noRefusal[call.ID] {
			assert.NotEmpty(t, named[r], "%s does not name %q", call.ID, r)
		}
	}
}

// A reason that nothing gives is a sentence in four languages that nobody reads. The specification's own stay.
func TestEveryReasonIsGiven(t *testing.T) {
	t.Parallel()
	code := load(t)
	given := code.reasons(slices.Collect(maps.Keys(code.functions)))
	for _, r := range reason.All() {
		if r.Code() > 20000 && r.Code() < 21000 {
			assert.NotEmpty(t, given[r], "nothing gives %q", r)
		}
	}
}

// aboutAField: such a reason stands under fields, and the refusal is reason.InvalidParameter.
func aboutAField(r reason.Reason) bool { return r.Code() > 20000 && r.Code() < 20100 }

// registered lists the functions that are handed over beside a text, by that text: a call is registered so by its name.
func (c code) registered() map[string][]*ssa.Function {
	found := map[string][]*ssa.Function{}
	for f := range c.functions {
		for _, in := range instructions(f) {
			call, is := in.(ssa.CallInstruction)
			if !is {
				continue
			}
			for _, name := range call.Common().Args {
				for _, value := range call.Common().Args {
					if handler := function(value); text(name) != "" && handler != nil {
						found[text(name)] = append(found[text(name)], handler)
					}
				}
			}
		}
	}
	return found
}

// reasons are those that functions name, and whatever they reach, with where. One that is only compared with is not named.
func (c code) reasons(from []*ssa.Function) map[reason.Reason]string {
	named := map[reason.Reason]string{}
	name := func(v ssa.Value, where string) {
		if strings.HasSuffix(v.Type().String(), "/base/reason.Reason") && text(v) != "" {
			named[reason.Reason(text(v))] = where
		}
	}
	for f := range c.reached(from) {
		for _, in := range instructions(f) {
			if _, compares := in.(*ssa.BinOp); compares {
				continue
			}
			for _, operand := range in.Operands(nil) {
				if *operand == nil {
					continue
				}
				name(*operand, f.String())
				if variable, is := (*operand).(*ssa.Global); is {
					for _, v := range c.initial[variable] {
						name(v, variable.String())
					}
				}
			}
		}
	}
	return named
}
