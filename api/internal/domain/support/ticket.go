package support

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Two tickets that draw the same number are tried again by the caller.
var _ = postgres.Constraints(map[string]reason.Reason{"support_ticket_no_key": reason.SystemBusy})

// TicketKind is what a ticket is.
type TicketKind string

// The kinds of tickets.
const (
	KindMessage   TicketKind = "message"
	KindComplaint TicketKind = "complaint"
)

// TicketState is where a ticket stands: open while the borrower waits for an answer, answered once the operator has
// written last, closed at the end. What they add to an answered one opens it again.
type TicketState string

// The states of a ticket.
const (
	TicketOpen     TicketState = "open"
	TicketAnswered TicketState = "answered"
	TicketClosed   TicketState = "closed"
)

// Ticket is a message or a complaint: what is written to and fro about one thing.
type Ticket struct {
	ID       uuid.UUID
	Number   string
	MemberID uuid.UUID
	Kind     TicketKind
	// OrderID is the loan that a complaint is about, or nil; OrderNo is its number.
	OrderID *uuid.UUID
	OrderNo string
	State   TicketState
	// DueOn is the business date by which it is answered.
	DueOn     money.Date
	CreatedAt time.Time
	// AnsweredAt is when the operator wrote last.
	AnsweredAt *time.Time
	ClosedAt   *time.Time
	// Count is how many messages it has.
	Count int
}

// MaxMessages bounds what one ticket holds; more goes into a new one.
const MaxMessages = 100

// Until is the last business date on which the borrower may add to a ticket that was answered; zero where no day ends it.
func (t Ticket) Until(r *region.Region) money.Date {
	if t.State != TicketAnswered || t.AnsweredAt == nil {
		return money.Date{}
	}
	return r.Today(*t.AnsweredAt).AddDays(r.Service.ReopenDays)
}

// Takes reports whether the borrower may add to the ticket on a business date: while it is open, and for some days after
// the newest answer.
func (t Ticket) Takes(r *region.Region, today money.Date) bool {
	return t.Count < MaxMessages && (t.State == TicketOpen || t.State == TicketAnswered && !today.After(t.Until(r)))
}

// Late reports whether a ticket waits longer than promised.
func (t Ticket) Late(today money.Date) bool { return t.State == TicketOpen && today.After(t.DueOn) }

// NewNumber draws a ticket's number: the day to sort by, and letters and digits that cannot be mistaken for one another.
func NewNumber(today money.Date) string {
	return "YC" + today.Time().Format("060102") + secret.Characters(6)
}
