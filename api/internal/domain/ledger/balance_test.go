package ledger_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
)

func TestOwedIsTheSumOfReceivablesAndNeverWraps(t *testing.T) {
	t.Parallel()
	require.Equal(t, int64(30), ledger.Balance{ledger.PrincipalReceivable: 20, ledger.LateFeeReceivable: 10, ledger.Bank: -30}.Owed())
	tooMuch := ledger.Balance{ledger.PrincipalReceivable: math.MaxInt64, ledger.LateFeeReceivable: 1}
	require.PanicsWithValue(t, money.ErrOverflow, func() { tooMuch.Owed() })
}
