package member

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
)

// Summary is a member in a list.
type Summary struct {
	ID uuid.UUID
	// Phone is the national number, or empty if it was erased.
	Phone       string
	Status      string
	WhiteListed bool
	CreatedAt   time.Time
}

const summaryQuery = `SELECT id, COALESCE(phone, '') AS phone, status, white_listed, created_at FROM member WHERE `

// maxFound is the maximum number of members found by their last digits.
const maxFound = 500

// ErrManyFound means that so many numbers end in the digits that some would be left out, and a list would look complete without them.
var ErrManyFound = fmt.Errorf("more than %d borrowers have a number with this end: give more of its digits", maxFound)

// ByPhone finds the member with a number, or returns reason.NoData.
func (m *Members) ByPhone(ctx context.Context, db postgres.DB, typed string) (Summary, error) {
	national, err := m.national(typed)
	if err != nil {
		return Summary{}, err
	}
	return postgres.OneRow[Summary]("member: by phone", reason.NoData, summaryQuery+`region = $1 AND phone_hash = $2`,
		m.Region.Code, m.PhoneHash(national)).Read(ctx, db)
}

// ByLastDigits finds the members with a number, or whose number ends in the digits. Both may be typed with spaces, a number also with its
// dialling code. It returns PhoneInvalid for a text without digits, and ErrManyFound if there are more than maxFound. It reads the
// whole table and is for operators only.
func (m *Members) ByLastDigits(ctx context.Context, db postgres.DB, typed string) ([]Summary, error) {
	end, err := m.national(typed)
	if err != nil {
		end = phone.Digits(typed)
	}
	if end == "" {
		return nil, err
	}
	found, err := collect(ctx, db, summaryQuery+`region = $1 AND right(phone, length($2)) = $2 LIMIT $3`, m.Region.Code, end, maxFound+1)
	if len(found) > maxFound {
		return nil, ErrManyFound
	}
	return found, err
}

// ByIDs reads members, keyed by id. Unknown ids are left out.
func ByIDs(ctx context.Context, db postgres.DB, ids ...uuid.UUID) (map[uuid.UUID]Summary, error) {
	all, err := collect(ctx, db, summaryQuery+`id = ANY ($1)`, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[uuid.UUID]Summary, len(all))
	for _, e := range all {
		found[e.ID] = e
	}
	return found, nil
}

// WhiteListed reads a page of the members on the operator's allow-list, newest first.
func (m *Members) WhiteListed(a paging.Request) postgres.Query[paging.Page[Summary]] {
	return paging.List("member: white list", a, paging.Sort{At: "created_at", ID: "id", Descending: true}, func(s Summary) paging.Position {
		return paging.Position{At: s.CreatedAt, ID: s.ID}
	}, summaryQuery+`region = $1 AND white_listed`, m.Region.Code)
}

// SetWhiteListed adds a member to the operator's allow-list or removes them. It reports false if nothing changed.
func SetWhiteListed(ctx context.Context, db postgres.DB, id uuid.UUID, listed bool) (bool, error) {
	tag, err := db.Exec(ctx, `UPDATE member SET white_listed = $2 WHERE id = $1 AND white_listed <> $2`, id, listed)
	if err != nil {
		return false, fmt.Errorf("member: white list: %w", postgres.Reason(err))
	}
	return tag.RowsAffected() == 1, nil
}

func collect(ctx context.Context, db postgres.DB, sql string, args ...any) ([]Summary, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("member: find: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Summary])
	if err != nil {
		return nil, fmt.Errorf("member: find: %w", postgres.Reason(err))
	}
	return all, nil
}
