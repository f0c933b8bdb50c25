package card

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// OpenReviews reads a page of the cards that wait for an operator's decision, oldest first.
func (c *Card) OpenReviews(ctx context.Context, a paging.Request) (paging.Page[bankcard.Review], error) {
	return bankcard.OpenReviews(a).Read(ctx, c.pool)
}

// Review applies an operator's decision about a card. An approved card becomes active, orders that wait for it use it,
// and a failed payout is retried with it. A rejected card is closed. by is the operator; why is stored with the review.
// It returns StateChanged if the review is already decided.
func (c *Card) Review(ctx context.Context, review uuid.UUID, approve bool, by, why string) error {
	now := c.clock.Now()
	return postgres.InTx(ctx, c.pool, func(ctx context.Context, tx pgx.Tx) error {
		v, err := bankcard.OpenReview(review).Read(ctx, tx)
		if err != nil {
			return err
		}
		// Orders are locked before cards, as everywhere.
		if _, err := loan.LockWaitingFor(v.CardID).Read(ctx, tx); err != nil {
			return err
		}
		if err := bankcard.Decide(ctx, tx, review, approve, by, why, now); err != nil {
			return err
		}
		err = audit.Write(ctx, tx, audit.Entry{
			At: now, Actor: "ops:" + by, Action: "bank_card.review", Subject: "bank_card:" + v.CardID.String(),
			Detail: map[string]any{"approved": approve, "reason": why},
		})
		if err != nil {
			return err
		}
		if err := queueDecisionNotice(ctx, tx, v, approve, now); err != nil {
			return err
		}
		return changecard.Reviewed(ctx, tx, v.CardID, approve, now)
	})
}

// queueDecisionNotice adds the decision to the borrower's inbox.
func queueDecisionNotice(ctx context.Context, tx pgx.Tx, v bankcard.Review, approved bool, now time.Time) error {
	kind, bank := notify.CardRejected, v.BankCode
	if approved {
		kind = notify.CardApproved
	}
	if known, ok := region.Get(v.Region).Bank(v.BankCode); ok {
		bank = known.ShortName
	}
	b := &pgx.Batch{}
	notify.Queue(b, notify.Notice{
		Member: v.MemberID, Kind: kind, Subject: v.CardID, At: now, Args: reason.Named("bank", bank, "last", v.Last4),
	})
	return postgres.Send(ctx, tx, b)
}
