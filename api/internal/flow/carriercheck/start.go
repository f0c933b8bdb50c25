package carriercheck

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
)

// Start is the borrower's request. Password is the borrower's own and is passed only to the carrier.
type Start struct {
	Channel  string
	Kind     carriers.Kind
	Way      string
	Password string
}

// Begin opens a session and asks the carrier, once per intention. The session is written before the carrier is asked,
// so that it can be looked up if the process dies in between.
func (c *Check) Begin(ctx context.Context, who borrower.Borrower, s Start) (carriers.Session, error) {
	if err := c.allowed(who, s); err != nil {
		return carriers.Session{}, err
	}
	opened, first, err := c.open(ctx, who, s)
	if err != nil {
		return carriers.Session{}, err
	}
	if !first {
		return c.ownSession(ctx, who.ID, opened.ID)
	}
	answer, err := c.gateway.Start(ctx, carrier.Request{
		Reference: opened.ID.String(), Carrier: s.Channel, Region: who.Region.Code, Kind: carrier.Kind(s.Kind),
		Number: phone.E164(who.Region, who.Phone), Password: s.Password,
	})
	if errors.Is(err, carrier.ErrDown) {
		answer = carrier.Answer{State: carrier.Failed, Reason: carriers.ReasonDown}
	}
	after, moved, err := c.follow(ctx, opened, answer)
	if err != nil {
		return after, err
	}
	if !moved {
		return after, nil
	}
	return after, refusal(after)
}

func (c *Check) allowed(who borrower.Borrower, s Start) error {
	channel, err := c.Carrier(who, s.Channel)
	switch {
	case err != nil:
		return err
	case !channel.Offers(s.Way), s.Kind == carriers.Register && !channel.Register:
		return reason.New(reason.CarrierWay)
	}
	return nil
}

// refusal returns the error for the form when a session failed at once; nil otherwise.
func refusal(s carriers.Session) error {
	if s.State != carriers.Failed {
		return nil
	}
	switch s.Reason {
	case carrier.NotOurs:
		return reason.New(reason.CarrierInvalid)
	case carrier.CodeNotSent:
		return reason.New(reason.CodeNotObtained)
	case carriers.ReasonDown:
		return reason.New(reason.RequestFailed).After(carrierRetryAfter)
	}
	return nil
}

// carrierRetryAfter is when a retry makes sense after a carrier accepted no request.
const carrierRetryAfter = 30 * time.Second

// open writes the session and the job that follows it.
func (c *Check) open(ctx context.Context, who borrower.Borrower, s Start) (opened carriers.Session, first bool, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return opened, false, fmt.Errorf("carriercheck: %w", err)
	}
	now := c.clock.Now()
	opened = carriers.Session{
		ID: id, MemberID: who.ID, Region: who.Region.Code, Carrier: s.Channel, Kind: s.Kind, Way: s.Way, State: carriers.Starting,
		CreatedAt: now, ExpiresAt: now.Add(carriers.SessionLife),
	}
	locked := precheck(who, now)
	opened.ID, err = idempotency.RunBatched(ctx, c.pool, who.IdempotencyKey, locked, func(_ context.Context, _ pgx.Tx, before carriers.Precheck, last *pgx.Batch) (uuid.UUID, error) {
		return id, queueOpen(last, before, opened, who.DeviceID)
	})
	return opened, opened.ID == id, err
}

// precheck reads the data on which a new session is decided, and refuses a borrower who has not given the necessary
// consents.
func precheck(who borrower.Borrower, now time.Time) postgres.Query[carriers.Precheck] {
	return postgres.Combine("carriercheck: precheck", func(b *pgx.Batch) func() (carriers.Precheck, error) {
		// The lock keeps the member from proving an identity meanwhile: a session begun before that belongs to its device.
		member.QueueRequireSession(b, who.ID, who.SessionID)
		member.QueueRequireConsents(b, who.ID, member.DataConsents...)
		before := carriers.LockPrecheck(who.ID, now).Queue(b)
		return func() (carriers.Precheck, error) { return before.Get(), nil }
	})
}

func queueOpen(b *pgx.Batch, before carriers.Precheck, s carriers.Session, device uuid.UUID) error {
	now := s.CreatedAt
	if before.Today >= carriers.MaxDailySessions {
		again := before.OldestToday.AddDate(0, 0, 1)
		return reason.New(reason.CarrierTooMany).After(again.Sub(now)).Until(again)
	}
	if err := queueEnd(b, before.Running, now); err != nil {
		return err
	}
	carriers.QueueOpen(b, s, device)
	return job.Queue(b, job.Job{Args: FollowArgs{SessionID: s.ID}, At: firstLook()})
}

// queueEnd ends the previous session if it has expired or waits for a code. A session that the carrier is working on
// continues, and the new one is refused.
func queueEnd(b *pgx.Batch, running *carriers.Session, now time.Time) error {
	if running == nil {
		return nil
	}
	m := carriers.Move{Session: *running, At: now}
	switch {
	case running.At(now).State == carriers.Expired:
		m.Event = carriers.TimedOut
	case running.State == carriers.Code:
		m.Event = carriers.BegunAnew
	default:
		return reason.New(reason.CarrierRunning)
	}
	step, err := m.Step()
	if err == nil {
		step.Queue(b)
	}
	return err
}

// ownSession reads a session of the borrower.
func (c *Check) ownSession(ctx context.Context, member, id uuid.UUID) (carriers.Session, error) {
	found, err := carriers.ByID(id).Read(ctx, c.pool)
	if err != nil {
		return carriers.Session{}, err
	}
	if found == nil || found.MemberID != member {
		return carriers.Session{}, reason.New(reason.NoData)
	}
	return found.At(c.clock.Now()), nil
}
