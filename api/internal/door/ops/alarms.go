package ops

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

type alarmsCommands struct {
	List  alarmsList  `cmd:"" help:"List what has to be looked at, oldest first."`
	Close alarmsClose `cmd:"" help:"Note what was done about it. An alarm stays open while the money of a refund, or a decision about a reversal, still waits."`
}

type alarmsList struct{ firstLines }

// Run lists.
func (f alarmsList) Run(ctx context.Context, c *operator) error {
	open, err := repay.OpenAlarms(f.limit()).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "alarm.list", "payment_alarm"); err != nil {
		return err
	}
	t := columns("alarmId", "raisedAt", "kind", "serial", "amount", "detail")
	b := &pgx.Batch{}
	about := make([]func() (string, money.Money), len(open))
	for i, a := range open {
		about[i] = queueAbout(b, a)
	}
	if err := postgres.Send(ctx, c.Pool, b); err != nil {
		return err
	}
	for i, a := range open {
		serial, amount := about[i]()
		t.add(a.ID, a.RaisedAt, string(a.Kind), serial, amount, a.Detail)
	}
	return c.printFirst(t, f.limit())
}

// queueAbout reads what money an alarm is about: a payment by its serial number, a payout by its reference.
func queueAbout(b *pgx.Batch, a repay.Alarm) func() (serial string, amount money.Money) {
	if a.DisbursementID != nil {
		payout := loan.DisbursementByID(*a.DisbursementID).Queue(b)
		return func() (string, money.Money) {
			return payout.Get().Reference, money.Of(payout.Get().Amount, payout.Get().Currency)
		}
	}
	paid := repay.PaymentByID(*a.PaymentID).Queue(b)
	return func() (string, money.Money) { return paid.Get().Serial, paid.Get().Money() }
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
	if err := c.Pay.CloseAlarm(ctx, id, c.by, f.Note); err != nil {
		return err
	}
	return c.done(map[string]any{"alarmId": id}, "The alarm is closed")
}
