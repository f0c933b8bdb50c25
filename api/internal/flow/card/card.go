// Package card is how borrowers and operators manage bank cards where orders and the bank are involved: adding,
// choosing the default, removing, reviewing.
package card

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Names asks for the holder of an account. Every payment gateway implements it.
type Names interface {
	NameInquiry(ctx context.Context, a payment.Account) (holder string, err error)
}

// Card is the flow.
type Card struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	cards *bankcard.Cards
	names Names
	limit *limit.Limiter
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, cards *bankcard.Cards, names Names, l *limit.Limiter) *Card {
	return &Card{pool: pool, clock: c, cards: cards, names: names, limit: l}
}

// inquiries limits how often a borrower can make us ask the bank for an account holder, because the answers reveal
// which account numbers exist.
func inquiries(member uuid.UUID) limit.Bucket {
	return limit.Bucket{Name: "card.inquiry", Subject: member.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 15},
		{Name: "day", Per: 24 * time.Hour, Max: 30},
	}}
}

// List reads a borrower's cards that are not closed, the default first, in one round trip.
func (c *Card) List(ctx context.Context, member uuid.UUID) (bankcard.Summaries, error) {
	all, err := c.read(ctx, member)
	return all.Open(), err
}

// Detail reads one card of the borrower, which may be closed.
func (c *Card) Detail(ctx context.Context, member, card uuid.UUID) (bankcard.Summary, error) {
	all, err := c.read(ctx, member)
	if err != nil {
		return bankcard.Summary{}, err
	}
	found := all.Find(card)
	if found == nil {
		return bankcard.Summary{}, reason.New(reason.CardNotFound)
	}
	return *found, nil
}

func (c *Card) read(ctx context.Context, member uuid.UUID) (bankcard.Summaries, error) {
	return bankcard.OfMemberWithIDLast4(member).Read(ctx, c.pool)
}

// SetDefault makes an active card the default for applications.
func (c *Card) SetDefault(ctx context.Context, who borrower.Borrower, card uuid.UUID) (open bankcard.Summaries, err error) {
	err = postgres.InTx(ctx, c.pool, func(ctx context.Context, tx pgx.Tx) error {
		held, err := lockCards(who, c.clock.Now()).Read(ctx, tx)
		if err != nil {
			return err
		}
		if err := checkUsable(held.cards.Find(card)); err != nil {
			return err
		}
		b := &pgx.Batch{}
		bankcard.QueueDefault(b, who.ID, card)
		after := bankcard.OfMemberWithIDLast4(who.ID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		open = after.Get().Open()
		return nil
	})
	return open, err
}

// lockedCards is the data on which changes of cards are decided, locked until the transaction ends. Concurrent
// applications and changes of cards wait.
type lockedCards struct {
	// name is the name of the verified person.
	name   string
	orders []loan.Order
	cards  bankcard.Summaries
}

// lockCards takes the locks in the order that all flows keep: the borrower, then their orders. It requires that the
// session is still valid, because the inquiry at the bank may have taken seconds.
func lockCards(who borrower.Borrower, now time.Time) postgres.Query[lockedCards] {
	return postgres.Combine("card: locked cards", func(b *pgx.Batch) func() (lockedCards, error) {
		member.QueueRequireSession(b, who.ID, who.SessionID)
		credit.Lock(credit.Initial(who.ID, who.Region, who.WhiteListed), now).Queue(b)
		orders := loan.LockUnpaid(who.ID).Queue(b)
		verified, cards := kyc.VerifiedDataOf(who.ID).Queue(b), bankcard.OfMember(who.ID).Queue(b)
		return func() (lockedCards, error) {
			return lockedCards{name: verified.Get().Name, orders: orders.Get(), cards: cards.Get()}, nil
		}
	})
}

// checkUsable returns why money cannot be sent to a card; nil if it can.
func checkUsable(g *bankcard.Summary) error {
	switch {
	case g == nil:
		return reason.New(reason.CardNotFound)
	case g.Status == bankcard.Closed:
		return reason.New(reason.CardClosed)
	case g.Status != bankcard.Active:
		return reason.New(reason.CardUnderReview)
	}
	return nil
}
