package repay_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

func TestAllocate(t *testing.T) {
	t.Parallel()
	owed := repay.Amounts{
		repay.LateFee: 50, repay.OverdueFee: 30, repay.ServiceFee: 100, repay.Interest: 200, repay.Principal: 1000,
	}
	require.Equal(t, int64(1380), owed.Total())
	usual := repay.Order(nil)
	for name, c := range map[string]struct {
		order  []repay.Component
		amount int64
		want   []repay.Part
	}{
		"zero amount":   {usual, 0, nil},
		"first fee":     {usual, 20, []repay.Part{{repay.LateFee, 20}}},
		"into interest": {usual, 200, []repay.Part{{repay.LateFee, 50}, {repay.OverdueFee, 30}, {repay.ServiceFee, 100}, {repay.Interest, 20}}},
		"exact": {usual, 1380, []repay.Part{
			{repay.LateFee, 50}, {repay.OverdueFee, 30}, {repay.ServiceFee, 100}, {repay.Interest, 200}, {repay.Principal, 1000},
		}},
		"overpaid": {usual, 1381, []repay.Part{
			{repay.LateFee, 50}, {repay.OverdueFee, 30}, {repay.ServiceFee, 100}, {repay.Interest, 200}, {repay.Principal, 1000}, {repay.Overpayment, 1},
		}},
		"principal first": {repay.Order([]string{"principal", "interest"}), 1210, []repay.Part{
			{repay.Principal, 1000}, {repay.Interest, 200}, {repay.LateFee, 10},
		}},
	} {
		require.Equal(t, c.want, repay.Allocate(c.order, owed, c.amount), name)
	}
	require.Equal(t, []repay.Part{{repay.Overpayment, 7}}, repay.Allocate(usual, nil, 7))
}

func TestOrderContainsEveryComponent(t *testing.T) {
	t.Parallel()
	require.Equal(t, repay.Components, repay.Order([]string{"late_fee", "late_fee", "overpayment", "tip"}))
	rapid.Check(t, func(r *rapid.T) {
		names := rapid.SliceOf(rapid.SampledFrom([]string{"principal", "interest", "late_fee", "service_fee", "x"})).Draw(r, "names")
		require.ElementsMatch(r, repay.Components, repay.Order(names))
	})
}

func TestAllocateDistributesTheWholeAmount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		owed := repay.Amounts{}
		for _, c := range repay.Components {
			owed[c] = rapid.Int64Range(0, 1000).Draw(r, string(c))
		}
		order := rapid.Permutation(repay.Components).Draw(r, "order")
		amount := rapid.Int64Range(0, 9000).Draw(r, "amount")
		var sum int64
		for _, part := range repay.Allocate(order, owed, amount) {
			require.Positive(r, part.Amount)
			if part.Component == repay.Overpayment {
				require.Equal(r, amount-owed.Total(), part.Amount)
			} else {
				require.LessOrEqual(r, part.Amount, owed[part.Component])
			}
			sum += part.Amount
		}
		require.Equal(r, amount, sum)
	})
}

func TestBeforeMovesOneComponentToTheFront(t *testing.T) {
	t.Parallel()
	order := []repay.Component{repay.LateFee, repay.Interest, repay.Principal}
	require.Equal(t, []repay.Component{repay.Interest, repay.LateFee, repay.Principal}, repay.Before(order, repay.Interest))
	require.Equal(t, []repay.Component{repay.ExtensionFee, repay.LateFee, repay.Interest, repay.Principal}, repay.Before(order, repay.ExtensionFee))
	require.Equal(t, []repay.Component{repay.LateFee, repay.Interest, repay.Principal}, order, "the given order is unchanged")
}

func TestAddMergesPartsOfOneComponent(t *testing.T) {
	t.Parallel()
	parts := repay.Add(repay.Add(nil, repay.Part{repay.Interest, 20}), repay.Part{repay.Principal, 5})
	require.Equal(t, []repay.Part{{repay.Interest, 20}, {repay.Principal, 12}}, repay.Add(parts, repay.Part{repay.Principal, 7}))
}
