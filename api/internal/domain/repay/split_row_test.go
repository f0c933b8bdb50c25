package repay

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A split shows the newest allocation round, the refunds by state, the reversals of the bank, and whether an operator must decide first.
func TestSplitOfAPayment(t *testing.T) {
	t.Parallel()
	ended := time.Unix(100, 0)
	failed := refundRow{Amount: 5, State: RefundFailed, FailureReason: "account_closed", EndedAt: ended}
	withdrawn := refundRow{Amount: 5, State: RefundFailed, FailureReason: PaymentReversed, CreatedAt: ended.Add(1)}
	sent, again := refundRow{Amount: 3, State: RefundSucceeded}, refundRow{Amount: 3, State: RefundSucceeded, CreatedAt: ended.Add(1)}
	for name, c := range map[string]struct {
		row  SplitRow
		want Split
	}{
		"a payment alone": {SplitRow{Seq: 1, Amount: 9}, Split{Seq: 1, Amount: 9}},
		"only the newest allocation round counts, in any order": {
			SplitRow{Allocations: []allocationRow{{2, Interest, 4}, {1, Principal, 9}, {2, Principal, 5}}},
			Split{Round: 2, Parts: []Part{{Interest, 4}, {Principal, 5}}},
		},
		"refunds in progress and succeeded ones": {
			SplitRow{Refunds: []refundRow{{Amount: 1, State: RefundCreated}, {Amount: 2, State: RefundUnknown}, sent}},
			Split{Refunding: 3, Refunded: 3},
		},
		"the newest refund failed":                 {SplitRow{Refunds: []refundRow{sent, failed}}, Split{Refunded: 3, RefundFailed: true}},
		"an older refund failed":                   {SplitRow{Refunds: []refundRow{failed, again}}, Split{Refunded: 3}},
		"a refund cancelled because of a reversal": {SplitRow{Refunds: []refundRow{failed, withdrawn}}, Split{}},
		"a partial reversal by the bank": {
			SplitRow{Reversals: []reversalRow{{4, true, ReversalApplied}, {2, true, ReversalDismissed}, {8, false, ReversalDismissed}}},
			Split{TakenBack: 6, OwedAgain: 4},
		},
		"an undecided partial reversal": {SplitRow{Reversals: []reversalRow{{4, true, ReversalApplied}, {2, false, ""}}}, Split{TakenBack: 4, OwedAgain: 4, Undecided: true}},
		"an undecided partial reversal with a succeeded refund": {
			SplitRow{Refunds: []refundRow{sent}, Reversals: []reversalRow{{2, true, ""}}},
			Split{Refunded: 3, TakenBack: 2, Undecided: true},
		},
		"a set-off does not clear the failure of a sent refund": {
			SplitRow{Refunds: []refundRow{failed, {Amount: 4, State: RefundSucceeded, SetOff: true}}},
			Split{Refunded: 4, SetOff: 4, RefundFailed: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, c.row.Split())
		})
	}
}
