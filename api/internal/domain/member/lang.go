package member

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// LangOf reads the member's language, for messages sent while they are not using the app.
func LangOf(ctx context.Context, db postgres.DB, member uuid.UUID) (lang.Lang, error) {
	var l lang.Lang
	if err := db.QueryRow(ctx, `SELECT lang FROM member WHERE id = $1`, member).Scan(&l); err != nil {
		return "", fmt.Errorf("member: language: %w", postgres.Reason(err))
	}
	return l, nil
}
