package repay

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// The money of a refund that failed or was returned waits for an operator until another refund is made after that,
// whatever the refunds of the payment before did in the meantime.
func TestUndoneRefundWaitsForOperator(t *testing.T) {
	t.Parallel()
	at := func(seconds int64) time.Time { return time.Unix(seconds, 0) }
	made := func(id byte, created, ended int64, state RefundState, why string) refundRow {
		return refundRow{ID: uuid.UUID{id}, Amount: 1, CreatedAt: at(created), EndedAt: at(max(created, ended)), State: state, FailureReason: why}
	}
	failed := func(id byte, created, ended int64) refundRow {
		return made(id, created, ended, RefundFailed, "account_closed")
	}
	sent := func(id byte, created, ended int64) refundRow { return made(id, created, ended, RefundSucceeded, "") }
	for name, c := range map[string]struct {
		refunds []refundRow
		want    bool
	}{
		"it failed":                                {[]refundRow{failed(1, 1, 2)}, true},
		"it came back":                             {[]refundRow{made(1, 1, 2, RefundReturned, "")}, true},
		"it was cancelled":                         {[]refundRow{made(1, 1, 2, RefundFailed, PaymentReversed)}, false},
		"it was sent again":                        {[]refundRow{failed(1, 1, 2), sent(2, 3, 4)}, false},
		"it is being sent again":                   {[]refundRow{failed(1, 1, 2), made(2, 3, 0, RefundUnknown, "")}, false},
		"it failed again":                          {[]refundRow{failed(1, 1, 2), failed(2, 3, 4)}, true},
		"it was sent again, and then cancelled":    {[]refundRow{failed(1, 1, 2), made(2, 3, 4, RefundFailed, PaymentReversed)}, false},
		"a later one was sent before it failed":    {[]refundRow{failed(1, 1, 5), sent(2, 3, 4)}, true},
		"a later one was sent after it failed":     {[]refundRow{failed(1, 1, 5), sent(2, 3, 6)}, true},
		"a later one is on its way":                {[]refundRow{failed(1, 1, 5), made(2, 3, 0, RefundUnknown, "")}, true},
		"it came back after a later one":           {[]refundRow{made(1, 1, 5, RefundReturned, ""), sent(2, 3, 4)}, true},
		"it was sent again at the same time":       {[]refundRow{failed(1, 1, 2), sent(2, 2, 2)}, false},
		"what was set off since is no new attempt": {[]refundRow{failed(1, 1, 2), {ID: uuid.UUID{2}, Amount: 1, CreatedAt: at(3), State: RefundSucceeded, SetOff: true}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, SplitRow{Refunds: c.refunds}.Split().RefundFailed)
			require.True(t, len(c.refunds) < 2 || SplitRow{Refunds: []refundRow{c.refunds[1], c.refunds[0]}}.Split().RefundFailed == c.want, "in whatever order they come")
		})
	}
}
