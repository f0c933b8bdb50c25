package customersupport

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Hardship is the state of a loan for a borrower who cannot pay as agreed.
type Hardship struct {
	Order   loan.Order
	DueDate money.Date
	// Owed is the amount that settles the loan today; 0 if nothing is due.
	Owed int64
	// First and Last bound the day of a promise. Most is the maximum amount of a request: everything owed on the last
	// day.
	First money.Date
	Last  money.Date
	Most  int64
	// Latest is the newest request in its current state, even if no job has ended it yet, or nil.
	Latest *support.Hardship
	// unended is Latest as stored, if its time is over and no job has ended it yet; otherwise nil.
	unended *support.Hardship
	// repaid is the amount repaid so far.
	repaid int64
}

// Open reports whether a request can be made.
func (h Hardship) Open() bool { return h.Owed > 0 && (h.Latest == nil || !h.Latest.State.Live()) }

// Hardship reads the state of a borrower's loan. It returns reason.OrderNotFound for an order of another member, and
// reason.HardshipNoLoan if there is no running loan.
func (s *Support) Hardship(ctx context.Context, member, order uuid.UUID) (Hardship, error) {
	return s.hardship(member, order).Read(ctx, s.pool)
}

func (s *Support) hardship(member, order uuid.UUID) postgres.Query[Hardship] {
	return postgres.Combine("customersupport: hardship", func(b *pgx.Batch) func() (Hardship, error) {
		own := loan.OfMember(member, order).Queue(b)
		running := servicing.Find(order).Queue(b)
		latest := support.LatestHardship(order).Queue(b)
		return func() (Hardship, error) {
			if running.Get() == nil {
				return Hardship{}, reason.New(reason.HardshipNoLoan)
			}
			return hardshipOn(own.Get(), *running.Get(), latest.Get(), s.clock.Now()), nil
		}
	})
}

func hardshipOn(of loan.Order, facts servicing.Facts, latest *support.Hardship, now time.Time) Hardship {
	r := region.Get(of.Region)
	today := r.Today(now)
	h := Hardship{Order: of, DueDate: facts.Loan.DueDate, First: today, Latest: latest}
	state := facts.Replay(today)
	h.Owed, h.repaid = state.Owed.Total(), state.Repaid.Total()
	h.Last = today
	if h.DueDate.After(today) {
		h.Last = h.DueDate
	}
	h.Last = h.Last.AddDays(r.Service.PromiseDays)
	h.Most = facts.Replay(h.Last).Owed.Total()
	if latest != nil && latest.State.Live() && !latest.LiveAt(r, now) {
		ended := *latest
		ended.State, _ = HardshipOutcome(ended, facts, r, now)
		h.Latest, h.unended = &ended, latest
	}
	return h
}

// HardshipRequest is a borrower's request.
type HardshipRequest struct {
	OrderID uuid.UUID
	Kind    support.HardshipKind
	// Amount is the promised amount, or what the borrower can pay per month, in minor units.
	Amount int64
	// On is the promised day.
	On money.Date
	// Text is only for a plan.
	Text string
}

// RequestHardship makes a request, once per intention. A loan has at most one live request.
func (s *Support) RequestHardship(ctx context.Context, who borrower.Borrower, a HardshipRequest) (support.Hardship, error) {
	now := s.clock.Now()
	if a.Kind == support.Plan {
		text, err := support.Text("text", a.Text, support.MaxText)
		if err != nil {
			return support.Hardship{}, err
		}
		a.Text, a.On = text, money.Date{}
	} else {
		a.Text = ""
	}
	return idempotency.Run(ctx, s.pool, who.IdempotencyKey, func(ctx context.Context, tx pgx.Tx) (support.Hardship, error) {
		var found *postgres.Answer[Hardship]
		err := s.sendCounted(ctx, tx, who, func(b *pgx.Batch) { found = s.hardship(who.ID, a.OrderID).Queue(b) })
		if err != nil {
			return support.Hardship{}, err
		}
		at := found.Get()
		if err := a.check(at); err != nil {
			return support.Hardship{}, err
		}
		if at.unended != nil {
			// The page has already shown how the old request ended, and the new request keeps reminders suspended. So
			// the borrower is notified only if a promise was kept.
			var told notify.Kind
			if at.Latest.State == support.HardshipKept {
				told = notify.HardshipKept
			}
			err := endUnchanged(ctx, tx, *at.unended, at.Latest.State, at.Order, told, now)
			// StateChanged means that the old request was ended elsewhere at this moment, or was accepted or changed by
			// a payment. In that case it is still live, and the insert fails because a loan has at most one.
			if err != nil && reason.Of(err) != reason.StateChanged {
				return support.Hardship{}, err
			}
		}
		id, err := uuid.NewV7()
		if err != nil {
			return support.Hardship{}, fmt.Errorf("customersupport: %w", err)
		}
		h := support.Hardship{
			ID: id, MemberID: who.ID, OrderID: a.OrderID, Kind: a.Kind, Amount: a.Amount, Currency: at.Order.Currency,
			Until: a.On, Body: a.Text, State: support.HardshipOpen, Repaid: at.repaid, CreatedAt: now, CheckAt: now,
		}
		b := &pgx.Batch{}
		support.QueueHardship(b, h)
		support.QueueDropDraft(b, who.ID, who.DeviceID, support.DraftHardship(a.Kind, a.OrderID))
		return h, postgres.Send(ctx, tx, b)
	})
}

func (r HardshipRequest) check(at Hardship) error {
	switch {
	case at.Owed == 0:
		return reason.New(reason.HardshipNoLoan)
	case !at.Open():
		return reason.New(reason.HardshipOpen)
	case r.Amount <= 0 || r.Amount > at.Most:
		return reason.InvalidField("amount", reason.HardshipAmount)
	case r.Kind == support.Promise && (r.On.Before(at.First) || r.On.After(at.Last)):
		return reason.InvalidField("date", reason.PromiseDate)
	}
	return nil
}

// Withdraw withdraws a borrower's own request. It returns reason.TicketNotFound for a request of another member, and
// reason.StateChanged if it has ended.
func (s *Support) Withdraw(ctx context.Context, who borrower.Borrower, id uuid.UUID) (support.Hardship, error) {
	now := s.clock.Now()
	found := member.RequireSession(who.ID, who.SessionID, support.HardshipByID(id))
	return idempotency.RunBatched(ctx, s.pool, who.IdempotencyKey, found, func(ctx context.Context, tx pgx.Tx, h support.Hardship, _ *pgx.Batch) (support.Hardship, error) {
		if h.MemberID != who.ID {
			return support.Hardship{}, reason.New(reason.TicketNotFound)
		}
		if !h.LiveAt(who.Region, now) {
			return support.Hardship{}, reason.New(reason.StateChanged)
		}
		h.State, h.EndedAt = support.HardshipWithdrawn, &now
		return h, support.WithdrawHardship(ctx, tx, id, now)
	})
}
