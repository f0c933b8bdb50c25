package pay

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// ErrNotDeclined means that the gateway has not declined this refund, or that the refund has ended since, so no
// decision is needed.
var ErrNotDeclined = errors.New("the gateway has not declined this refund, or it has ended since")

// declineRefund records once that the gateway declined a refund, and raises an alarm. The refund stays in progress and
// is still looked up, because the transfer may have been executed anyway.
func (f *Flow) declineRefund(ctx context.Context, r repay.Refund, why string) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		at := f.clock.Now()
		b := &pgx.Batch{}
		fresh := repay.DeclineRefund(r.ID, at).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil || !fresh.Get() {
			return err
		}
		b = &pgx.Batch{}
		queueRefundAlarm(b, repay.RefundDeclinedAlarm, r, why, at)
		return postgres.Send(ctx, tx, b)
	})
}

func queueRefundAlarm(b *pgx.Batch, kind repay.AlarmKind, r repay.Refund, why string, at time.Time) {
	repay.QueueAlarm(b, repay.Alarm{Kind: kind, PaymentID: &r.PaymentID, RefundID: &r.ID, Detail: r.Reference + ": " + why, RaisedAt: at})
}

// Resend sends a refund again that the gateway has declined, under the same reference, after the cause has been fixed
// at the gateway. It returns ErrOwed or ErrTakenBack if a reversal has meanwhile reopened the loan or left less than
// the refund would send. actor is the operator, for the audit log.
func (f *Flow) Resend(ctx context.Context, reference, actor string) error {
	r, err := f.declined(ctx, reference)
	if err != nil {
		return err
	}
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		b, now := &pgx.Batch{}, f.now()
		var again *postgres.Answer[bool]
		why := func() error { return withheldReturn(ctx, tx, r) }
		if r.OrderID == uuid.Nil {
			repay.QueueLockPayment(b, r.PaymentID)
			again = repay.ResendRefund(r.ID).Queue(b)
			if err := postgres.Send(ctx, tx, b); err != nil {
				return err
			}
		} else {
			facts, err := f.lockAfter(ctx, tx, b, r.OrderID, func(b *pgx.Batch, _ servicing.Time) { again = repay.ResendRefund(r.ID).Queue(b) })
			if err != nil {
				return err
			}
			now = facts.Now
			why = func() error { return withheldBy(facts.Facts, r, now.Today) }
		}
		if !again.Get() {
			return ErrNotDeclined
		}
		if err := why(); err != nil {
			return err
		}
		b = &pgx.Batch{}
		if err := job.Queue(b, job.Of(RefundArgs{RefundID: r.ID})...); err != nil {
			return err
		}
		if err := audit.Queue(b, audit.Entry{At: now.At, Actor: actor, Action: "refund.resend", Subject: "refund:" + r.ID.String()}); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}

// GiveUp ends a refund that the gateway has declined, after an operator has verified there that no money was sent. It
// looks the transfer up once more, and the gateway's answer takes precedence. state is the final state of the refund. It
// returns payment.ErrNoAnswer if that is not known.
func (f *Flow) GiveUp(ctx context.Context, reference, actor string) (state repay.RefundState, err error) {
	r, err := f.declined(ctx, reference)
	if err != nil {
		return "", err
	}
	known, err := payment.Outcome(ctx, f.bank, r.Reference)
	if err != nil {
		return "", err
	}
	r.BankDay = f.bankDay(known.ValueDate)
	state, why := repay.RefundFailed, known.FailureReason
	if known.State == payment.Succeeded {
		state, why = repay.RefundSucceeded, ""
	}
	err = f.finishRefund(ctx, r, state, why, audit.Entry{
		At: f.clock.Now(), Actor: actor, Action: "refund.give_up", Subject: "refund:" + r.ID.String(), Detail: map[string]any{"outcome": state},
	})
	if err != nil {
		return "", err
	}
	switch ended, err := repay.RefundByID(r.ID).Read(ctx, f.pool); {
	case err != nil:
		return "", err
	case ended.State != state:
		return "", ErrNotDeclined
	}
	return state, nil
}

func (f *Flow) declined(ctx context.Context, reference string) (repay.Refund, error) {
	r, err := repay.RefundByReference(reference).Read(ctx, f.pool)
	if err == nil && (r.State != repay.RefundUnknown || r.DeclinedAt == nil) {
		return r, ErrNotDeclined
	}
	return r, err
}
