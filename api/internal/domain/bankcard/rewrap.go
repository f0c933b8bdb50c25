package bankcard

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// rewrapAtOnce bounds what is held in memory.
const rewrapAtOnce = 500

// Rewrap puts the account numbers that are sealed under an older key under the current one, and tells how many it was.
// It may be stopped and run again at any point.
func (s *Cards) Rewrap(ctx context.Context, db postgres.DB) (int, error) {
	changed, after := 0, uuid.Nil
	for {
		rows, err := db.Query(ctx, `SELECT id, account_number_enc FROM bank_card WHERE id > $1 AND erased_at IS NULL ORDER BY id LIMIT $2`, after, rewrapAtOnce)
		if err != nil {
			return changed, fmt.Errorf("bankcard: rewrap: %w", postgres.Reason(err))
		}
		page, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
			ID     uuid.UUID
			Sealed []byte
		}])
		if err != nil {
			return changed, fmt.Errorf("bankcard: rewrap: %w", postgres.Reason(err))
		}
		if len(page) == 0 {
			return changed, nil
		}
		b := &pgx.Batch{}
		for _, row := range page {
			sealed, old, err := s.keyring.Rewrap(row.Sealed, sealOwner(row.ID))
			if err != nil {
				return changed, fmt.Errorf("bankcard: rewrap %s: %w", row.ID, err)
			}
			if old {
				b.Queue(`UPDATE bank_card SET account_number_enc = $3 WHERE id = $1 AND account_number_enc = $2`, row.ID, row.Sealed, sealed)
				changed++
			}
			after = row.ID
		}
		if err := db.SendBatch(ctx, b).Close(); err != nil {
			return changed, fmt.Errorf("bankcard: rewrap: %w", postgres.Reason(err))
		}
	}
}
