package ledger

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Balance maps the accounts of one scope to their balances in minor units, positive on the debit side. An account without entries is zero.
type Balance map[Account]int64

// Owed returns the sum of all receivable accounts.
func (b Balance) Owed() int64 {
	var sum int64
	for account, amount := range b {
		if account.IsReceivable() {
			sum = money.Sum(sum, amount)
		}
	}
	return sum
}

// OverpaidBy reports whether we still hold money that a member has overpaid: its refund is under way, or it failed and waits for a person.
func OverpaidBy(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("ledger: overpaid", `
		SELECT EXISTS (
			SELECT FROM order_reference o JOIN ledger_balance b ON b.scope = o.order_id
			WHERE o.member_id = $1 AND b.account = $2 AND b.balance <> 0)`, member, Overpayment)
}

// BalanceRow is one account of a scope as ledger_balance stores it.
type BalanceRow struct {
	Account Account
	Balance int64
}

// BalanceRows returns a column with the accounts of a scope. scope names the scope's column in the surrounding statement.
func BalanceRows(scope string) string {
	return postgres.SelectRowArray[BalanceRow]("b", `FROM ledger_balance b WHERE b.balance <> 0 AND b.scope = `+scope)
}

// BalanceOf converts the rows of one scope to a Balance.
func BalanceOf(rows []BalanceRow) Balance {
	b := make(Balance, len(rows))
	for _, r := range rows {
		b[r.Account] = r.Balance
	}
	return b
}

// Balances reads the accounts of one scope.
func Balances(scope uuid.UUID) postgres.Query[Balance] {
	return postgres.Then(BalancesOf(scope), func(all map[uuid.UUID]Balance) (Balance, error) { return all[scope], nil })
}

// BalancesOf reads the accounts of many scopes. The result has an entry for every requested scope.
func BalancesOf(scopes ...uuid.UUID) postgres.Query[map[uuid.UUID]Balance] {
	type row struct {
		Scope   uuid.UUID
		Account string
		Balance int64
	}
	among, asked := postgres.AnyOf(`scope`, scopes)
	rows := postgres.Rows[row]("ledger: balances", `SELECT scope, account, balance FROM ledger_balance WHERE balance <> 0 AND `+among, asked)
	return postgres.Then(rows, func(rows []row) (map[uuid.UUID]Balance, error) {
		all := make(map[uuid.UUID]Balance, len(scopes))
		for _, scope := range scopes {
			all[scope] = Balance{}
		}
		for _, r := range rows {
			all[r.Scope][Account(r.Account)] = r.Balance
		}
		return all, nil
	})
}
