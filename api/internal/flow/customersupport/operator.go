package customersupport

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// This file is what operators do. actor is "ops:<user>", for the audit log.

// Waiting reads a page of the unanswered tickets, those that are due first in front.
func (s *Support) Waiting(ctx context.Context, actor string, a paging.Request) (paging.Page[support.Ticket], error) {
	if err := s.audit(ctx, s.pool, actor, "ticket.list", "support_ticket"); err != nil {
		return paging.Page[support.Ticket]{}, err
	}
	return support.WaitingTickets(a).Read(ctx, s.pool)
}

// Show reads a ticket by its number.
func (s *Support) Show(ctx context.Context, actor, number string) (t support.Thread, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context, tx pgx.Tx) error {
		if t, err = support.ThreadByNumber(number).Read(ctx, tx); err != nil {
			return err
		}
		return s.audit(ctx, tx, actor, "ticket.read", "member:"+t.MemberID.String())
	})
	return t, err
}

var (
	// ErrRepeatedAnswer means that the answer was already given: the command was repeated.
	ErrRepeatedAnswer = errors.New("the last answer has the same text; nothing was sent")
	// ErrAnswered means that another operator was faster, perhaps with a different answer.
	ErrAnswered = errors.New("no answer is pending: somebody has answered, accepted or closed it since it was listed; nothing was sent. Read it, and use --again to write once more")
)

// Answer writes to the borrower of a waiting ticket and notifies them. With again it also writes to a ticket that was
// answered or closed. Without it, such a ticket returns ErrAnswered, because the second of two operators has not read
// the first one's answer. A ticket whose text is erased returns reason.StateChanged. Repeating the last answer returns
// ErrRepeatedAnswer.
func (s *Support) Answer(ctx context.Context, actor, number, words string, again bool) error {
	answer, err := support.Text("answer", words, support.MaxAnswer)
	if err != nil {
		return err
	}
	return s.step(ctx, actor, "ticket.answer", number, notify.TicketAnswered, func(tx pgx.Tx, t support.Thread) error {
		now := s.clock.Now()
		// The row is locked from here on, so of two concurrent answers one sees the other.
		refused := support.AnswerTicket(ctx, tx, t.ID, again, now)
		if refused != nil && reason.Of(refused) != reason.StateChanged {
			return refused
		}
		t, err := support.ThreadByNumber(number).Read(ctx, tx)
		if err != nil {
			return err
		}
		switch last := t.Messages[len(t.Messages)-1]; {
		case last.Author == support.BySupport && last.Body == answer:
			return ErrRepeatedAnswer
		case refused != nil && !again:
			return ErrAnswered
		case refused != nil:
			return refused
		}
		b := &pgx.Batch{}
		support.QueueMessage(b, t.ID, support.Message{Author: support.BySupport, Body: answer, At: now})
		return postgres.Send(ctx, tx, b)
	})
}

// Close closes a ticket, answered or not, and notifies the borrower. A closed ticket returns reason.StateChanged.
func (s *Support) Close(ctx context.Context, actor, number string) error {
	return s.step(ctx, actor, "ticket.close", number, notify.TicketClosed, func(tx pgx.Tx, t support.Thread) error {
		return support.CloseTicket(ctx, tx, t.ID, s.clock.Now())
	})
}

func (s *Support) step(ctx context.Context, actor, action, number string, kind notify.Kind, change func(pgx.Tx, support.Thread) error) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context, tx pgx.Tx) error {
		t, err := support.ThreadByNumber(number).Read(ctx, tx)
		if err != nil {
			return err
		}
		if err := change(tx, t); err != nil {
			return err
		}
		b := &pgx.Batch{}
		notify.Queue(b, notify.Notice{
			Member: t.MemberID, Kind: kind, Subject: t.ID, At: s.clock.Now(), Args: reason.Named("ticket", t.Number),
		})
		if err := audit.Queue(b, audit.Entry{At: s.clock.Now(), Actor: actor, Action: action, Subject: "ticket:" + t.Number}); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}

func (s *Support) audit(ctx context.Context, db postgres.DB, actor, action, subject string) error {
	return audit.Write(ctx, db, audit.Entry{At: s.clock.Now(), Actor: actor, Action: action, Subject: subject})
}
