package ops

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

type alarmsCommands struct {
	List  alarmsList  `cmd:"" help:"List what has to be looked at, oldest first."`
	Close alarmsClose `cmd:"" help:"Note what was done about it."`
}

type alarmsList struct{}

// Run lists.
func (alarmsList) Run(ctx context.Context, c *operator) error {
	open, err := repay.OpenAlarms(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "alarm.list", "payment_alarm"); err != nil {
		return err
	}
	t := columns("alarmId", "raisedAt", "kind", "serial", "amount", "detail")
	for _, a := range open {
		serial, amount, err := c.about(ctx, a)
		if err != nil {
			return err
		}
		t.add(a.ID, a.RaisedAt, string(a.Kind), serial, amount, a.Detail)
	}
	return c.print(t)
}

// about is what money an alarm is about: a payment by its serial number, a payout by its reference.
func (c *operator) about(ctx context.Context, a repay.Alarm) (serial string, amount money.Money, err error) {
	if a.DisbursementID != nil {
		d, err := loan.DisbursementByID(*a.DisbursementID).Read(ctx, c.Pool)
		return d.Reference, money.Of(d.Amount, d.Currency), err
	}
	p, err := repay.PaymentByID(*a.PaymentID).Read(ctx, c.Pool)
	return p.Serial, p.Money(), err
}

type alarmsClose struct {
	Alarm string `arg:"" name:"alarm-id" help:"Id of the alarm."`
	Note  string `required:"" help:"What was done, for the record."`
}

// Run closes.
func (f alarmsClose) Run(ctx context.Context, c *operator) error {
	id, err := uuid.Parse(f.Alarm)
	if err != nil {
		return fmt.Errorf("%q is no alarm id: `ops alarms list` shows them", f.Alarm)
	}
	now := c.Clock.Now()
	closed, err := repay.Alarms.Close(ctx, c.Pool, id, c.by, f.Note, now)
	if err != nil {
		return err
	}
	if !closed {
		return fmt.Errorf("there is no open alarm %s", id)
	}
	if err := audit.Write(ctx, c.Pool, audit.Entry{At: now, Actor: c.actor, Action: "alarm.close", Subject: "payment_alarm:" + id.String()}); err != nil {
		return err
	}
	return c.done(map[string]any{"alarmId": id}, "The alarm is closed")
}
