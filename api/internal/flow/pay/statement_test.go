package pay_test

import (
	"encoding/csv"
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// statements checks for any history that the statements of two consecutive periods are consistent: the first closes
// where the second opens, the last closes with the journal's balance, and the statement for the borrower closes with
// what is owed today.
func (w *fixture) statements(r *rapid.T, paid flowtest.Paid) {
	balance, err := ledger.Balances(paid.OrderID).Read(r.Context(), w.pool)
	require.NoError(r, err)
	cut := w.today().AddDays(-rapid.IntRange(-2, 60).Draw(r, "days before today"))
	first, last := money.MustDate("2000-01-01"), money.MustDate("9999-12-31")
	before, err := ledger.StatementsOf(first, cut, paid.OrderID).Read(r.Context(), w.pool)
	require.NoError(r, err)
	after, err := ledger.StatementsOf(cut.AddDays(1), last, paid.OrderID).Read(r.Context(), w.pool)
	require.NoError(r, err)
	require.Zero(r, before[paid.OrderID].Opening)
	require.Equal(r, before[paid.OrderID].Closing(), after[paid.OrderID].Opening)
	require.Equal(r, money.Sum(balance.Owed(), balance[ledger.Overpayment]), after[paid.OrderID].Closing())

	state := w.state(r, paid)
	documents := document.New(w.pool, w.clock, nil)
	file, err := documents.Statement(r.Context(), document.StatementRequest{Member: paid.MemberID, Order: &paid.OrderID, CSV: true, Lang: lang.EN})
	require.NoError(r, err)
	rows, err := csv.NewReader(strings.NewReader(string(file.Content))).ReadAll()
	require.NoError(r, err)
	closing := rows[len(rows)-1][8]
	require.Equal(r, money.Of(state.Owed.Total()-state.Overpaid(), money.VND).Decimal(), closing, "%s", file.Content)
}
