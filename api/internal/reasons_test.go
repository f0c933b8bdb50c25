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

// noRefusal lists the reasons that the code of an operation names without refusing the request: they are part of its response,
// or handled.
var noRefusal = map[string][]reason.Reason{
	// Why a product is not open to a borrower; a borrower without submitted forms still sees the list.
	"loanList":   append(closed, reason.NoData),
	"loanDetail": append(closed, reason.NoData),
	// Whether an extension is possible.
	"orderDetail":  append(noExtension, reason.LoanSettled),
	"repayOptions": noExtension,
	// Whether another device can be asked.
	"memberApproval": {reason.ApprovalBusy, reason.ApprovalNobody, reason.ApprovalTooMany},
	// The previous request had expired and was ended by another process at the same time.
	"supportPromise": {reason.StateChanged},
	"supportPlan":    {reason.StateChanged},
	// A repeated request reads the intent that the first one made.
	"repayBank":    {reason.NotFound},
	"repayPaycode": {reason.NotFound},
	// The carrier has not been asked yet.
	"mallIndex": {reason.NoData},
	// If the store has no Android app, the URL of the app store is returned. The advertised first loan is what is open to a new
	// borrower.
	"configProduct": append(closed, reason.NotFound, reason.FileStoreAway),
	"contentPage":   closed,
	"mainAdvertise": closed,
	// The guide always exists; other pages are found by the same code.
	"mainGuide": append(closed, reason.NotFound),
}

var (
	closed = []reason.Reason{
		reason.CreditTooLow, reason.DebtLimit, reason.NotEligible, reason.OrderInProgress, reason.ProductFrozen, reason.ProductSuspended,
		reason.RepayFirst, reason.ScoreTooLow,
	}
	noExtension = []reason.Reason{reason.ExtensionTooLate, reason.ExtensionUnavailable, reason.ExtensionUsedUp}
)

// Every reason for which an operation's code may refuse a request is in the contract (x-reasons), so that the developer of an
// app can handle it.
func TestOperationsDeclareAllRefusalReasons(t *testing.T) {
	t.Parallel()
	document, err := contract.Load()
	require.NoError(t, err)
	code := load(t)
	handlers := code.registered()
	common := []string{string(reason.Success)}
	common = append(common, document.Common...)
	for _, call := range document.Operations() {
		require.NotEmpty(t, handlers[call.ID], "%s has no handler", call.ID)
		named := code.reasons(handlers[call.ID])
		for _, r := range slices.Sorted(maps.Keys(named)) {
			if aboutAField(r) || slices.Contains(common, string(r)) || slices.Contains(call.Reasons, string(r)) {
				continue
			}
			assert.True(t, slices.Contains(noRefusal[call.ID], r), "%s may be refused for %q in %s: list it in x-reasons, or in noRefusal", call.ID, r, named[r])
		}
		for _, r := range noRefusal[call.ID] {
			assert.NotEmpty(t, named[r], "%s does not use %q: remove it from noRefusal", call.ID, r)
		}
	}
}

// A reason that no code returns is an unused sentence in four languages. The specification's own reasons are kept.
func TestEveryReasonIsUsed(t *testing.T) {
	t.Parallel()
	code := load(t)
	given := code.reasons(slices.Collect(maps.Keys(code.functions)))
	for _, r := range reason.All() {
		if r.Code() > 20000 && r.Code() < 21000 {
			assert.NotEmpty(t, given[r], "no code uses %q", r)
		}
	}
}

// aboutAField reports whether a reason is only used under fields; the refusal itself is reason.InvalidParameter.
func aboutAField(r reason.Reason) bool { return r.Code() > 20000 && r.Code() < 20100 }

// registered returns the functions that are passed together with a text, by that text: handlers are registered by operation
// name.
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

// reasons returns the reasons that functions name, or that functions reached by them name, with the place. Comparing with a
// reason does not count.
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
