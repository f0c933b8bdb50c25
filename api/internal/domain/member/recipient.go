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

// Recipient is the address and language for messages to a member.
type Recipient struct {
	// Phone is the national number, or empty if the member has left.
	Phone string
	Lang  lang.Lang
}

// RecipientByID reads the recipient data of a member. An unknown or deleted member has an empty Phone.
func RecipientByID(ctx context.Context, db postgres.DB, id uuid.UUID) (Recipient, error) {
	var r Recipient
	err := db.QueryRow(ctx, `SELECT COALESCE(phone, ''), lang FROM member WHERE id = $1 AND status <> 'deleted'`, id).Scan(&r.Phone, &r.Lang)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Recipient{}, fmt.Errorf("member: reach: %w", postgres.Reason(err))
	}
	return r, nil
}
