package ops

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

type cardsCommands struct {
	List    cardsList    `cmd:"" help:"List the cards that wait for a review, oldest first."`
	Approve cardsApprove `cmd:"" help:"Approve a card. An order that waits for it continues."`
	Reject  cardsReject  `cmd:"" help:"Reject a card, which closes it."`
}

type cardsList struct{ paged }

// Run lists the cards that wait for a review.
func (f cardsList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	open, err := c.Cards.OpenReviews(ctx, page)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "bank_card.list", "bank_card_review"); err != nil {
		return err
	}
	var orders []uuid.UUID
	for _, v := range open.Rows {
		if v.OrderID != nil {
			orders = append(orders, *v.OrderID)
		}
	}
	numbers, err := loan.Numbers(orders).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	t := columns("reviewId", "createdAt", "orderNo", "bank", "holder", "account", "face")
	t.name = "cards"
	for _, v := range open.Rows {
		var number string
		if v.OrderID != nil {
			number = numbers[*v.OrderID]
		}
		t.add(v.ID, v.CreatedAt, number, v.BankCode, v.Holder, "••"+v.Last4, v.Face)
	}
	return c.printPage(t, open.Next)
}

type cardsApprove struct {
	Review string `arg:"" name:"review-id" help:"Review ID, as printed by cards list."`
	Reason string `default:"" help:"Remark, recorded with the review."`
}

type cardsReject struct {
	Review string `arg:"" name:"review-id" help:"Review ID, as printed by cards list."`
	Reason string `required:"" help:"Reason, recorded with the review."`
}

// Run approves a card.
func (f cardsApprove) Run(ctx context.Context, c *operator) error {
	return c.review(ctx, f.Review, true, f.Reason)
}

// Run rejects a card.
func (f cardsReject) Run(ctx context.Context, c *operator) error {
	return c.review(ctx, f.Review, false, f.Reason)
}

func (c *operator) review(ctx context.Context, review string, approve bool, why string) error {
	id, err := uuid.Parse(review)
	if err != nil {
		return fmt.Errorf("%q is not a review ID: see `ops cards list`", review)
	}
	if err := c.Cards.Review(ctx, id, approve, c.by, why); err != nil {
		return err
	}
	word := "rejected"
	if approve {
		word = "approved"
	}
	return c.done(map[string]any{"reviewId": id, "approved": approve}, "The card is %s", word)
}
