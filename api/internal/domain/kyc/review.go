package kyc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// IdentityReview is a request to review a member whose ID number belongs to another member. Either one of them is not the person
// on the card, or one person has two phone numbers. An operator has to decide.
type IdentityReview struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	// HolderID is the member who has the number now, or nil if no one has it any more.
	HolderID *uuid.UUID
	AskedAt  time.Time
}

// RequestReview records that a valid identity was refused because its number belongs to another member. It does nothing if a
// review for the same member and number is open.
func (k *KYC) RequestReview(ctx context.Context, db postgres.DB, r *region.Region, member uuid.UUID, c IdentityChecked, now time.Time) error {
	_, err := db.Exec(ctx, `INSERT INTO identity_review (member_id, id_number_hash, asked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
		member, k.numberHash(r, c.Number), now)
	if err != nil {
		return fmt.Errorf("kyc: request a review: %w", postgres.Reason(err))
	}
	return nil
}

// Reviews is the table of reviews, which wait until an operator closes them.
const Reviews attention.Table = "identity_review"

const openReviews = `
	SELECT r.id, r.member_id, i.member_id AS holder_id, r.asked_at FROM identity_review r
	LEFT JOIN identity i ON i.region = $1 AND i.id_number_hash = r.id_number_hash AND i.member_id <> r.member_id
	WHERE r.closed_at IS NULL `

// OpenReviews reads a page of a region's open reviews, oldest first.
func OpenReviews(r *region.Region, a paging.Request) postgres.Query[paging.Page[IdentityReview]] {
	return paging.List("kyc: reviews", a, paging.Sort{At: "r.asked_at", ID: "r.id"}, func(v IdentityReview) paging.Position {
		return paging.Position{At: v.AskedAt, ID: v.ID}
	}, openReviews, r.Code)
}

// OpenReview reads an open review, or nil if it is not open.
func OpenReview(r *region.Region, id uuid.UUID) postgres.Query[*IdentityReview] {
	return postgres.Row[IdentityReview]("kyc: review", openReviews+`AND r.id = $2`, r.Code, id)
}

// QueueCloseReviews closes all open reviews of a member.
func QueueCloseReviews(b *pgx.Batch, member uuid.UUID, by, note string, now time.Time) {
	b.Queue(`UPDATE identity_review SET closed_at = $2, closed_by = $3, note = $4 WHERE member_id = $1 AND closed_at IS NULL`, member, now, by, note)
}

// ReviewAskedAt reads when an open review was requested, or nil if it is not open.
func ReviewAskedAt(id uuid.UUID) postgres.Query[*struct{ AskedAt time.Time }] {
	return postgres.Row[struct{ AskedAt time.Time }]("kyc: review", `SELECT asked_at FROM identity_review WHERE id = $1 AND closed_at IS NULL`, id)
}

// WaitingLines counts the open reviews.
func WaitingLines() postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"identity"}, `SELECT 'identity' AS kind, count(*), min(asked_at) AS since FROM identity_review WHERE closed_at IS NULL`)
}
