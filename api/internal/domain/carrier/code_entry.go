package carrier

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// TakeCodeEntry takes one of the tries to enter the code of a running session that a member's device may see, before its
// carrier is asked: many at once are no way round the limit. The answer is false when no code is waited for, or no try is
// left.
func TakeCodeEntry(member, device uuid.UUID, carrier string) postgres.Query[bool] {
	return postgres.Changed("carrier: take a try", `
		UPDATE carrier_session SET tries = tries + 1 WHERE `+visible+` AND carrier = $3 AND state = 'code' AND tries < $4`,
		member, device, carrier, CodeTries)
}

// ReturnCodeEntry gives a try back: the carrier has judged no code.
func ReturnCodeEntry(ctx context.Context, db postgres.DB, session uuid.UUID) error {
	if _, err := db.Exec(ctx, `UPDATE carrier_session SET tries = tries - 1 WHERE id = $1 AND tries > 0`, session); err != nil {
		return fmt.Errorf("carrier: tries: %w", postgres.Reason(err))
	}
	return nil
}
