package ledger

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// What a statement tells apart within a transaction, beside the kinds of transactions: a payout charges the service fee with the
// principal, and its coming back takes both off.
const (
	MovementServiceFee   = "service_fee"
	MovementPayoutReturn = "payout_return"
)

// Movement is a transaction, or one side of it, by what it changed in the debt of a scope.
type Movement struct {
	// ID is the transaction's, which for a payment is the payment's own.
	ID    uuid.UUID
	Scope uuid.UUID
	// Kind is the transaction's, or MovementServiceFee or MovementPayoutReturn.
	Kind string
	// Reverses is the transaction that it takes back.
	Reverses               *uuid.UUID
	PostingDate, ValueDate money.Date
	// Amount is positive where more is owed after it, in minor units.
	Amount int64
}

// Movement is what the transaction changes in the debt of its scope.
func (t Transaction) Movement() Movement {
	m := Movement{ID: t.ID, Scope: t.Scope, Kind: t.Kind, Reverses: t.Reverses, PostingDate: t.PostingDate, ValueDate: t.ValueDate}
	for _, e := range t.Entries {
		if e.Account.IsReceivable() || e.Account == Overpayment {
			m.Amount = money.Sum(m.Amount, e.Amount)
		}
	}
	return m
}

// Statement is what happened to the debt of one scope in a period: opening and movements come to the closing balance. A
// balance is what is owed less what is kept of the borrower's money: negative while an overpayment waits to go back.
type Statement struct {
	Opening   int64
	Movements []Movement
}

// Closing is the balance at the end of the period.
func (s Statement) Closing() int64 {
	closing := s.Opening
	for _, m := range s.Movements {
		closing = money.Sum(closing, m.Amount)
	}
	return closing
}

// ofDebt are the entries that change what a borrower owes on balance.
const ofDebt = `(e.account LIKE '%\_receivable' OR e.account = 'overpayment')`

// movementKind is what a statement calls an entry of a transaction.
const movementKind = `CASE
	WHEN t.kind IN ('disbursement', 'return') AND e.account = 'service_fee_receivable' THEN '` + MovementServiceFee + `'
	WHEN t.kind = 'return' AND e.account = 'principal_receivable' THEN '` + MovementPayoutReturn + `' ELSE t.kind END`

// StatementsOf reads the statements of some scopes from one posting date up to another, both included. What was posted is
// never rewritten, so a period that is over always reads the same. What had accrued up to an event stands before it, or the balance
// between the two would be none that ever was. Every scope that was asked for is in the answer.
func StatementsOf(from, to money.Date, scopes ...uuid.UUID) postgres.Query[map[uuid.UUID]Statement] {
	type opening struct {
		Scope  uuid.UUID
		Amount int64
	}
	before := postgres.Rows[opening]("ledger: opening balances", `
		SELECT t.scope, sum(e.amount)::bigint AS amount
		FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
		WHERE t.scope = ANY($1) AND t.posting_date < $2 AND `+ofDebt+`
		GROUP BY t.scope`, scopes, from)
	within := postgres.Rows[Movement]("ledger: movements", `
		SELECT t.id, t.scope, `+movementKind+` AS kind, t.reverses, t.posting_date, t.value_date, sum(e.amount)::bigint AS amount
		FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
		WHERE t.scope = ANY($1) AND t.posting_date BETWEEN $2 AND $3 AND `+ofDebt+`
		GROUP BY t.id, `+movementKind+` HAVING sum(e.amount) <> 0
		ORDER BY t.posting_date, t.created_at, t.kind <> 'accrual', t.id, sum(e.amount) DESC`, scopes, from, to)
	return postgres.Together("ledger: statements", func(b *pgx.Batch) func() (map[uuid.UUID]Statement, error) {
		openings, movements := before.Queue(b), within.Queue(b)
		return func() (map[uuid.UUID]Statement, error) {
			all := make(map[uuid.UUID]Statement, len(scopes))
			for _, scope := range scopes {
				all[scope] = Statement{}
			}
			for _, o := range openings.Get() {
				all[o.Scope] = Statement{Opening: o.Amount}
			}
			for _, m := range movements.Get() {
				s := all[m.Scope]
				s.Movements = append(s.Movements, m)
				all[m.Scope] = s
			}
			return all, nil
		}
	})
}
