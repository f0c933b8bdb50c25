package customersupport

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// maxPlanDays is how many days ahead the last day of a plan may be. A mistyped year would otherwise suspend reminders
// for decades.
const maxPlanDays = 365

// ErrUntil means that the last day of a plan is missing, over or too far ahead.
var ErrUntil = fmt.Errorf("give the last day of the plan with --until: today or later, and at most %d days ahead", maxPlanDays)

// ErrPromisedDayOver means that the promised day is over and the promise is about to be judged.
var ErrPromisedDayOver = errors.New("the promised day is over, and the promise is checked automatically once the hours for reminders begin; nothing was changed, and nothing was sent")

// ErrAccepted means that a request is already accepted, perhaps by another operator, and until which day; or that it is
// not accepted until the day that was to be changed.
var ErrAccepted = errors.New("nothing was changed, and nothing was sent")

// ListHardships reads a page of the live requests, those that wait longest for a decision first, with the numbers of
// their loans.
func (s *Support) ListHardships(ctx context.Context, actor string, a paging.Request) (page paging.Page[support.Hardship], numbers map[uuid.UUID]string, err error) {
	if err := s.audit(ctx, s.pool, actor, "hardship.list", "hardship"); err != nil {
		return page, nil, err
	}
	if page, err = support.HardshipsForOperator(a).Read(ctx, s.pool); err != nil {
		return page, nil, err
	}
	orders := make([]uuid.UUID, len(page.Rows))
	for i, h := range page.Rows {
		orders[i] = h.OrderID
	}
	numbers, err = loan.Numbers(orders).Read(ctx, s.pool)
	return page, numbers, err
}

// Acceptance is what an operator agrees to.
type Acceptance struct {
	// Until is the last day of a plan. A promise keeps its own day.
	Until money.Date
	// InsteadOf is the day until which the plan is currently accepted, if that is to be changed; otherwise the zero
	// date.
	InsteadOf money.Date
	// Words are shown to the borrower; they may be empty.
	Words string
}

// AcceptHardship accepts a request and notifies the borrower. A request that is already accepted returns ErrAccepted,
// unless the operator names the day that is to be changed. This keeps a second operator from undoing the decision of
// the first.
func (s *Support) AcceptHardship(ctx context.Context, actor string, id uuid.UUID, a Acceptance) error {
	answer, err := optionalText(a.Words)
	if err != nil {
		return err
	}
	return s.decide(ctx, actor, "hardship.accept", id, func(b *pgx.Batch, tx pgx.Tx, h support.Hardship, o loan.Order, now time.Time) error {
		until, err := a.until(h, region.Get(o.Region).Today(now))
		if err != nil {
			return err
		}
		notify.QueueForOrder(b, o, notify.HardshipAccepted, now, "date", until)
		return support.AcceptHardship(ctx, tx, h, until, answer, now)
	})
}

// namesDay refuses to change an accepted request unless its day is named.
func namesDay(h support.Hardship, insteadOf money.Date) error {
	switch accepted := h.State == support.HardshipAccepted; {
	case accepted && insteadOf.IsZero():
		return fmt.Errorf("the request is already accepted until %s: %w; use --instead-of=%s to change that", h.Until, ErrAccepted, h.Until)
	case !insteadOf.IsZero() && (!accepted || insteadOf != h.Until):
		return fmt.Errorf("the request is not accepted until %s: %w", insteadOf, ErrAccepted)
	}
	return nil
}

// until returns the day until which a request is accepted.
func (a Acceptance) until(h support.Hardship, today money.Date) (money.Date, error) {
	if err := namesDay(h, a.InsteadOf); err != nil {
		return money.Date{}, err
	}
	if h.State == support.HardshipAccepted && (h.Kind == support.Promise || a.Until == h.Until) {
		return money.Date{}, fmt.Errorf("the request is already accepted until %s: %w", h.Until, ErrAccepted)
	}
	if h.Kind == support.Promise {
		if h.Until.Before(today) {
			return money.Date{}, ErrPromisedDayOver
		}
		return h.Until, nil
	}
	if a.Until.Before(today) || a.Until.After(today.AddDays(maxPlanDays)) {
		return money.Date{}, ErrUntil
	}
	return a.Until, nil
}

// AnswerHardship writes to the borrower without changing the request's state. A request that was already answered
// returns ErrAnswered, unless again is true, which replaces the answer. Repeating the last answer returns
// ErrRepeatedAnswer.
func (s *Support) AnswerHardship(ctx context.Context, actor string, id uuid.UUID, words string, again bool) error {
	answer, err := support.Text("answer", words, support.MaxAnswer)
	if err != nil {
		return err
	}
	return s.decide(ctx, actor, "hardship.answer", id, func(b *pgx.Batch, tx pgx.Tx, _ support.Hardship, o loan.Order, now time.Time) error {
		notify.QueueForOrder(b, o, notify.HardshipAnswered, now)
		err := support.AnswerHardship(ctx, tx, id, answer, again, now)
		if reason.Of(err) != reason.StateChanged {
			return err
		}
		switch h, failed := support.HardshipByID(id).Read(ctx, tx); {
		case failed != nil:
			return failed
		case h.State.Live() && h.Answer == answer:
			return ErrRepeatedAnswer
		case h.State.Live():
			return ErrAnswered
		}
		return err
	})
}

// CloseHardship ends a request, so that reminders continue. words tell the borrower why; they may be empty. An accepted
// request returns ErrAccepted unless insteadOf is the day until which it is accepted. This keeps a second operator from
// undoing the decision of the first.
func (s *Support) CloseHardship(ctx context.Context, actor string, id uuid.UUID, insteadOf money.Date, words string) error {
	answer, err := optionalText(words)
	if err != nil {
		return err
	}
	return s.decide(ctx, actor, "hardship.close", id, func(b *pgx.Batch, tx pgx.Tx, h support.Hardship, o loan.Order, now time.Time) error {
		if err := namesDay(h, insteadOf); err != nil {
			return err
		}
		notify.QueueForOrder(b, o, notify.HardshipClosed, now)
		return support.CloseHardship(ctx, tx, h, answer, now)
	})
}

func optionalText(words string) (string, error) {
	if words == "" {
		return "", nil
	}
	return support.Text("answer", words, support.MaxAnswer)
}

type hardshipDecision func(b *pgx.Batch, tx pgx.Tx, h support.Hardship, o loan.Order, now time.Time) error

func (s *Support) decide(ctx context.Context, actor, action string, id uuid.UUID, change hardshipDecision) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := s.clock.Now()
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
