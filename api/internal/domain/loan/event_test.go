package loan_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// A long timeline has one payment line per day, also if other events lie between the payments. A short timeline shows every payment.
func TestLongTimelineHasOnePaymentLinePerDay(t *testing.T) {
	t.Parallel()
	zone := region.Get("vi").TimeZone
	first := time.Date(2026, time.November, 20, 9, 0, 0, 0, zone)
	lines := []loan.TimelineEntry{{Event: loan.PaidOut, At: first, Amount: 5_000_000}}
	for _, at := range []time.Time{first, first.Add(15*time.Hour + 10*time.Minute), first.Add(48 * time.Hour)} { // in UTC the second day is still the first
		for range 40 {
			at = at.Add(time.Minute)
			lines = append(lines, loan.TimelineEntry{Event: loan.PaymentReceived, At: at, Amount: 1_000})
		}
		lines = append(lines,
			loan.TimelineEntry{Event: loan.PaymentReversed, At: at, Amount: 1_000}, loan.TimelineEntry{Event: loan.OverpaymentReturned, At: at, Amount: 7},
			loan.TimelineEntry{Event: loan.PaymentReversed, At: at, Amount: 1_000}, loan.TimelineEntry{Event: loan.OverpaymentReturned, At: at, Amount: 7})
	}
	require.Equal(t, lines[:99], loan.FoldTimeline(lines[:99], zone))
	folded := loan.FoldTimeline(lines, zone)
	var events []loan.Event
	for _, line := range folded[:5] {
		events = append(events, line.Event)
	}
	require.Equal(t, []loan.Event{loan.PaidOut, loan.PaymentReceived, loan.PaymentReversed, loan.PaymentReversed, loan.OverpaymentReturned}, events)
	require.Len(t, folded, 1+3*4)
	require.Equal(t, lines[40].At, folded[1].At, "the line has the time of the day's last payment")
	require.EqualValues(t, 40_000, folded[1].Amount)
	require.EqualValues(t, 14, folded[4].Amount)
	require.EqualValues(t, 40_000, folded[9].Amount)
}
