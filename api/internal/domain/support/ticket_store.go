package support

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// QueueTicket inserts a new ticket with its first message. ondevice.Value decides whether it belongs to the device or to the member.
func QueueTicket(b *pgx.Batch, t Ticket, first Message, device uuid.UUID) {
	b.Queue(`
		INSERT INTO support_ticket (id, ticket_no, member_id, kind, order_id, due_on, created_at, device_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, `+ondevice.Value(`$3`, `$8`)+`)`,
		t.ID, t.Number, t.MemberID, t.Kind, t.OrderID, t.DueOn, t.CreatedAt, device)
	QueueMessage(b, t.ID, first)
}

// QueueClaim makes the tickets of a device visible on all of the member's devices, because an identity is proved on it. It deletes
// the drafts of other devices, and the notices from before the device was added, because they may be another person's. Notices
// about a ticket stay and are visible where the ticket is. Queue it before the identity is stored.
func QueueClaim(b *pgx.Batch, member, device uuid.UUID) {
	b.Queue(`
		DELETE FROM notice n WHERE member_id = $1 AND order_id IS NULL AND at < `+ondevice.Since+` AND NOT `+ondevice.Proved+`
			AND NOT EXISTS (SELECT FROM support_ticket t WHERE t.id = n.subject AND t.member_id = $1)`, member, device)
	b.Queue(`DELETE FROM support_draft WHERE member_id = $1 AND device_id <> $2 AND NOT `+ondevice.Proved, member, device)
	ondevice.QueueClaim(b, "support_ticket", member, device)
}

const tickets = `
	SELECT t.id, t.ticket_no AS number, t.member_id, t.kind, t.order_id,
		COALESCE((SELECT order_no FROM order_reference o WHERE o.order_id = t.order_id), '') AS order_no, t.state, t.due_on, t.created_at, t.answered_at,
		t.closed_at, (SELECT count(*) FROM support_message m WHERE m.ticket_id = t.id) AS count
	FROM support_ticket t WHERE `

// Tickets reads a page of a member's tickets that the device may see, newest first, and the cursor of the next page. An invalid
// cursor is reason.InvalidParameter.
func Tickets(ctx context.Context, db postgres.DB, member, device uuid.UUID, cursor string, limit int) ([]Ticket, string, error) {
	before, err := readCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	if limit <= 0 {
		limit = PageSize
	}
	all, err := list(`t.member_id = $1 AND COALESCE(t.device_id, $4) = $4 AND t.id < $2 ORDER BY t.id DESC LIMIT $3`,
		member, before, limit+1, device).Read(ctx, db)
	if err != nil {
		return nil, "", err
	}
	rows, next := page(all, limit, func(t Ticket) uuid.UUID { return t.ID })
	return rows, next, nil
}

// visibleTicket selects ticket $1 of member $2 if device $3 may see it.
const visibleTicket = `t.id = $1 AND t.member_id = $2 AND COALESCE(t.device_id, $3) = $3`

// ThreadOf reads a ticket of a member that the device may see. Any other is reason.TicketNotFound.
func ThreadOf(member, device, id uuid.UUID) postgres.Query[Thread] {
	return thread(visibleTicket, id, member, device)
}

// LockTicket reads the ticket like ThreadOf, without messages, and locks it until the transaction ends.
func LockTicket(member, device, id uuid.UUID) postgres.Query[Ticket] {
	return ticket(visibleTicket+` FOR NO KEY UPDATE OF t`, id, member, device)
}

// QueueReopenTicket opens a ticket. One that was not open gets a new date by which it is to be answered.
func QueueReopenTicket(b *pgx.Batch, id uuid.UUID, dueOn money.Date) {
	b.Queue(`UPDATE support_ticket SET due_on = CASE state WHEN 'open' THEN due_on ELSE $2 END, state = 'open' WHERE id = $1`, id, dueOn)
}

// ThreadByNumber reads a ticket for an operator, or returns reason.TicketNotFound.
func ThreadByNumber(number string) postgres.Query[Thread] { return thread(`t.ticket_no = $1`, number) }

func thread(where string, args ...any) postgres.Query[Thread] {
	return postgres.Combine("support: ticket", func(b *pgx.Batch) func() (Thread, error) {
		of, all := ticket(where, args...).Queue(b), messages(where, args...).Queue(b)
		return func() (Thread, error) { return Thread{Ticket: of.Get(), Messages: all.Get()}, nil }
	})
}

func ticket(where string, args ...any) postgres.Query[Ticket] {
	return postgres.OneRow[Ticket]("support: ticket", reason.TicketNotFound, tickets+where, args...)
}

func list(where string, args ...any) postgres.Query[[]Ticket] {
	return postgres.Rows[Ticket]("support: tickets", tickets+where, args...)
}

// WaitingTickets reads a page of the open tickets, those due first in front.
func WaitingTickets(a paging.Request) postgres.Query[paging.Page[Ticket]] {
	return paging.List("support: waiting", a, paging.Sort{At: "t.due_on", ID: "t.id"}, func(t Ticket) paging.Position {
		return paging.Position{At: t.DueOn.Time(), ID: t.ID}
	}, tickets+`t.state = 'open'`)
}

// AnswerTicket records that the operator has answered an open ticket. again also allows an answered ticket, or one that was closed
// by mistake or too early, so that its borrower can reply again. Any other ticket, and a closed one whose texts are erased, is
// reason.StateChanged.
func AnswerTicket(ctx context.Context, db postgres.DB, id uuid.UUID, again bool, now time.Time) error {
	return step(ctx, db, `
		UPDATE support_ticket t SET state = 'answered', answered_at = $2, closed_at = NULL
		WHERE id = $1 AND (state = 'open' OR $3 AND (
			state <> 'closed' OR EXISTS (SELECT FROM support_message m WHERE m.ticket_id = t.id AND m.author = 'borrower' AND m.body <> '')))`, id, now, again)
}

// CloseTicket closes a ticket, answered or not. It returns reason.StateChanged if it is already closed.
func CloseTicket(ctx context.Context, db postgres.DB, id uuid.UUID, now time.Time) error {
	return step(ctx, db, `UPDATE support_ticket SET state = 'closed', closed_at = $2 WHERE id = $1 AND state <> 'closed'`, id, now)
}

// step runs a statement that changes one row, and returns reason.StateChanged if the row was not in the required state.
func step(ctx context.Context, db postgres.DB, sql string, args ...any) error {
	tag, err := db.Exec(ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("support: %w", postgres.Reason(err))
	}
	if tag.RowsAffected() == 0 {
		return reason.New(reason.StateChanged)
	}
	return nil
}
