package repay_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

func TestOutcomeOf(t *testing.T) {
	t.Parallel()
	day := money.MustDate("2026-04-11")
	full := &repay.Intent{Amount: 1000, Quote: repay.Quote{On: day, Owed: repay.Amounts{repay.Principal: 1000}}}
	part := &repay.Intent{Amount: 400, Quote: full.Quote}
	for name, c := range map[string]struct {
		intent               *repay.Intent
		amount               int64
		on                   money.Date
		settled, early, over bool
		want                 repay.Outcome
	}{
		"settles early":                {full, 1000, day, true, true, false, repay.PaidOff},
		"settles when due":             {full, 1000, day, true, false, false, repay.Exact},
		"overpaid":                     {full, 1100, day, true, true, true, repay.Over},
		"part payment as intended":     {part, 400, day, false, true, false, repay.PartPaid},
		"part payment of a full quote": {full, 400, day, false, true, false, repay.PartPaid},
		"full amount a day late":       {full, 1000, day.AddDays(1), false, true, false, repay.LateQuote},
		"part payment a day late":      {part, 400, day.AddDays(1), false, true, false, repay.PartPaid},
		"without an intent":            {nil, 400, day, false, true, false, repay.PartPaid},
		"without an intent, settles":   {nil, 1000, day, true, false, false, repay.Exact},
	} {
		require.Equal(t, c.want, repay.OutcomeOf(c.intent, c.amount, c.on, c.settled, c.early, c.over), name)
	}
}

func TestOpenIntentExpires(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 4, 11, 17, 0, 0, 0, time.UTC)
	i := repay.Intent{State: repay.Open, ExpiresAt: end}
	require.Equal(t, repay.Open, i.At(end.Add(-time.Microsecond)))
	require.Equal(t, repay.Expired, i.At(end))
	i.State = repay.Paid
	require.Equal(t, repay.Paid, i.At(end), "a paid intent does not expire")
}

func TestSerialContainsTheDate(t *testing.T) {
	t.Parallel()
	require.Regexp(t, `^RP260411\d{8}$`, repay.NewSerial(money.MustDate("2026-04-11")))
}
