package member

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Reach is how a member is written to.
type Reach struct {
	// Phone is the national number; empty when there is nobody to write to any more.
	Phone string
	Lang  lang.Lang
}

// ReachOf reads how a member is written to.
func ReachOf(ctx context.Context, db postgres.DB, id uuid.UUID) (Reach, error) {
	var r Reach
	err := db.QueryRow(ctx, `SELECT COALESCE(phone, ''), lang FROM member WHERE id = $1 AND status <> 'deleted'`, id).Scan(&r.Phone, &r.Lang)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Reach{}, fmt.Errorf("member: reach: %w", postgres.Reason(err))
	}
	return r, nil
}
