package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// PostedUpTo returns a column with the business date up to which the journal of a scope is complete; NULL without transactions.
// scope names the scope's column in the surrounding statement. For an accrual this is its value date, and also for a disbursement:
// it may be posted days later, and the charges since are an accrual of their own. For every other transaction it is the posting date, because
// the event brings the journal up to that day.
func PostedUpTo(scope string) string {
	return `(SELECT max(CASE WHEN t.kind IN ('accrual', 'disbursement') THEN t.value_date ELSE t.posting_date END)
		FROM ledger_transaction t WHERE t.scope = ` + scope + `)`
}

// HasPosted reports whether a transaction with this key exists.
func HasPosted(key string) postgres.Query[bool] {
	return postgres.Value[bool]("ledger: has posted", `SELECT EXISTS (SELECT FROM ledger_transaction WHERE key = $1)`, key)
}

// FirstPosted reads the posting date of the first transaction, or no date if there is none. Transaction ids sort by time.
func FirstPosted() postgres.Query[money.Date] {
	return postgres.Value[money.Date]("ledger: first posted", `SELECT (SELECT posting_date FROM ledger_transaction ORDER BY id LIMIT 1)`)
}

// PaymentDates holds the business dates on which payments were posted, and on which they were reversed, either by the bank or
// because they had been matched to the wrong loan. These maps are keyed by payment id. Disbursed, keyed by scope, holds the dates
// on which disbursements were posted, which may be later than their value dates.
type PaymentDates struct {
	Posted, Reversed, Disbursed map[uuid.UUID]money.Date
}

// PaymentDatesOf reads the dates of all payments and disbursements of the given scopes.
func PaymentDatesOf(scopes ...uuid.UUID) postgres.Query[PaymentDates] {
	type row struct {
		ID, Scope   uuid.UUID
		Kind        string
		Reverses    *uuid.UUID
		PostingDate money.Date
	}
	rows := postgres.Rows[row]("ledger: payment dates", `
		SELECT id, scope, kind, reverses, posting_date FROM ledger_transaction
		WHERE scope = ANY($1) AND (kind IN ('payment', 'disbursement') OR (kind IN ('reversal', 'unmatch') AND reverses IS NOT NULL))`, scopes)
	return postgres.Then(rows, func(rows []row) (PaymentDates, error) {
		dates := PaymentDates{Posted: map[uuid.UUID]money.Date{}, Reversed: map[uuid.UUID]money.Date{}, Disbursed: map[uuid.UUID]money.Date{}}
		for _, r := range rows {
			switch {
			case r.Reverses != nil:
				dates.Reversed[*r.Reverses] = r.PostingDate
			case r.Kind == KindDisbursement:
				dates.Disbursed[r.Scope] = r.PostingDate
			default:
				dates.Posted[r.ID] = r.PostingDate
			}
		}
		return dates, nil
	})
}

// BalanceMismatch is an account whose balance differs from the sum of its entries.
type BalanceMismatch struct {
	Scope    uuid.UUID
	Account  Account
	Currency money.Currency
	// Journal is the sum of the entries, Balance is the stored balance.
	Journal int64
	Balance int64
}

// CheckProjection compares the balances of the given scopes, or of all scopes if none are given, with the journal. The database
// keeps them equal, so a difference means that someone with the owner's rights has changed data.
func CheckProjection(ctx context.Context, db postgres.DB, scopes ...uuid.UUID) ([]BalanceMismatch, error) {
	where, args := only("scope", scopes)
	entries := `ledger_entry`
	if where != "" {
		// Entries are looked up by transaction id. An entry whose scope differs from its transaction's is reported for both scopes.
		entries = `(SELECT e.* FROM (SELECT id FROM ledger_transaction ` + where + `) t JOIN ledger_entry e ON e.transaction_id = t.id) e`
	}
	return check[BalanceMismatch](ctx, db, `
		SELECT scope, account, currency, COALESCE(j.amount, 0)::bigint, COALESCE(b.balance, 0)
		FROM (SELECT scope, account, currency, sum(amount) AS amount FROM `+entries+` GROUP BY scope, account, currency) j
		FULL JOIN (SELECT * FROM ledger_balance `+where+`) b USING (scope, account, currency)
		WHERE COALESCE(j.amount, 0) <> COALESCE(b.balance, 0)`, args)
}

// Unbalanced returns the keys of transactions that do not sum to zero in a currency, for the given scopes or for all. The database
// refuses such transactions.
func Unbalanced(ctx context.Context, db postgres.DB, scopes ...uuid.UUID) ([]string, error) {
	where, args := only("t.scope", scopes)
	found, err := check[struct{ Key string }](ctx, db, `
		SELECT DISTINCT t.key FROM ledger_transaction t LEFT JOIN ledger_entry e ON e.transaction_id = t.id `+where+`
		GROUP BY t.id, t.key, e.currency HAVING COALESCE(sum(e.amount), 1) <> 0`, args)
	keys := make([]string, len(found))
	for i, f := range found {
		keys[i] = f.Key
	}
	return keys, err
}

// only returns a condition that the column is one of the scopes, or nothing if there are no scopes.
func only(column string, scopes []uuid.UUID) (where string, args []any) {
	if len(scopes) == 0 {
		return "", nil
	}
	return "WHERE " + column + " = ANY($1)", []any{scopes}
}

func check[T any](ctx context.Context, db postgres.DB, sql string, args []any) ([]T, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("ledger: check: %w", postgres.Reason(err))
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	if err != nil {
		return nil, fmt.Errorf("ledger: check: %w", postgres.Reason(err))
	}
	return found, nil
}

// ErrNotAppendOnly says that the database role may change or delete posted transactions.
var ErrNotAppendOnly = errors.New("ledger: this role can rewrite the journal, but the application's role must not")

// CheckAppendOnly returns ErrNotAppendOnly if the current database role may change or delete posted transactions.
func CheckAppendOnly(ctx context.Context, db postgres.DB) error {
	const rights = `SELECT has_table_privilege('ledger_entry', 'UPDATE, DELETE, TRUNCATE') OR has_table_privilege('ledger_transaction', 'UPDATE, DELETE, TRUNCATE')`
	var may bool
	if err := db.QueryRow(ctx, rights).Scan(&may); err != nil {
		return fmt.Errorf("ledger: rights: %w", postgres.Reason(err))
	}
	if may {
		return ErrNotAppendOnly
	}
	return nil
}
