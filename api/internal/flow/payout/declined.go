package payout

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// ErrNotDeclined means that the gateway has declined no payout of this order, so no decision is needed.
var ErrNotDeclined = errors.New("the gateway has declined no payout of this order, or it has ended since")

// decline records once that the gateway declined an attempt, and raises an alarm. The order stays in disbursement and
// the attempt is still looked up: no other card is paid while the money may have gone to this one.
func (p *Payout) decline(ctx context.Context, d loan.Disbursement, why string) error {
	return postgres.InTx(ctx, p.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := p.clock.Now()
		b := &pgx.Batch{}
		fresh := loan.Decline(d.ID, now).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil || !fresh.Get() {
			return err
		}
		b = &pgx.Batch{}
		queueAlarm(b, repay.PayoutDeclinedAlarm, d, why, now)
		return postgres.Send(ctx, tx, b)
	})
}

func queueAlarm(b *pgx.Batch, kind repay.AlarmKind, d loan.Disbursement, why string, at time.Time) {
	repay.QueueAlarm(b, repay.Alarm{Kind: kind, DisbursementID: &d.ID, Detail: d.Reference + ": " + why, RaisedAt: at})
}

// Resend sends a payout again that the gateway has declined, under the same reference and to the same card, after the
// cause has been fixed at the gateway. actor is the operator, for the audit log.
func (p *Payout) Resend(ctx context.Context, order uuid.UUID, actor string) error {
	return postgres.InTx(ctx, p.pool, func(ctx context.Context, tx pgx.Tx) error {
		d, err := declined(ctx, tx, order)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		again := loan.Resend(d.ID).Queue(b)
		if err := job.Queue(b, job.Of(Args{OrderID: order})...); err != nil {
			return err
		}
		if err := audit.Queue(b, audit.Entry{At: p.clock.Now(), Actor: actor, Action: "payout.resend", Subject: "order:" + order.String()}); err != nil {
			return err
		}
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		if !again.Get() {
			return ErrNotDeclined
		}
		return nil
	})
}

// GiveUp ends a payout that the gateway has declined, after an operator has verified there that no money was sent. The
// borrower may then name another card. It looks the transfer up once more, and the gateway's answer takes precedence.
// paid reports whether the money was sent after all. It returns payment.ErrNoAnswer if that is not known.
func (p *Payout) GiveUp(ctx context.Context, order uuid.UUID, actor string) (paid bool, err error) {
	d, err := declined(ctx, p.pool, order)
	if err != nil {
		return false, err
	}
	known, err := payment.Outcome(ctx, p.bank, d.Reference)
	if err != nil {
		return false, err
	}
	_, err = p.conclude(ctx, d, loan.DisbursementUnknown, known, audit.Entry{
		At: p.clock.Now(), Actor: actor, Action: "payout.give_up", Subject: "order:" + order.String(), Detail: map[string]any{"outcome": known.State},
	})
	if errors.Is(err, loan.ErrState) {
		return false, ErrNotDeclined
	}
	return known.State == payment.Succeeded, err
}

func declined(ctx context.Context, db postgres.DB, order uuid.UUID) (loan.Disbursement, error) {
	d, err := loan.LiveDisbursement(order).Read(ctx, db)
	if err != nil {
		return loan.Disbursement{}, err
	}
	if d == nil || d.State != loan.DisbursementUnknown || d.DeclinedAt == nil {
		return loan.Disbursement{}, ErrNotDeclined
	}
	return *d, nil
}
