package pay

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Reasons why an alarm stays open.
var (
	ErrNoAlarm         = errors.New("there is no such open alarm")
	ErrNotClosed       = errors.New("there is no such closed alarm")
	ErrReversalWaits   = errors.New("the reversal is undecided: applying or dismissing it closes this alarm")
	ErrOverpaymentHeld = errors.New("the money of this refund is still held here: send it again or book how it was paid, then close the alarm")
)

// CloseAlarm records what an operator did about an alarm and closes it. It returns ErrOverpaymentHeld or
// ErrReversalWaits while money or a decision is still pending and the alarm is the only sign of it. by is the operator;
// note is stored with the alarm.
func (f *Flow) CloseAlarm(ctx context.Context, id uuid.UUID, by, note string) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		a, err := repay.OpenAlarm(id).Read(ctx, tx)
		if err != nil {
			return err
		}
		if a == nil {
			return ErrNoAlarm
		}
		if err := f.waits(ctx, tx, *a, now); err != nil {
			return err
		}
		closed, err := repay.Alarms.Close(ctx, tx, id, by, note, now.At)
		if err != nil {
			return err
		}
		if !closed {
			return ErrNoAlarm
		}
		return audit.Write(ctx, tx, audit.Entry{
			At: now.At, Actor: "ops:" + by, Action: "alarm.close", Subject: "payment_alarm:" + id.String(), Detail: map[string]any{"kind": a.Kind, "note": note},
		})
	})
}

// ReopenAlarm opens an alarm again that an operator had closed. by is the operator; note is stored in the audit log.
func (f *Flow) ReopenAlarm(ctx context.Context, id uuid.UUID, by, note string) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		reopened, err := repay.ReopenAlarm(ctx, tx, id)
		if err != nil {
			return err
		}
		if !reopened {
			return ErrNotClosed
		}
		return audit.Write(ctx, tx, audit.Entry{
			At: f.now().At, Actor: "ops:" + by, Action: "alarm.reopen", Subject: "payment_alarm:" + id.String(), Detail: map[string]any{"note": note},
		})
	})
}

// waits returns why an alarm must stay open, or nil. Money in suspense is not a reason, because it has a list of its
// own.
func (f *Flow) waits(ctx context.Context, tx pgx.Tx, a repay.Alarm, now servicing.Time) error {
	switch a.Kind {
	case repay.PartlyReversedAlarm:
		parts, err := partsOf(ctx, tx, *a.PaymentID)
		if err == nil && (parts.contradicted || len(parts.open) > 0) {
			err = ErrReversalWaits
		}
		return err
	case repay.RefundFailedAlarm, repay.RefundReturnedAlarm:
		r, err := repay.RefundByID(*a.RefundID).Read(ctx, tx)
		if err != nil || r.OrderID == uuid.Nil {
			return err
		}
		facts, err := servicing.Read(r.OrderID).Read(ctx, tx)
		if err == nil && facts.Replay(now.Today).Over[r.PaymentID] > 0 {
			err = ErrOverpaymentHeld
		}
		return err
	}
	return nil
}
