package ops

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

type alarmsCommands struct {
	List   alarmsList   `cmd:"" help:"List open alarms, oldest first. With --closed, list closed alarms, most recently closed first."`
	Reopen alarmsReopen `cmd:"" help:"Reopen an alarm that was closed by mistake."`
	Close  alarmsClose  `cmd:"" help:"Close an alarm and record what was done. Refused while the alarm's refund has money that is still held here, or its reversal is undecided."`
}

type alarmsList struct {
	paged

	Closed bool `help:"List closed alarms, with the operator who closed each and the note."`
}

// Run lists open or closed alarms.
func (f alarmsList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	found, err := f.read(ctx, c, page)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "alarm.list", "payment_alarm"); err != nil {
		return err
	}
	t := columns("alarmId", "raisedAt", "kind", "serial", "orderNo", "amount", "detail")
	t.name = "alarms"
	if f.Closed {
		t.columns = append(t.columns, "closedAt", "closedBy", "note")
	}
	b := &pgx.Batch{}
	reading := make([]func() subject, len(found.Rows))
	for i, a := range found.Rows {
		reading[i] = queueSubject(b, a.Alarm)
	}
	if err := postgres.Send(ctx, c.Pool, b); err != nil {
		return err
	}
	about := make([]subject, len(found.Rows))
	var orders []uuid.UUID
	for i, read := range reading {
		about[i] = read()
		orders = append(orders, about[i].order)
	}
	numbers, err := loan.Numbers(orders).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	for i, a := range found.Rows {
		row := []any{a.ID, a.RaisedAt, string(a.Kind), about[i].serial, numbers[about[i].order], about[i].amount, a.Detail}
		if f.Closed {
			row = append(row, a.ClosedAt, a.ClosedBy, a.Note)
		}
		t.add(row...)
	}
	return c.printPage(t, found.Next)
}

// read reads the open or the closed alarms. Open alarms have empty closing fields.
func (f alarmsList) read(ctx context.Context, c *operator, page paging.Request) (paging.Page[repay.ClosedAlarm], error) {
	if f.Closed {
		return repay.ClosedAlarms(page).Read(ctx, c.Pool)
	}
	open, err := repay.OpenAlarms(page).Read(ctx, c.Pool)
	all := paging.Page[repay.ClosedAlarm]{Next: open.Next}
	for _, a := range open.Rows {
		all.Rows = append(all.Rows, repay.ClosedAlarm{Alarm: a})
	}
	return all, err
}

// subject is the money that an alarm is about: a payment by its serial number, with the amount of its refund if the alarm is about
// that, or a payout by its reference. order is zero if the payment has no order.
type subject struct {
	serial string
	order  uuid.UUID
	amount money.Money
}

func queueSubject(b *pgx.Batch, a repay.Alarm) func() subject {
	if a.DisbursementID != nil {
		payout := loan.DisbursementByID(*a.DisbursementID).Queue(b)
		return func() subject {
			d := payout.Get()
			return subject{serial: d.Reference, order: d.OrderID, amount: money.Of(d.Amount, d.Currency)}
		}
	}
	paid := repay.PaymentByID(*a.PaymentID).Queue(b)
	var back *postgres.Answer[repay.Refund]
	if a.RefundID != nil {
		back = repay.RefundByID(*a.RefundID).Queue(b)
	}
	return func() subject {
		p := paid.Get()
		s := subject{serial: p.Serial, amount: p.Money()}
		if p.OrderID != nil {
			s.order = *p.OrderID
		}
		if back != nil {
			refund := back.Get()
			s.amount = money.Of(refund.Amount, refund.Currency)
		}
		return s
	}
}

type alarmsClose struct {
	Alarm string `arg:"" name:"alarm-id" help:"Alarm ID, as printed by alarms list."`
	Note  string `required:"" help:"What was done, recorded with the alarm."`
}

// Run closes an alarm.
func (f alarmsClose) Run(ctx context.Context, c *operator) error {
	id, err := alarmID(f.Alarm)
	if err != nil {
		return err
	}
	if err := c.Pay.CloseAlarm(ctx, id, c.by, f.Note); err != nil {
		return err
	}
	return c.done(map[string]any{"alarmId": id}, "The alarm is closed")
}

type alarmsReopen struct {
	Alarm string `arg:"" name:"alarm-id" help:"Alarm ID, as printed by alarms list."`
	Note  string `required:"" help:"Reason, recorded in the audit log."`
}

// Run reopens an alarm.
func (f alarmsReopen) Run(ctx context.Context, c *operator) error {
	id, err := alarmID(f.Alarm)
	if err != nil {
		return err
	}
	if err := c.Pay.ReopenAlarm(ctx, id, c.by, f.Note); err != nil {
		return err
	}
	return c.done(map[string]any{"alarmId": id}, "The alarm is open again")
}

func alarmID(typed string) (uuid.UUID, error) {
	id, err := uuid.Parse(typed)
	if err != nil {
		return id, fmt.Errorf("%q is not an alarm ID: see `ops alarms list`", typed)
	}
	return id, nil
}
