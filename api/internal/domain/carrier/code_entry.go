package carrier

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// TakeCodeEntry takes one of the entries of a code that a running session has and a member's device may see, before its
// carrier is asked: many at once are no way round the limit. The answer is false when no code is waited for, or no entry is
// left.
func TakeCodeEntry(member, device uuid.UUID, carrier string) postgres.Query[bool] {
	return postgres.Changed("carrier: take a code entry", `
		UPDATE carrier_session SET tries = tries + 1 WHERE `+visible+` AND carrier = $3 AND state = 'code' AND tries < $4`,
		member, device, carrier, MaxCodeEntries)
}

// ReturnCodeEntry gives an entry back: the carrier has judged no code.
func ReturnCodeEntry(ctx context.Context, db postgres.DB, session uuid.UUID) error {
	if _, err := db.Exec(ctx, `UPDATE carrier_session SET tries = tries - 1 WHERE id = $1 AND tries > 0`, session); err != nil {
		return fmt.Errorf("carrier: code entries: %w", postgres.Reason(err))
	}
	return nil
}
