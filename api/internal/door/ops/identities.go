package ops

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

type identitiesCommands struct {
	List    identitiesList    `cmd:"" help:"List members who gave an ID number that another member already has, oldest first."`
	Close   identitiesClose   `cmd:"" help:"Close a review and record what was done."`
	Release identitiesRelease `cmd:"" help:"Take the ID number from its holder, because it belongs to the member who asked and may then give it again. Deletes the holder's identity data, face and bank cards. Refused if the holder has an order in progress or ever had a loan."`
}

type identitiesList struct{ paged }

// Run lists the open reviews.
func (f identitiesList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	open, err := kyc.OpenReviews(c.Region, page).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "identity_review.list", "identity_review"); err != nil {
		return err
	}
	var ids []uuid.UUID
	for _, r := range open.Rows {
		ids = append(ids, r.MemberID)
		if r.HolderID != nil {
			ids = append(ids, *r.HolderID)
		}
	}
	who, err := member.ByIDs(ctx, c.Pool, ids...)
	if err != nil {
		return err
	}
	t := columns("reviewId", "askedAt", "memberId", "phone", "holderId", "holderPhone")
	t.name = "identities"
	for _, r := range open.Rows {
		holder, holderPhone := "", ""
		if r.HolderID != nil {
			holder, holderPhone = r.HolderID.String(), secret.MaskPhone(who[*r.HolderID].Phone)
		}
		t.add(r.ID, r.AskedAt, r.MemberID, secret.MaskPhone(who[r.MemberID].Phone), holder, holderPhone)
	}
	return c.printPage(t, open.Next)
}

type identitiesClose struct {
	Review string `arg:"" name:"review-id" help:"Review ID, as printed by identities list."`
	Note   string `required:"" help:"What was done, recorded with the review."`
}

// Run closes a review.
func (f identitiesClose) Run(ctx context.Context, c *operator) error {
	id, err := reviewID(f.Review)
	if err != nil {
		return err
	}
	if err := c.Back.CloseIdentityReview(ctx, id, f.Note, c.by, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"reviewId": id}, "The review is closed")
}

type identitiesRelease struct {
	Review string `arg:"" name:"review-id" help:"Review ID, as printed by identities list."`
	Note   string `required:"" help:"Reason, and how both members were identified. Recorded with the review and in the audit log."`
}

// Run releases an ID number.
func (f identitiesRelease) Run(ctx context.Context, c *operator) error {
	id, err := reviewID(f.Review)
	if err != nil {
		return err
	}
	if err := c.Back.ReleaseIdentity(ctx, id, f.Note, c.by, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"reviewId": id}, "The ID number was taken from its holder; the member who asked may give it again. The review is closed")
}

func reviewID(typed string) (uuid.UUID, error) {
	id, err := uuid.Parse(typed)
	if err != nil {
		return id, fmt.Errorf("%q is not a review ID: see `ops identities list`", typed)
	}
	return id, nil
}
