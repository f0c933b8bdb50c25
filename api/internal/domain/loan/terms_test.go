package loan_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// Terms parsed from the same text are independent: a change to one does not affect the other.
func TestParsedTermsShareNoMemory(t *testing.T) {
	t.Parallel()
	const text = `{"currency": "VND", "annualRateBps": 1500, "allocationOrder": ["interest", "principal"]}`
	var first, second loan.Terms
	require.NoError(t, first.ScanBytes([]byte(text)))
	first.AllocationOrder[0] = "late_fee"
	require.NoError(t, second.ScanBytes([]byte(text)))
	require.Equal(t, loan.Terms{Currency: "VND", AnnualRateBps: 1500, AllocationOrder: []string{"interest", "principal"}}, second)
	require.Error(t, first.ScanBytes([]byte(`{"annualRateBps": "much"}`)))

	for _, field := range reflect.VisibleFields(reflect.TypeFor[loan.Terms]()) {
		shared := field.Type.Kind() == reflect.Slice || field.Type.Kind() == reflect.Map || field.Type.Kind() == reflect.Pointer
		require.Equal(t, field.Name == "AllocationOrder", shared, "%s would be shared by all terms parsed from the same text", field.Name)
	}
}
