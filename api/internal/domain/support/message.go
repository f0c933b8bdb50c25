package support

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Author is the author of a message.
type Author string

// The authors of messages.
const (
	ByBorrower Author = "borrower"
	BySupport  Author = "support"
)

// Message is a message of a ticket.
type Message struct {
	ID     uuid.UUID
	Author Author
	Body   string
	At     time.Time
	// Files are the ids of the message's images, in the order in which they were added.
	Files []uuid.UUID
}

// Thread is a ticket with all its messages, oldest first.
type Thread struct {
	Ticket
	Messages []Message
}

// QueueMessage inserts a message with its images. The database assigns the id, so that ids sort in the order of insertion.
func QueueMessage(b *pgx.Batch, ticket uuid.UUID, n Message) {
	b.Queue(`
		WITH said AS (
			INSERT INTO support_message (ticket_id, author, body, created_at) VALUES ($1, $2, $3, $4) RETURNING id
		)
		INSERT INTO support_message_file (message_id, position, file_id)
		SELECT said.id, n, file.id FROM said, unnest($5::uuid[]) WITH ORDINALITY AS file (id, n)`,
		ticket, n.Author, n.Body, n.At, n.Files)
}

// messages reads the messages of the ticket that matches a condition on t.
func messages(where string, args ...any) postgres.Query[[]Message] {
	return postgres.Rows[Message]("support: messages", `
		SELECT m.id, m.author, m.body, m.created_at AS at,
			ARRAY(SELECT file_id FROM support_message_file f WHERE f.message_id = m.id ORDER BY position) AS files
		FROM support_message m JOIN support_ticket t ON t.id = m.ticket_id WHERE `+where+` ORDER BY m.id`, args...)
}
