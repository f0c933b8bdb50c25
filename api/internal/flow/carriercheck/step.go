package carriercheck

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
)

// arrivalTimeout is the maximum time until a request arrives at the carrier. If the carrier does not know a request after
// that, it never arrived.
const arrivalTimeout = 45 * time.Second

// Step returns the step of a session for an answer, or false if there is none: the session is already in that state, or
// the answer is unknown.
func Step(s carriers.Session, a carrier.Answer, now time.Time) (carriers.Move, bool) {
	m := carriers.Move{Session: s, At: now, CodeLength: a.CodeLength, TenureMonths: a.TenureMonths}
	switch a.State {
	case carrier.Code:
		if s.State == carriers.Code {
			return m, false
		}
		m.Event, m.CodeSentAt = carriers.CodeSent, &now
	case carrier.Waiting:
		if s.State == carriers.Waiting {
			return m, false
		}
		m.Event = carriers.Taken
	case carrier.Verified:
		m.Event, m.ValidDays = carriers.Confirmed, region.Get(s.Region).CarrierCheck.ValidDays
	case carrier.Failed:
		m.Event, m.Reason = carriers.Refused, a.Reason
	case carrier.NotFound:
		if now.Sub(s.CreatedAt) < arrivalTimeout {
			return m, false
		}
		m.Event, m.Reason = carriers.Refused, carriers.ReasonLost
	default:
		return m, false
	}
	_, possible := carriers.Next(s.State, m.Event)
	return m, possible
}

// follow moves a session by the carrier's answer and reports whether it moved. If another change was faster, it returns
// the session as it is now.
func (c *Check) follow(ctx context.Context, s carriers.Session, a carrier.Answer) (carriers.Session, bool, error) {
	m, moves := Step(s, a, c.clock.Now())
	if !moves {
		return s.At(c.clock.Now()), false, nil
	}
	var after *postgres.Answer[carriers.Session]
	err := c.write(ctx, m, func(b *pgx.Batch) (err error) {
		after, err = queueMove(b, m)
		return err
	})
	if errors.Is(err, carriers.ErrState) {
		now, err := c.ownSession(ctx, s.MemberID, s.ID)
		return now, false, err
	}
	if err != nil {
		return s, false, err
	}
	return after.Get(), true, nil
}

// write sends a batch: on its own if it is one statement, or in a transaction if it has side effects. In a transaction,
// fill runs again for every attempt, because a batch can be sent only once.
func (c *Check) write(ctx context.Context, m carriers.Move, fill func(*pgx.Batch) error) error {
	if m.Event != carriers.Confirmed && m.Event != carriers.Taken && !endedInVain(m) {
		return sendFilled(ctx, c.pool, fill)
	}
	return postgres.InTx(ctx, c.pool, func(ctx context.Context, tx pgx.Tx) error { return sendFilled(ctx, tx, fill) })
}

func sendFilled(ctx context.Context, db postgres.DB, fill func(*pgx.Batch) error) error {
	b := &pgx.Batch{}
	if err := fill(b); err != nil {
		return err
	}
	return postgres.Send(ctx, db, b)
}

// queueMove adds a step with its side effects: a session that the carrier is working on is followed closely, a verified
// number raises the credit, and the borrower is notified of a result that they waited for.
func queueMove(b *pgx.Batch, m carriers.Move) (*postgres.Answer[carriers.Session], error) {
	step, err := m.Step()
	if err != nil {
		return nil, err
	}
	after := step.Queue(b)
	return after, queueConsequences(b, m)
}

// queueConsequences queues the notice and the job of a step.
func queueConsequences(b *pgx.Batch, m carriers.Move) error {
	if m.Session.Kind == carriers.Verify && (m.Event == carriers.Confirmed || endedInVain(m)) {
		queueNotice(b, m)
	}
	switch {
	case m.Event == carriers.Taken:
		return job.Queue(b, job.Job{Args: FollowArgs{SessionID: m.Session.ID, Working: true}, At: firstLook()})
	case m.Event == carriers.Confirmed && m.Session.Kind == carriers.Verify:
		return job.Queue(b, job.Of(RewardArgs{MemberID: m.Session.MemberID, SessionID: m.Session.ID})...)
	}
	return nil
}

// endedInVain reports whether the step fails a session that the carrier was working on. The borrower is no longer
// looking then; a failure while they are entering something is shown in the form.
func endedInVain(m carriers.Move) bool {
	return m.Session.State == carriers.Waiting && (m.Event == carriers.Refused || m.Event == carriers.TimedOut)
}

// queueNotice adds the result of a verification to the borrower's inbox. Before an identity is proved there is no
// notice: only the device that began the verification shows the result.
func queueNotice(b *pgx.Batch, m carriers.Move) {
	r := region.Get(m.Session.Region)
	name := m.Session.Carrier
	if known, ok := r.Carrier(name); ok {
		name = known.Name
	}
	kind := notify.CarrierFailed
	if m.Event == carriers.Confirmed {
		kind = notify.CarrierVerified
	}
	notify.QueueToProved(b, notify.Notice{
		Member: m.Session.MemberID, Kind: kind, Subject: m.Session.ID, At: m.At,
		Args: reason.Named("carrier", name, "date", r.Today(m.At.AddDate(0, 0, m.ValidDays))),
	})
}

// codeRefusal returns the error for a code that the carrier did not accept.
func codeRefusal(word string) error {
	if word == carrier.CodeExpired {
		return reason.New(reason.SMSCodeExpired)
	}
	return reason.New(reason.SMSCodeWrong)
}
