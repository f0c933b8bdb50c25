package carrier

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// TakeCodeEntry uses up one code entry of a running session that the device may see, before the carrier is asked, so that
// concurrent entries cannot exceed the limit. It reports false if the session waits for no code or has no entries left.
func TakeCodeEntry(member, device uuid.UUID, carrier string) postgres.Query[bool] {
	return postgres.Changed("carrier: take a code entry", `
		UPDATE carrier_session SET tries = tries + 1 WHERE `+visible+` AND carrier = $3 AND state = 'code' AND tries < $4`,
		member, device, carrier, MaxCodeEntries)
}

// ReturnCodeEntry gives back an entry that the carrier did not evaluate.
func ReturnCodeEntry(ctx context.Context, db postgres.DB, session uuid.UUID) error {
	if _, err := db.Exec(ctx, `UPDATE carrier_session SET tries = tries - 1 WHERE id = $1 AND tries > 0`, session); err != nil {
		return fmt.Errorf("carrier: code entries: %w", postgres.Reason(err))
	}
	return nil
}
