package pay

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// queueRefunds sends back all overpayments except those that a person must look at first.
func (f *Flow) queueRefunds(b *pgx.Batch, facts servicing.Facts, after servicing.State, now servicing.Time) error {
	var jobs []job.Job
	for _, split := range facts.Splits {
		if split.Held() {
			continue
		}
		sent, err := f.refund(b, facts, split, after.Over[split.PaymentID], nil, now)
		if err != nil {
			return err
		}
		jobs = append(jobs, sent...)
	}
	return job.Queue(b, jobs...)
}

// refund gives back the overpaid amount of a payment. It first sets off what the payer owes for a part that the bank
// took back of the payment. The rest is sent to the given card, or, if card is nil, to where the payment came from.
func (f *Flow) refund(b *pgx.Batch, facts servicing.Facts, split repay.Split, over int64, card *uuid.UUID, now servicing.Time) ([]job.Job, error) {
	setOff := min(over, split.PayerOwes())
	if setOff > 0 {
		if err := queueSetOff(b, facts, split.PaymentID, setOff, now); err != nil {
			return nil, err
		}
		over -= setOff
	}
	if over <= 0 {
		return nil, nil
	}
	r, err := newRefund(facts, split.PaymentID, over, now)
	if err != nil {
		return nil, err
	}
	r.BankCardID = card
	repay.QueueRefund(b, r)
	return job.Of(RefundArgs{RefundID: r.ID}), nil
}

// queueSetOff books an overpayment as given back without sending it: the payer has already received that amount from
// the bank, and no longer owes it.
func queueSetOff(b *pgx.Batch, facts servicing.Facts, paid uuid.UUID, amount int64, now servicing.Time) error {
	r, err := newRefund(facts, paid, amount, now)
	if err != nil {
		return err
	}
	r.SetOff = true
	repay.QueuePaidRefund(b, r)
	loan.QueueEvent(b, loan.OrderEvent{
		OrderID: r.OrderID, Event: loan.PaymentReversed, Actor: loan.ByBank, At: now.At, Detail: map[string]any{"paymentId": paid, "amount": amount},
	})
	given := ledger.Transaction{
		Key: "refund:" + r.ID.String(), Kind: ledger.KindRefund, Scope: r.OrderID, PostingDate: now.Today, ValueDate: now.Today, At: now.At,
		Currency: r.Currency, Entries: ledger.Entries{}.Debit(ledger.Overpayment, amount).Credit(ledger.Bank, amount),
	}
	taken := given
	taken.Key, taken.Scope = given.Key+":payer", paid
	taken.Entries = ledger.Entries{}.Debit(ledger.Bank, amount).Credit(ledger.PayerReceivable, amount)
	return ledger.Queue(b, given, taken)
}

func newRefund(facts servicing.Facts, paid uuid.UUID, amount int64, now servicing.Time) (repay.Refund, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return repay.Refund{}, fmt.Errorf("pay: %w", err)
	}
	return repay.Refund{
		ID: id, OrderID: facts.Order.ID, PaymentID: paid, Amount: amount, Currency: facts.Order.Currency, CreatedAt: now.At,
	}, nil
}

// Reasons why an operator cannot send an overpayment back.
var (
	// ErrNothingOver means that no overpayment is waiting.
	ErrNothingOver = errors.New("this order has no overpayment to send back: it is being sent, was sent, or has paid what was owed; see ops refunds list --order")
	ErrNoCard      = errors.New("the borrower has no bank card that can receive money: ask them to add one first")
	// ErrUndecided means that the overpaid amount may not have stayed with us.
	ErrUndecided = errors.New("the bank has taken back part of the payment, and that reversal is undecided: apply or dismiss it, and the overpayment is sent automatically")
)

// RetryRefund sends back the overpayments of an order that wait for an operator, once the cause is fixed. It returns
// how many refunds it sent, which is zero if everything was set off. It returns ErrNothingOver if nothing is waiting,
// and ErrUndecided if the amount is not decided yet. toCard sends them to the borrower's default card, for a source
// account that accepts no money. actor is the operator, for the audit log.
func (f *Flow) RetryRefund(ctx context.Context, order uuid.UUID, toCard bool, actor string) (sent int, err error) {
	err = postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		facts, err := servicing.LockFacts(order, f.clock).Read(ctx, tx)
		if err != nil {
			return err
		}
		now := facts.Now
		var card *uuid.UUID
		if toCard {
			if card, err = defaultCard(ctx, tx, facts.Order.MemberID); err != nil {
				return err
			}
		}
		b := &pgx.Batch{}
		var jobs []job.Job
		undecided := false
		over := facts.Replay(now.Today).Over
		for _, split := range facts.Splits {
			if split.Undecided {
				undecided = undecided || over[split.PaymentID] > 0
				continue
			}
			more, err := f.refund(b, facts.Facts, split, over[split.PaymentID], card, now)
			if err != nil {
				return err
			}
			jobs = append(jobs, more...)
		}
		switch {
		case undecided && len(jobs) == 0:
			return ErrUndecided
		case b.Len() == 0:
			return ErrNothingOver
		}
		if err := job.Queue(b, jobs...); err != nil {
			return err
		}
		sent = len(jobs)
		if err := audit.Queue(b, audit.Entry{
			At: now.At, Actor: actor, Action: "refund.retry", Subject: "order:" + order.String(), Detail: map[string]any{"refunds": sent, "card": card},
		}); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
	return sent, err
}

// defaultCard returns the active default card of a member, or ErrNoCard.
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
