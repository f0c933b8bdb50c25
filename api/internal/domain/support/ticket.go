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

// If a ticket number is already taken, the caller tries again with a new one.
var _ = postgres.Constraints(map[string]reason.Reason{"support_ticket_no_key": reason.SystemBusy})

// TicketKind is the kind of a ticket.
type TicketKind string

// The kinds of tickets.
const (
	KindMessage   TicketKind = "message"
	KindComplaint TicketKind = "complaint"
)

// TicketState is the state of a ticket: open while the borrower waits for an answer, answered after the operator's answer, and
// closed at the end. A reply of the borrower reopens an answered ticket.
type TicketState string

// The states of a ticket.
const (
	TicketOpen     TicketState = "open"
	TicketAnswered TicketState = "answered"
	TicketClosed   TicketState = "closed"
)

// Ticket is a conversation about one message or complaint.
type Ticket struct {
	ID       uuid.UUID
	Number   string
	MemberID uuid.UUID
	Kind     TicketKind
	// OrderID is the loan that a complaint is about, or nil. OrderNo is its order number.
	OrderID *uuid.UUID
	OrderNo string
	State   TicketState
	// DueOn is the business date by which it is to be answered.
	DueOn     money.Date
	CreatedAt time.Time
	// AnsweredAt is the time of the operator's last answer.
	AnsweredAt *time.Time
	ClosedAt   *time.Time
	// Count is the number of messages.
	Count int
}

// MaxMessages is the maximum number of messages per ticket.
const MaxMessages = 100

// Until returns the last business date on which the borrower may reply to an answered ticket, or zero if there is no limit.
func (t Ticket) Until(r *region.Region) money.Date {
	if t.State != TicketAnswered || t.AnsweredAt == nil {
		return money.Date{}
	}
	return r.Today(*t.AnsweredAt).AddDays(r.Service.ReopenDays)
}

// Takes reports whether the borrower may reply on a business date: while the ticket is open, and for some days
// (Service.ReopenDays) after the last answer, up to MaxMessages.
func (t Ticket) Takes(r *region.Region, today money.Date) bool {
	return t.Count < MaxMessages && (t.State == TicketOpen || t.State == TicketAnswered && !today.After(t.Until(r)))
}

// Late reports whether an open ticket is past the date by which it was to be answered.
func (t Ticket) Late(today money.Date) bool { return t.State == TicketOpen && today.After(t.DueOn) }

// NewNumber returns a random ticket number: the date, for sorting, and unambiguous letters and digits.
func NewNumber(today money.Date) string {
	return "YC" + today.Time().Format("060102") + secret.Characters(6)
}
