package care

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// ErrUntil says that a plan is accepted up to a day to come.
var ErrUntil = errors.New("say up to which day the plan holds: a day that is not over")

// ListHardships lists live requests, those that wait longest for a decision in front, with the numbers of their loans.
func (c *Care) ListHardships(ctx context.Context, actor string, limit int) ([]support.Hardship, map[uuid.UUID]string, error) {
	if err := c.audit(ctx, c.pool, actor, "hardship.list", "hardship"); err != nil {
		return nil, nil, err
	}
	all, err := support.HardshipsForOperator(limit).Read(ctx, c.pool)
	if err != nil {
		return nil, nil, err
	}
	orders := make([]uuid.UUID, len(all))
	for i, h := range all {
		orders[i] = h.OrderID
	}
	numbers, err := loan.Numbers(orders).Read(ctx, c.pool)
	return all, numbers, err
}

// AcceptHardship agrees to a request and tells the borrower: a promise up to its own day, a plan up to until.
func (c *Care) AcceptHardship(ctx context.Context, actor string, id uuid.UUID, until money.Date, words string) error {
	answer, err := optionalText(words)
	if err != nil {
		return err
	}
	return c.decide(ctx, actor, "hardship.accept", id, func(b *pgx.Batch, tx pgx.Tx, h support.Hardship, o loan.Order, now time.Time) error {
		if h.Kind == support.Promise {
			until = h.Until
		}
		if until.IsZero() || until.Before(region.Get(o.Region).Today(now)) {
			return ErrUntil
		}
		notify.QueueForOrder(b, o, notify.HardshipAccepted, now, "date", until)
		return support.AcceptHardship(ctx, tx, id, until, answer, now)
	})
}

// AnswerHardship writes to the borrower; the request stays as it is.
func (c *Care) AnswerHardship(ctx context.Context, actor string, id uuid.UUID, words string) error {
	answer, err := support.Text("answer", words, support.MaxAnswer)
	if err != nil {
		return err
	}
	return c.decide(ctx, actor, "hardship.answer", id, func(b *pgx.Batch, tx pgx.Tx, _ support.Hardship, o loan.Order, now time.Time) error {
		notify.QueueForOrder(b, o, notify.HardshipAnswered, now)
		return support.AnswerHardship(ctx, tx, id, answer, now)
	})
}

// CloseHardship ends a request: reminders go on. words tell the borrower why; they may be empty.
func (c *Care) CloseHardship(ctx context.Context, actor string, id uuid.UUID, words string) error {
	answer, err := optionalText(words)
	if err != nil {
		return err
	}
	return c.decide(ctx, actor, "hardship.close", id, func(b *pgx.Batch, tx pgx.Tx, _ support.Hardship, o loan.Order, now time.Time) error {
		notify.QueueForOrder(b, o, notify.HardshipClosed, now)
		return support.EndHardship(ctx, tx, id, support.HardshipClosed, answer, now)
	})
}

func optionalText(words string) (string, error) {
	if words == "" {
		return "", nil
	}
	return support.Text("answer", words, support.MaxAnswer)
}

type hardshipDecision func(b *pgx.Batch, tx pgx.Tx, h support.Hardship, o loan.Order, now time.Time) error

func (c *Care) decide(ctx context.Context, actor, action string, id uuid.UUID, change hardshipDecision) error {
	return postgres.InTx(ctx, c.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := c.clock.Now()
		h, err := support.HardshipByID(id).Read(ctx, tx)
		if err != nil {
			return err
		}
		o, err := loan.ByID(h.OrderID).Read(ctx, tx)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		if err := change(b, tx, h, o, now); err != nil {
			return err
		}
		if err := audit.Queue(b, audit.Entry{At: now, Actor: actor, Action: action, Subject: "hardship:" + id.String()}); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}
