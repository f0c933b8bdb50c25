package repay_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

func TestSamePartsComparesTheSumsAndNeverWraps(t *testing.T) {
	t.Parallel()
	split := []repay.Part{{Component: repay.Interest, Amount: 1}, {Component: repay.Interest, Amount: 2}}
	require.True(t, repay.SameParts(split, []repay.Part{{Component: repay.Interest, Amount: 3}}))
	require.False(t, repay.SameParts(split, []repay.Part{{Component: repay.Principal, Amount: 3}}))
	tooMuch := []repay.Part{{Component: repay.Interest, Amount: math.MaxInt64}, {Component: repay.Interest, Amount: 1}}
	require.PanicsWithValue(t, money.ErrOverflow, func() { repay.SameParts(tooMuch, tooMuch) })
}
