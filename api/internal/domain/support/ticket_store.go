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

// QueueTicket writes a new ticket with its first message. Whose it is when it has arrived, the device's or the member's,
// ondevice.Value says.
func QueueTicket(b *pgx.Batch, t Ticket, first Message, device uuid.UUID) {
	b.Queue(`
		INSERT INTO support_ticket (id, ticket_no, member_id, kind, order_id, due_on, created_at, device_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, `+ondevice.Value(`$3`, `$8`)+`)`,
		t.ID, t.Number, t.MemberID, t.Kind, t.OrderID, t.DueOn, t.CreatedAt, device)
	QueueMessage(b, t.ID, first)
}

// QueueClaim makes what was written on a device theirs: an identity is proved there. What was typed on others before, and
// what the member was told before the device came, may be another person's, and goes; but what is told of a ticket is
// shown where the ticket is. Queue it before the identity is stored.
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

// Tickets reads a page of a member's tickets that the device may see, the newest first, and the cursor of the next. A
// cursor that is not ours is reason.InvalidParameter.
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

// visibleTicket finds a ticket ($1) of a member ($2) that the device ($3) may see.
const visibleTicket = `t.id = $1 AND t.member_id = $2 AND COALESCE(t.device_id, $3) = $3`

// ThreadOf reads a ticket of a member that the device may see; somebody else's is reason.TicketNotFound.
func ThreadOf(member, device, id uuid.UUID) postgres.Query[Thread] {
	return thread(visibleTicket, id, member, device)
}

// LockTicket is ThreadOf of the ticket alone, and holds it until the transaction ends.
func LockTicket(member, device, id uuid.UUID) postgres.Query[Ticket] {
	return ticket(visibleTicket+` FOR NO KEY UPDATE OF t`, id, member, device)
}

// QueueReopenTicket lets a ticket wait for an answer: one that was answered gets a new day by which it is answered again.
func QueueReopenTicket(b *pgx.Batch, id uuid.UUID, dueOn money.Date) {
	b.Queue(`UPDATE support_ticket SET due_on = CASE state WHEN 'open' THEN due_on ELSE $2 END, state = 'open' WHERE id = $1`, id, dueOn)
}

// ThreadByNumber reads a ticket for an operator; reason.TicketNotFound when there is none.
func ThreadByNumber(number string) postgres.Query[Thread] { return thread(`t.ticket_no = $1`, number) }

func thread(where string, args ...any) postgres.Query[Thread] {
	return postgres.Together("support: ticket", func(b *pgx.Batch) func() (Thread, error) {
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

// WaitingTickets lists the tickets that nobody has answered, those that are due first in front.
func WaitingTickets(a paging.Request) postgres.Query[paging.Page[Ticket]] {
	return paging.List("support: waiting", a, paging.Sort{At: "t.due_on", ID: "t.id"}, func(t Ticket) paging.Position {
		return paging.Position{At: t.DueOn.Time(), ID: t.ID}
	}, tickets+`t.state = 'open'`)
}

// AnswerTicket writes that the operator has answered a ticket that waits; again also one that was answered, or closed, by mistake or too
// early: its borrower can write again then. Another one, and one whose words are erased, is reason.StateChanged.
func AnswerTicket(ctx context.Context, db postgres.DB, id uuid.UUID, again bool, now time.Time) error {
	return step(ctx, db, `
		UPDATE support_ticket t SET state = 'answered', answered_at = $2, closed_at = NULL
		WHERE id = $1 AND (state = 'open' OR $3 AND (
			state <> 'closed' OR EXISTS (SELECT FROM support_message m WHERE m.ticket_id = t.id AND m.author = 'borrower' AND m.body <> '')))`, id, now, again)
}

// CloseTicket ends a ticket, answered or not. One that is closed already is reason.StateChanged.
func CloseTicket(ctx context.Context, db postgres.DB, id uuid.UUID, now time.Time) error {
	return step(ctx, db, `UPDATE support_ticket SET state = 'closed', closed_at = $2 WHERE id = $1 AND state <> 'closed'`, id, now)
}

// step changes a row that has to be where the step starts.
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
