package care

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// What an operator does; actor is "ops:<user>", for the audit log.

// Waiting lists the tickets that nobody has answered, those that are due first in front.
func (c *Care) Waiting(ctx context.Context, actor string, limit int) ([]support.Ticket, error) {
	if err := c.audit(ctx, c.pool, actor, "ticket.list", "support_ticket"); err != nil {
		return nil, err
	}
	return support.WaitingTickets(limit).Read(ctx, c.pool)
}

// Show reads a ticket by its number.
func (c *Care) Show(ctx context.Context, actor, number string) (t support.Thread, err error) {
	err = postgres.InTx(ctx, c.pool, func(ctx context.Context, tx pgx.Tx) error {
		if t, err = support.ThreadByNumber(number).Read(ctx, tx); err != nil {
			return err
		}
		return c.audit(ctx, tx, actor, "ticket.read", "member:"+t.MemberID.String())
	})
	return t, err
}

// ErrRepeatedAnswer says that an answer stands there already: a command that was given twice.
var ErrRepeatedAnswer = errors.New("the last answer says just this; nothing was sent")

// Answer writes to the borrower, as often as it takes, and tells them. A ticket whose words are erased is reason.StateChanged,
// the words of the last answer again are ErrRepeatedAnswer.
func (c *Care) Answer(ctx context.Context, actor, number, words string) error {
	answer, err := support.Text("answer", words, support.MaxAnswer)
	if err != nil {
		return err
	}
	return c.step(ctx, actor, "ticket.answer", number, notify.TicketAnswered, func(tx pgx.Tx, t support.Thread) error {
		now := c.clock.Now()
		// The row is held from here on: of two that say the same, one finds the other's words.
		if err := support.AnswerTicket(ctx, tx, t.ID, now); err != nil {
			return err
		}
		t, err := support.ThreadByNumber(number).Read(ctx, tx)
		if err != nil {
			return err
		}
		if last := t.Messages[len(t.Messages)-1]; last.Author == support.BySupport && last.Body == answer {
			return ErrRepeatedAnswer
		}
		b := &pgx.Batch{}
		support.QueueMessage(b, t.ID, support.Message{Author: support.BySupport, Body: answer, At: now})
		return postgres.Send(ctx, tx, b)
	})
}

// Close ends a ticket, answered or not, and tells the borrower. One that is closed is reason.StateChanged.
func (c *Care) Close(ctx context.Context, actor, number string) error {
	return c.step(ctx, actor, "ticket.close", number, notify.TicketClosed, func(tx pgx.Tx, t support.Thread) error {
		return support.CloseTicket(ctx, tx, t.ID, c.clock.Now())
	})
}

func (c *Care) step(ctx context.Context, actor, action, number string, kind notify.Kind, change func(pgx.Tx, support.Thread) error) error {
	return postgres.InTx(ctx, c.pool, func(ctx context.Context, tx pgx.Tx) error {
		t, err := support.ThreadByNumber(number).Read(ctx, tx)
		if err != nil {
			return err
		}
		if err := change(tx, t); err != nil {
			return err
		}
		b := &pgx.Batch{}
		notify.Queue(b, notify.Notice{
			Member: t.MemberID, Kind: kind, Subject: t.ID, At: c.clock.Now(), Args: reason.Named("ticket", t.Number),
		})
		if err := audit.Queue(b, audit.Entry{At: c.clock.Now(), Actor: actor, Action: action, Subject: "ticket:" + t.Number}); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}

func (c *Care) audit(ctx context.Context, db postgres.DB, actor, action, subject string) error {
	return audit.Write(ctx, db, audit.Entry{At: c.clock.Now(), Actor: actor, Action: action, Subject: subject})
}
