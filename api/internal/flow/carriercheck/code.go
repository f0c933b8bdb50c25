package carriercheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
)

// errUnclear is the cause if the carrier answered but its answer does not say whether it took the request.
var errUnclear = errors.New("the carrier's answer is unclear")

// Submit passes the code that the carrier sent by SMS back to the carrier, once per intention.
func (c *Check) Submit(ctx context.Context, who borrower.Borrower, channel, code string) (carriers.Session, error) {
	if !member.CodeShaped(code) {
		return carriers.Session{}, reason.New(reason.CodeLength)
	}
	b := &pgx.Batch{}
	asked := carriers.TakeCodeEntry(who.ID, who.DeviceID, channel).Queue(b)
	session, seen, err := c.waitingSession(ctx, who, channel, b)
	taken, _ := asked.Known()
	if err != nil || seen {
		err = errors.Join(err, c.giveBack(ctx, taken, session))
	}
	if err != nil {
		return carriers.Session{}, err
	}
	var answer carrier.Answer
	if !seen {
		if !taken {
			// Concurrent requests are using the last entries.
			return session, reason.New(reason.SystemBusy).After(time.Second)
		}
		if answer, err = c.submit(ctx, session, code); err != nil {
			return session, err
		}
	}
	return idempotency.RunLast(ctx, c.pool, who.IdempotencyKey, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) (carriers.Session, error) {
		if seen {
			// The stored response has expired since it was seen, and the carrier has not been asked again.
			return carriers.Session{}, reason.New(reason.SystemBusy).After(time.Second)
		}
		return c.applyVerdict(ctx, tx, session, answer, last)
	})
}

// submit asks the carrier. A code that the carrier did not judge does not count as wrong.
func (c *Check) submit(ctx context.Context, s carriers.Session, code string) (carrier.Answer, error) {
	answer, err := c.gateway.SubmitCode(ctx, s.ID.String(), code)
	switch {
	case err != nil || answer.State == carrier.Unknown:
		failed := reason.New(reason.CodeNotSubmitted).After(time.Second).Because(fmt.Errorf("carriercheck: submit code: %w", cmp.Or(err, errUnclear)))
		return answer, errors.Join(failed, c.giveBack(ctx, true, s))
	case answer.State == carrier.Code && answer.Reason != carrier.WrongCode:
		return answer, c.giveBack(ctx, true, s)
	}
	return answer, nil
}

// giveBack returns a code entry that was taken but not used, even if the request has ended.
func (c *Check) giveBack(ctx context.Context, taken bool, s carriers.Session) error {
	if !taken {
		return nil
	}
	late, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	return carriers.ReturnCodeEntry(late, c.pool, s.ID)
}

// waitingSession returns the borrower's session that waits for a code. seen reports whether the intention already has a
// response. It reads at the end of a batch.
func (c *Check) waitingSession(ctx context.Context, who borrower.Borrower, channel string, b *pgx.Batch) (s carriers.Session, seen bool, err error) {
	if _, err := c.Carrier(who, channel); err != nil {
		return s, false, err
	}
	answered := new(bool)
	if who.IdempotencyKey.Key != "" {
		answered = idempotency.QueueIsAnswered(b, who.IdempotencyKey)
	}
	verification := carriers.VerificationOf(who.ID, who.DeviceID, c.clock.Now()).Queue(b)
	if err := postgres.Send(ctx, c.pool, b); err != nil {
		return s, false, err
	}
	last := verification.Get().Last
	if last != nil {
		s = *last
	}
	switch {
	case *answered:
		return s, true, nil
	case last == nil, last.Carrier != channel:
		return s, false, reason.New(reason.CodeFirst)
	case last.State == carriers.Expired:
		return s, false, reason.New(reason.SMSCodeExpired)
	case last.State != carriers.Code:
		return s, false, reason.New(reason.CodeFirst)
	default:
		return s, false, nil
	}
}

// applyVerdict moves the session by the carrier's answer to a code. A wrong code is already counted, whatever happens
// to the answer. What follows from the move is queued in last, because a move that fails has no consequences.
func (c *Check) applyVerdict(ctx context.Context, tx pgx.Tx, s carriers.Session, a carrier.Answer, last *pgx.Batch) (carriers.Session, error) {
	m, moves := Step(s, a, c.clock.Now())
	wrong := a.State == carrier.Code && a.Reason == carrier.WrongCode
	switch {
	case wrong && s.CodeEntries >= carriers.MaxCodeEntries:
		m.Event, m.Reason, moves = carriers.Refused, carriers.ReasonCodeTries, true
	case wrong:
		m.Event, moves = carriers.CodeWrong, true
	case a.State == carrier.Code:
		return s, codeRefusal(a.Reason)
	}
	if !moves {
		return s, reason.New(reason.CodeNotSubmitted)
	}
	m.ReturnsCodeEntry = !wrong
	step, err := m.Step()
	if err != nil {
		return s, err
	}
	switch after, err := step.Read(ctx, tx); {
	case errors.Is(err, carriers.ErrState):
		now, err := c.ownSession(ctx, s.MemberID, s.ID)
		if err == nil && now.State == s.State && now.Codes != s.Codes {
			// Another code was sent meanwhile. The answer to the one that was entered stands.
			return c.applyVerdict(ctx, tx, now, a, last)
		}
		// The carrier's own report was faster. Return the session as it is now.
		return now, err
	case err != nil:
		return s, err
	case m.Event == carriers.CodeWrong:
		return after, postgres.CommitWith(codeRefusal(a.Reason))
	default:
		return after, queueConsequences(last, m)
	}
}

// Resend makes the carrier send another code. The request is recorded before the carrier is asked, so that of two
// concurrent requests only one is sent. It is undone if the carrier is down.
func (c *Check) Resend(ctx context.Context, who borrower.Borrower, channel string) (carriers.Session, error) {
	who.IdempotencyKey = idempotency.Key{}
	session, _, err := c.waitingSession(ctx, who, channel, &pgx.Batch{})
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
		return granted, reason.New(reason.CodeNotObtained).After(time.Second).Because(fmt.Errorf("carriercheck: request another code: %w", cmp.Or(err, errUnclear)))
	}
	after, _, err := c.follow(ctx, granted, answer)
	return after, err
}

// move makes a step that has no side effects.
func (c *Check) move(ctx context.Context, m carriers.Move) (carriers.Session, error) {
	var after *postgres.Answer[carriers.Session]
	err := c.write(ctx, m, func(b *pgx.Batch) (err error) {
		after, err = queueMove(b, m)
		return err
	})
	if err != nil {
		return m.Session, err
	}
	return after.Get(), nil
}
