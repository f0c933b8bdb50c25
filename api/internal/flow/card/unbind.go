package card

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
)

// Unbind removes a card, once per intention. At least one card must remain. If an order waits for its money on this
// card, an active replacement is needed (specification 4), and a failed payout is retried with it.
func (c *Card) Unbind(ctx context.Context, who borrower.Borrower, card uuid.UUID, replacement *uuid.UUID) (bankcard.Summaries, error) {
	now := c.clock.Now()
	return idempotency.RunBatched(ctx, c.pool, who.IdempotencyKey, lockCards(who, now), func(ctx context.Context, tx pgx.Tx, held lockedCards, _ *pgx.Batch) (bankcard.Summaries, error) {
		if err := held.mayUnbind(card, replacement, now); err != nil {
			return nil, err
		}
		b := &pgx.Batch{}
		if err := held.queueUnbind(b, who.ID, card, replacement, now); err != nil {
			return nil, err
		}
		after := bankcard.OfMemberWithIDLast4(who.ID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return nil, err
		}
		return after.Get().Open(), nil
	})
}

func (l lockedCards) mayUnbind(card uuid.UUID, replacement *uuid.UUID, now time.Time) error {
	target := l.cards.Find(card)
	switch {
	case target == nil:
		return reason.New(reason.CardNotFound)
	case target.Status == bankcard.Closed:
		return reason.New(reason.CardClosed)
	}
	rest := l.without(card)
	if len(rest) == 0 || (target.Active() && !rest.AnyActive()) {
		return reason.New(reason.CardLast)
	}
	if replacement != nil {
		if err := checkUsable(rest.Find(*replacement)); err != nil {
			return err
		}
	}
	for _, o := range l.orders {
		switch {
		case o.BankCardID != card:
		case o.Status == loan.Disbursing:
			return reason.New(reason.PayoutUnderway)
		case replacement == nil:
			return reason.New(reason.CardInUse)
		case !o.Mendable(now):
			return reason.New(reason.OfferExpired)
		}
	}
	return nil
}

func (l lockedCards) queueUnbind(b *pgx.Batch, member, card uuid.UUID, replacement *uuid.UUID, now time.Time) error {
	for _, o := range l.orders {
		switch {
		case o.BankCardID == card:
			if _, err := changecard.QueueSwitch(b, o, *replacement, loan.ByMember, now); err != nil {
				return err
			}
		case o.PendingCardID != nil && *o.PendingCardID == card:
			loan.QueueCardRefused(b, o.ID, now)
		}
	}
	bankcard.QueueClose(b, card, now)
	if next := l.nextDefault(card, replacement); next != nil {
		bankcard.QueueDefault(b, member, *next)
	}
	return nil
}

// nextDefault returns the card that becomes the default if the default is removed: the replacement, or the oldest
// active card.
func (l lockedCards) nextDefault(card uuid.UUID, replacement *uuid.UUID) *uuid.UUID {
	if !l.cards.Find(card).IsDefault {
		return nil
	}
	if replacement != nil {
		return replacement
	}
	for _, g := range l.without(card) {
		if g.Active() {
			return &g.ID
		}
	}
	return nil
}

// without returns the other cards that are not closed.
func (l lockedCards) without(card uuid.UUID) bankcard.Summaries {
	var rest bankcard.Summaries
	for _, g := range l.cards.Open() {
		if g.ID != card {
			rest = append(rest, g)
		}
	}
	return rest
}
