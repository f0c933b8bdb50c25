package carriercheck

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/idem"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
)

// codeShape: 4 or 6 digits (specification 5, 10005).
var codeShape = regexp.MustCompile(`^([0-9]{4}|[0-9]{6})$`)

// Submit hands the carrier the code that it texted, once per intention.
func (c *Check) Submit(ctx context.Context, who borrower.Borrower, channel, code string) (carriers.Session, error) {
	if !codeShape.MatchString(code) {
		return carriers.Session{}, reason.New(reason.CodeLength)
	}
	session, seen, err := c.awaiting(ctx, who, channel)
	if err != nil {
		return carriers.Session{}, err
	}
	var answer carrier.Answer
	if !seen {
		if answer, err = c.gateway.SubmitCode(ctx, session.ID.String(), code); err != nil || answer.State == carrier.Unknown {
			return session, reason.New(reason.CodeNotSubmitted).After(time.Second).Because(fmt.Errorf("carriercheck: code: %w", err))
		}
	}
	id, err := idem.Run(ctx, c.pool, who.Idem, func(ctx context.Context, tx pgx.Tx) (carriers.Session, error) {
		if seen {
			// The answer went out of date since it was seen, and the carrier has not been asked again.
			return carriers.Session{}, reason.New(reason.SystemBusy).After(time.Second)
		}
		return c.judged(ctx, tx, session, answer)
	})
	if err != nil {
		return carriers.Session{}, err
	}
	return id, nil
}

// awaiting is the borrower's try that waits for a code, and whether the intention has its answer already.
func (c *Check) awaiting(ctx context.Context, who borrower.Borrower, channel string) (s carriers.Session, seen bool, err error) {
	if _, err := c.Carrier(who, channel); err != nil {
		return s, false, err
	}
	b := &pgx.Batch{}
	answered := new(bool)
	if who.Idem.Key != "" {
		answered = idem.QueueSeen(b, who.Idem)
	}
	standing := carriers.QueueStanding(b, who.ID, c.clock.Now())
	if err := c.pool.SendBatch(ctx, b).Close(); err != nil {
		return s, false, postgres.Reason(err)
	}
	if *answered {
		return s, true, nil
	}
	switch last := standing.Last; {
	case last == nil, last.Carrier != channel:
		return s, false, reason.New(reason.CodeFirst)
	case last.State == carriers.Expired:
		return s, false, reason.New(reason.SMSCodeExpired)
	case last.State != carriers.Code:
		return s, false, reason.New(reason.CodeFirst)
	default:
		return *last, false, nil
	}
}

// judged moves the try by what the carrier says of a code. A wrong one counts, whatever becomes of the answer.
func (c *Check) judged(ctx context.Context, tx pgx.Tx, s carriers.Session, a carrier.Answer) (carriers.Session, error) {
	m, moves := Step(s, a, c.clock.Now())
	wrong := a.State == carrier.Code && a.Reason == carrier.WrongCode
	switch {
	case wrong && s.Tries+1 >= carriers.CodeTries:
		m.Event, m.Reason, moves = carriers.Refused, carriers.ReasonCodeTries, true
	case wrong:
		m.Event, moves = carriers.CodeWrong, true
	case a.State == carrier.Code:
		return s, codeRefusal(a.Reason)
	}
	if !moves {
		return s, reason.New(reason.CodeNotSubmitted)
	}
	b := &pgx.Batch{}
	after, err := queueMove(b, m)
	if err != nil {
		return s, err
	}
	switch err := tx.SendBatch(ctx, b).Close(); {
	case errors.Is(err, carriers.ErrState):
		// The carrier's own report was faster: the try is as that left it.
		return c.own(ctx, s.MemberID, s.ID)
	case err != nil:
		return s, err
	case m.Event == carriers.CodeWrong:
		return *after, postgres.Keep(codeRefusal(a.Reason))
	}
	return *after, nil
}

// Resend has the carrier text another code. The wish is granted before the carrier is asked, so that of two at once one
// goes out; it is taken back when the carrier cannot.
func (c *Check) Resend(ctx context.Context, who borrower.Borrower, channel string) (carriers.Session, error) {
	who.Idem = idem.Key{}
	session, _, err := c.awaiting(ctx, who, channel)
	if err != nil {
		return carriers.Session{}, err
	}
	now := c.clock.Now()
	switch again := session.CodeAgainAt(); {
	case again.IsZero():
		return session, reason.New(reason.CarrierTooMany)
	case now.Before(again):
		return session, reason.New(reason.CarrierCodeWait).After(again.Sub(now))
	}
	before := session.CodeSentAt
	granted, err := c.move(ctx, carriers.Move{Session: session, Event: carriers.CodeSent, At: now, CodeSentAt: &now})
	if errors.Is(err, carriers.ErrState) {
		return session, reason.New(reason.CarrierCodeWait).After(carriers.CodeWait)
	}
	if err != nil {
		return session, err
	}
	answer, err := c.gateway.SendCode(ctx, session.ID.String())
	if err == nil && answer.State == carrier.Code {
		return granted, nil
	}
	if errors.Is(err, carrier.ErrDown) {
		if _, err := c.move(ctx, carriers.Move{Session: granted, Event: carriers.CodeUnsent, At: now, CodeSentAt: before}); err != nil && !errors.Is(err, carriers.ErrState) {
			return granted, err
		}
	}
	if err != nil || answer.State == carrier.Unknown {
		return granted, reason.New(reason.CodeNotObtained).After(time.Second).Because(fmt.Errorf("carriercheck: another code: %w", err))
	}
	after, _, err := c.follow(ctx, granted, answer)
	return after, err
}

// move makes one step that has no effects.
func (c *Check) move(ctx context.Context, m carriers.Move) (carriers.Session, error) {
	var after *carriers.Session
	err := c.write(ctx, m, func(b *pgx.Batch) (err error) {
		after, err = queueMove(b, m)
		return err
	})
	if err != nil {
		return m.Session, err
	}
	return *after, nil
}
