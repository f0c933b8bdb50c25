package bankcard

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// rewrapPageSize limits how many numbers are held in memory.
const rewrapPageSize = 500

// Rewrap re-encrypts the account numbers that are encrypted with an older key, and returns how many. It can be stopped and run
// again at any time.
func (c *Cards) Rewrap(ctx context.Context, db postgres.DB) (int, error) {
	type number struct {
		ID     uuid.UUID
		Sealed []byte
	}
	const what = "bankcard: rewrap"
	return postgres.Rewrite(ctx, db, what, func(after number) postgres.Query[[]number] {
		return postgres.Rows[number](what, `
			SELECT id, account_number_enc AS sealed FROM bank_card WHERE id > $1 AND erased_at IS NULL ORDER BY id LIMIT $2`, after.ID, rewrapPageSize)
	}, func(b *pgx.Batch, n number) (bool, error) {
		sealed, old, err := c.keyring.Rewrap(n.Sealed, sealOwner(n.ID))
		if err != nil {
			return false, fmt.Errorf("%s: %w", n.ID, err)
		}
		if old {
			b.Queue(`UPDATE bank_card SET account_number_enc = $3 WHERE id = $1 AND account_number_enc = $2`, n.ID, n.Sealed, sealed)
		}
		return old, nil
	})
}
