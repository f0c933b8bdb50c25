package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Journal reads all transactions of the given scopes in the order in which they were posted.
func Journal(ctx context.Context, db postgres.DB, scopes ...uuid.UUID) ([]Transaction, error) {
	rows, err := db.Query(ctx, `
		SELECT t.id, t.key, t.kind, t.scope, t.posting_date, t.value_date, t.reverses, t.created_at, min(e.currency),
			jsonb_agg(jsonb_build_object('Account', e.account, 'Amount', e.amount) ORDER BY e.seq)
		FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
		WHERE t.scope = ANY ($1)
		GROUP BY t.id ORDER BY t.posting_date, t.id`, scopes)
	if err != nil {
		return nil, fmt.Errorf("ledger: journal: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Transaction])
	if err != nil {
		return nil, fmt.Errorf("ledger: journal: %w", postgres.Reason(err))
	}
	return all, nil
}
