// Package approval lets a trusted device of a member admit a new one: the new device asks and shows two digits, and the
// trusted one enters them or refuses. Each step writes an entry to the audit log.
package approval

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// Approval is the flow.
type Approval struct {
	pool    *pgxpool.Pool
	clock   clock.Clock
	members *member.Members
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, members *member.Members) *Approval {
	return &Approval{pool: pool, clock: c, members: members}
}

// Status is how a new device may become trusted, and whether it is.
type Status struct {
	member.TrustOptions
	Trusted bool
}

// Status returns how a device may become trusted.
func (a *Approval) Status(ctx context.Context, s member.Session) (Status, error) {
	options, err := a.members.TrustOptions(s).Read(ctx, a.pool)
	return Status{TrustOptions: options, Trusted: s.Trusted}, err
}

// Ask asks the trusted devices of the member to let the session's device in. While its request waits, a repeated call
// returns the same request. It returns ApprovalNobody, ApprovalBusy or ApprovalTooMany if it cannot ask.
func (a *Approval) Ask(ctx context.Context, s member.Session, from member.Caller) (st Status, err error) {
	err = postgres.InTxBatched(ctx, a.pool, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
		options, err := a.members.LockTrustOptions(s).Read(ctx, tx)
		if err != nil {
			return err
		}
		st = Status{TrustOptions: options, Trusted: s.Trusted}
		if s.Trusted || st.waits() {
			return nil
		}
		if err := st.mayAsk(); err != nil {
			return err
		}
		asked := member.QueueRequestApproval(last, s, from, st.Now)
		if err := note(last, s, "device.approval_asked", asked, st.Now); err != nil {
			return err
		}
		st.Own, st.Question = &asked, false
		return nil
	})
	return st, err
}

// waits reports whether a request of this login waits for its answer.
func (s Status) waits() bool { return s.Own != nil && s.Own.StateAt(s.Now) == member.ApprovalWaiting }

// MayAsk reports whether a trusted device may be asked now.
func (s Status) MayAsk() bool { return !s.Trusted && !s.waits() && s.mayAsk() == nil }

// mayAsk returns why no trusted device can be asked now; nil if one can.
func (s Status) mayAsk() error {
	switch {
	case !s.Reachable:
		return reason.New(reason.ApprovalNobody)
	case !s.Busy.IsZero():
		return reason.New(reason.ApprovalBusy)
	case s.NextAsk.After(s.Now):
		return reason.New(reason.ApprovalTooMany).After(s.NextAsk.Sub(s.Now))
	}
	return nil
}

// Wait returns how long it takes until a trusted device may be asked; zero if at once, or if there is none.
func (s Status) Wait() time.Duration {
	if !s.Reachable {
		return 0
	}
	return max(0, s.Busy.Sub(s.Now), s.NextAsk.Sub(s.Now))
}

// note writes an audit entry about a request.
func note(b *pgx.Batch, s member.Session, action string, about member.Approval, now time.Time) error {
	subject := "member:" + s.MemberID.String()
	return audit.Queue(b, audit.Entry{
		At: now, Actor: subject, Action: action, Subject: subject,
		Detail: map[string]any{"approval": about.ID, "device": about.DeviceID, "by": by(s, about)},
	})
}

// by returns the acting device if it is not the one that the request is about.
func by(s member.Session, about member.Approval) *uuid.UUID {
	if s.DeviceID == about.DeviceID {
		return nil
	}
	return &s.DeviceID
}
