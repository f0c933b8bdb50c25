package bankcard

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Review is a card that a person must check before it receives money.
type Review struct {
	ID        uuid.UUID
	CardID    uuid.UUID
	MemberID  uuid.UUID
	OrderID   *uuid.UUID
	BankCode  string
	Holder    string
	Last4     string
	CreatedAt time.Time
	Region    string
	// Face is the result of the face check for the card: FacePassed, FaceOff if the product has none, or the reason why it did not pass.
	Face string
}

// Results of the face check for a card. Any other value is the reason why it did not pass.
const (
	FaceOff    = "off"
	FacePassed = "passed"
)

// QueueReview opens the review of a new card. order is the order whose card it would replace, or nil, and face the result of the face check.
func QueueReview(b *pgx.Batch, card uuid.UUID, order *uuid.UUID, face string, now time.Time) {
	b.Queue(`INSERT INTO bank_card_review (card_id, order_id, face, created_at) VALUES ($1, $2, $3, $4)`, card, order, face, now)
}

const openReviews = `
	SELECT v.id, v.card_id, c.member_id, v.order_id, c.bank_code, c.holder_name AS holder, c.account_last4 AS last4, v.created_at, c.region, v.face
	FROM bank_card_review v JOIN bank_card c ON c.id = v.card_id WHERE v.state = 'pending'`

// OpenReviews reads a page of the undecided reviews, oldest first.
func OpenReviews(a paging.Request) postgres.Query[paging.Page[Review]] {
	return paging.List("bankcard: reviews", a, paging.Sort{At: "v.created_at", ID: "v.id"}, func(v Review) paging.Position {
		return paging.Position{At: v.CreatedAt, ID: v.ID}
	}, openReviews)
}

// OpenReview reads an undecided review, or returns StateChanged.
func OpenReview(id uuid.UUID) postgres.Query[Review] {
	return postgres.OneRow[Review]("bankcard: review", reason.StateChanged, openReviews+` AND v.id = $1`, id)
}

// Decide decides a review. An approved card becomes active, and the default if there is none. A rejected one is closed. The reason
// is stored. A review that is already decided returns StateChanged.
func Decide(ctx context.Context, tx pgx.Tx, review uuid.UUID, approve bool, by, why string, now time.Time) error {
	const decide = `
		WITH decided AS (
			UPDATE bank_card_review SET state = CASE WHEN $2 THEN 'approved' ELSE 'rejected' END, reason = $4, decided_at = $5, decided_by = $3
			WHERE id = $1 AND state = 'pending' RETURNING card_id)
		UPDATE bank_card c SET status = CASE WHEN $2 THEN 1 ELSE 2 END, closed_at = CASE WHEN $2 THEN NULL ELSE $5::timestamptz END,
			is_default = $2 AND NOT EXISTS (SELECT FROM bank_card d WHERE d.member_id = c.member_id AND d.is_default)
		FROM decided WHERE c.id = decided.card_id AND c.status = 0`
	tag, err := tx.Exec(ctx, decide, review, approve, by, why, now)
	if err != nil {
		return fmt.Errorf("bankcard: decide: %w", postgres.Reason(err))
	}
	if tag.RowsAffected() == 0 {
		return reason.New(reason.StateChanged)
	}
	return nil
}
