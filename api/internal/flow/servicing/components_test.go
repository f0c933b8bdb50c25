package servicing_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// repay.Components is the only list of a debt's components. Whatever cannot be derived from it must name the same ones.

func names(components ...repay.Component) []string {
	var names []string
	for _, c := range components {
		names = append(names, string(c))
	}
	return names
}

// everyPart returns the components and the overpayment.
func everyPart() []string { return append(names(repay.Components...), string(repay.Overpayment)) }

func TestEveryRegionAllocatesEachComponentOnce(t *testing.T) {
	t.Parallel()
	for _, code := range region.Codes() {
		require.ElementsMatch(t, names(repay.Components...), region.Get(code).AllocationOrder, code)
	}
}

func TestEachComponentHasItsAccounts(t *testing.T) {
	t.Parallel()
	// These two belong to no component: the amount that a payer has twice, and the fee that is withheld at the payout.
	receivables, incomes := []ledger.Account{ledger.PayerReceivable}, []ledger.Account{ledger.FrontServiceFeeIncome}
	for _, name := range names(repay.Components...) {
		receivables = append(receivables, ledger.Receivable(name))
		if name != string(repay.Principal) {
			incomes = append(incomes, ledger.Income(name))
		}
	}
	ending := func(suffix string) []ledger.Account {
		return slices.DeleteFunc(slices.Clone(ledger.Accounts), func(a ledger.Account) bool { return !strings.HasSuffix(string(a), suffix) })
	}
	require.ElementsMatch(t, ending("_receivable"), receivables)
	require.ElementsMatch(t, ending("_income"), incomes)
}

func TestEveryComponentIsTranslated(t *testing.T) {
	t.Parallel()
	for _, name := range names(repay.Components...) {
		for _, l := range []lang.Lang{lang.VI, lang.TH, lang.CN} { // English uses the same word for some
			require.NotEqual(t, name, agreement.Component(name, l), l)
		}
	}
}

func TestAPIContractListsEveryComponent(t *testing.T) {
	t.Parallel()
	for _, name := range everyPart() {
		require.True(t, contract.AllocationComponent(name).Valid(), name)
	}
	var fields []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[contract.DueBreakdown]()) {
		snake := regexp.MustCompile(`[A-Z]`).ReplaceAllStringFunc(field.Tag.Get("json"), func(s string) string { return "_" + strings.ToLower(s) })
		fields = append(fields, snake)
	}
	require.ElementsMatch(t, append(names(repay.Components...), "total"), fields)
}

func TestDatabaseRuleListsEveryComponent(t *testing.T) {
	t.Parallel()
	rows, err := postgrestest.Tx(t).Query(t.Context(), `
		SELECT match[1] FROM pg_proc, regexp_matches(substring(prosrc FROM 'component NOT IN\s*(\(.*?\))'), '''(\w+)''', 'g') AS match
		WHERE proname = 'payment_allocation_rules'`)
	require.NoError(t, err)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.ElementsMatch(t, everyPart(), found)
}
