package hooks_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// A copy of an event is recognised by the JSON of these values, and the first one may have been received by the previous release:
// if a field had another name or place, every event that is sent again after a deploy would be refused as a mixed-up one. A field
// that the previous release does not have must be left out while it is empty.
func TestEventsHaveTheJSONOfThePreviousRelease(t *testing.T) {
	t.Parallel()
	id := uuid.MustParse("0190a000-0000-7000-8000-000000000001")
	event := map[string]any{
		`{"Lender":"far","ID":"e1","OrderID":"0190a000-0000-7000-8000-000000000001","Decision":{"Outcome":"rejected","Amount":1,"CreditLimit":2,"Score":3,"Reason":"score\n too  low ","FreezeDays":4}}`: review.Event{
			Lender: "far", ID: "e1", OrderID: id,
			Decision: read(t, lender.Answer{Decision: lender.Rejected, Amount: new(int64(1)), CreditLimit: new(int64(2)), Score: new(3), Reason: "score\n too  low ", FreezeDays: new(4)}),
		},
		`{"ID":"e1","Type":"payment","Reference":"r","OriginalReference":"o","Amount":1,"Currency":"VND","Memo":"m","Account":"a","PayerName":"n","PayerAccount":"p","PaidAt":"2026-03-01T02:03:04Z","Reason":"w"}`: payment.Report{
			ID: "e1", Type: "payment", Reference: "r", OriginalReference: "o", Amount: 1, Currency: "VND", Memo: "m", Account: "a",
			PayerName: "n", PayerAccount: "p", PaidAt: time.Date(2026, 3, 1, 2, 3, 4, 0, time.UTC), Reason: "w",
		},
		`{"Service":"s","ID":"e1","SessionID":"0190a000-0000-7000-8000-000000000001","Answer":{"State":"failed","Reason":"wrong_code","CodeLength":6,"TenureMonths":7}}`: carriercheck.Report{
			Service: "s", ID: "e1", SessionID: id, Answer: carrier.Answer{State: carrier.Failed, Reason: "wrong_code", CodeLength: 6, TenureMonths: new(7)},
		},
	}
	for want, value := range event {
		got, err := json.Marshal(value)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

// read reads a decision as the callback does.
func read(t *testing.T, a lender.Answer) lender.Decision {
	t.Helper()
	d, err := a.Read()
	require.NoError(t, err)
	return d
}
