package ledger

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Kinds of movements that a statement shows in addition to the kinds of transactions. A disbursement charges the service fee
// together with the principal, and its return takes both back.
const (
	MovementServiceFee   = "service_fee"
	MovementPayoutReturn = "payout_return"
)

// Movement is the change of a scope's debt by a transaction, or by one part of it.
type Movement struct {
	// ID is the id of the transaction. For a payment it equals the payment's id.
	ID    uuid.UUID
	Scope uuid.UUID
	// Kind is the kind of the transaction, or MovementServiceFee or MovementPayoutReturn.
	Kind string
	// Reverses is the id of the transaction that this one reverses.
	Reverses               *uuid.UUID
	PostingDate, ValueDate money.Date
	// Amount is in minor units and positive if it increases the debt.
	Amount int64
}

// Movement returns the change that the transaction makes to the debt of its scope.
func (t Transaction) Movement() Movement {
	m := Movement{ID: t.ID, Scope: t.Scope, Kind: t.Kind, Reverses: t.Reverses, PostingDate: t.PostingDate, ValueDate: t.ValueDate}
	for _, e := range t.Entries {
		if e.Account.IsReceivable() || e.Account == Overpayment {
			m.Amount = money.Sum(m.Amount, e.Amount)
		}
	}
	return m
}

// Statement lists the changes to the debt of one scope in a period. Opening plus all movements is the closing balance. A balance
// is the debt minus the borrower's money that we hold, so it is negative while an overpayment waits to be refunded.
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

// ofDebt selects the entries that change the balance of a borrower.
const ofDebt = `(e.account LIKE '%\_receivable' OR e.account = 'overpayment')`

// movementKind is the kind of movement that an entry of a transaction belongs to.
const movementKind = `CASE
	WHEN t.kind IN ('disbursement', 'return') AND e.account = 'service_fee_receivable' THEN '` + MovementServiceFee + `'
	WHEN t.kind = 'return' AND e.account = 'principal_receivable' THEN '` + MovementPayoutReturn + `' ELSE t.kind END`

// StatementsOf reads the statements of the given scopes for the posting dates from and to, both inclusive. Posted transactions are
// never rewritten, so the statement of a past period never changes. An accrual comes before the event that caused it; otherwise
// the running balance between the two would be one that never existed. The result has an entry for every requested scope.
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
	return postgres.Combine("ledger: statements", func(b *pgx.Batch) func() (map[uuid.UUID]Statement, error) {
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
