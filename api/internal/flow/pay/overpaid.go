package pay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
)

// queueRefunds sends back what nobody owes, but for what a person has to look at first.
func (f *Flow) queueRefunds(b *pgx.Batch, facts books.Facts, after books.State, at time.Time) error {
	var jobs []job.Job
	for _, split := range facts.Splits {
		if over := after.Over[split.PaymentID]; over > 0 && !split.Held {
			sent, err := f.refund(b, facts, split.PaymentID, over, nil, at)
			if err != nil {
				return err
			}
			jobs = append(jobs, sent)
		}
	}
	return job.Queue(b, jobs...)
}

// refund writes down what of a payment is to be sent back, to a card or, where that is nil, to where it came from.
func (f *Flow) refund(b *pgx.Batch, facts books.Facts, paid uuid.UUID, amount int64, card *uuid.UUID, at time.Time) (job.Job, error) {
	id, err := newID()
	if err != nil {
		return job.Job{}, fmt.Errorf("pay: %w", err)
	}
	repay.QueueRefund(b, repay.Refund{
		ID: id, OrderID: facts.Order.ID, PaymentID: paid, Amount: amount, Currency: facts.Order.Currency, Reference: "RF" + id.String(), BankCardID: card, CreatedAt: at,
	})
	return job.Job{Args: RefundArgs{RefundID: id}}, nil
}

// ErrNoCard says that a borrower has no bank card that money can go to.
var ErrNoCard = errors.New("the borrower has no bank card that money can go to: have them add one first")

// RetryRefund sends the overpayments of an order back that wait for a person, once the reason is mended, and tells how
// many they are. toCard sends them to the borrower's default card, as where they came from takes no money. actor is the operator,
// for the audit log.
func (f *Flow) RetryRefund(ctx context.Context, order uuid.UUID, toCard bool, actor string) (sent int, err error) {
	err = postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		facts, err := books.Lock(order, nil).Read(ctx, tx)
		if err != nil {
			return err
		}
		var card *uuid.UUID
		if toCard {
			if card, err = defaultCard(ctx, tx, facts.Order.MemberID); err != nil {
				return err
			}
		}
		b := &pgx.Batch{}
		var jobs []job.Job
		for paid, over := range facts.Replay(now.today).Over {
			one, err := f.refund(b, facts.Facts, paid, over, card, now.at)
			if err != nil {
				return err
			}
			jobs = append(jobs, one)
		}
		if err := job.Queue(b, jobs...); err != nil {
			return err
		}
		sent = len(jobs)
		if err := audit.Queue(b, audit.Entry{
			At: now.at, Actor: actor, Action: "refund.retry", Subject: "order:" + order.String(), Detail: map[string]any{"refunds": sent, "card": card},
		}); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
	return sent, err
}

// defaultCard is the card of a member that money goes to by default; ErrNoCard where there is none.
func defaultCard(ctx context.Context, tx pgx.Tx, member uuid.UUID) (*uuid.UUID, error) {
	cards, err := bankcard.OfMember(member).Read(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, card := range cards {
		if card.Active() && card.IsDefault {
			return &card.ID, nil
		}
	}
	return nil, ErrNoCard
}
