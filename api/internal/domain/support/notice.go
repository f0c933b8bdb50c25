package support

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Notice is one line of a member's inbox. Its words are made when it is read, from the kind and the parameters.
type Notice struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	Kind     string
	// OrderID is the loan it is about, Subject what else it is about: a ticket, a card; nil for none.
	OrderID *uuid.UUID
	Subject *uuid.UUID
	Params  reason.Args
	// At is business time.
	At     time.Time
	ReadAt *time.Time
}

// QueueNotice puts a notice into the member's inbox, in the transaction of what it tells. Who has left has none: a payment that comes behind
// the erasure of their account would leave a line about them.
func QueueNotice(b *pgx.Batch, n Notice) {
	queueNotice(b, n, ` WHERE NOT EXISTS (SELECT FROM left_member WHERE member_id = $1)`)
}

// QueueNoticeToProved is QueueNotice for what concerns a person rather than a number: phone numbers are recycled, and while no
// identity is proved, whoever reads the inbox may be another. Nothing is told then.
func QueueNoticeToProved(b *pgx.Batch, n Notice) {
	queueNotice(b, n, ` WHERE `+ondevice.Proved)
}

func queueNotice(b *pgx.Batch, n Notice, where string) {
	params := n.Params
	if params == nil {
		params = reason.Args{}
	}
	b.Queue(`INSERT INTO notice (member_id, kind, order_id, subject, params, at) SELECT $1::uuid, $2::text, $3::uuid, $4::uuid, $5::jsonb, $6::timestamptz`+where,
		n.MemberID, n.Kind, n.OrderID, n.Subject, params, n.At)
}

// Inbox is a page of notices, the newest first, and how many of all are unread.
type Inbox struct {
	Notices []Notice
	Next    string
	Unread  int
}

// visibleNotice finds the notices of a member ($1) that the device ($2) may see: what is told of a ticket is shown where
// the ticket is, and until an identity is proved nothing from before the device came but what is told of a loan: nobody
// has one without an identity. It is an anti-join, and among the member's own tickets: a page ends at its last row, and nothing
// is read from end to end.
const visibleNotice = `n.member_id = $1 AND NOT EXISTS (SELECT FROM support_ticket t WHERE t.id = n.subject AND t.member_id = $1 AND t.device_id <> $2)
	AND (n.order_id IS NOT NULL OR ` + ondevice.Proved + ` OR n.at >= ` + ondevice.Since + `)`

// unreadNotice finds those that it has not read. Of itself a device is told nothing new: the others are, and whether it was the
// borrower is theirs to say.
const unreadNotice = `n.read_at IS NULL AND n.subject IS DISTINCT FROM $2`

// ReadInbox reads a page that the device may see, in one round trip. A cursor that is not ours is reason.InvalidParameter.
func ReadInbox(ctx context.Context, db postgres.DB, member, device uuid.UUID, cursor string, limit int) (Inbox, error) {
	before, err := readCursor(cursor)
	if err != nil {
		return Inbox{}, err
	}
	if limit <= 0 {
		limit = PageSize
	}
	b := &pgx.Batch{}
	shown := postgres.Rows[Notice]("support: inbox", `
		SELECT id, member_id, kind, order_id, subject, params, at, CASE WHEN `+unreadNotice+` THEN NULL ELSE COALESCE(read_at, at) END AS read_at FROM notice n
		WHERE `+visibleNotice+` AND id < $3 ORDER BY id DESC LIMIT $4`, member, device, before, limit+1).Queue(b)
	unread := Unread(member, device).Queue(b)
	if err := postgres.Send(ctx, db, b); err != nil {
		return Inbox{}, err
	}
	box := Inbox{Unread: unread.Get()}
	box.Notices, box.Next = page(shown.Get(), limit, func(n Notice) uuid.UUID { return n.ID })
	return box, nil
}

// maxUnread is how far unread notices are counted: nobody reads the figure beyond.
const maxUnread = 100

// Unread counts the notices that a member has not read and the device may see, up to 100.
func Unread(member, device uuid.UUID) postgres.Query[int] {
	return postgres.Value[int]("support: unread",
		`SELECT count(*) FROM (SELECT FROM notice n WHERE `+visibleNotice+` AND `+unreadNotice+` LIMIT $3) n`, member, device, maxUnread)
}

// MarkRead marks notices of a member as read that the device may see, and tells how many stay unread: those named, or all
// up to the newest that was shown but those of the kinds that wait for an answer. Ids of others are passed over.
func MarkRead(member, device uuid.UUID, ids []uuid.UUID, upTo *uuid.UUID, now time.Time, answered ...string) postgres.Query[int] {
	return Unread(member, device).After(`
		UPDATE notice n SET read_at = $5
		WHERE `+visibleNotice+` AND `+unreadNotice+` AND (id = ANY($3)
			OR kind <> ALL($6) AND id <= (SELECT shown.id FROM notice shown WHERE shown.id = $4 AND shown.member_id = $1))`,
		member, device, ids, upTo, now, answered)
}

// NewestUnread reads the newest unread notice of some kinds that is about something else than one subject; nil when there
// is none.
func NewestUnread(member uuid.UUID, than uuid.UUID, kinds ...string) postgres.Query[*Notice] {
	return postgres.Row[Notice]("support: newest unread", `
		SELECT id, member_id, kind, order_id, subject, params, at, read_at FROM notice
		WHERE member_id = $1 AND read_at IS NULL AND kind = ANY($2) AND subject <> $3 ORDER BY id DESC LIMIT 1`, member, kinds, than)
}

// QueueReadAbout marks the notices of some kinds about a subject as read.
func QueueReadAbout(b *pgx.Batch, member, subject uuid.UUID, now time.Time, kinds ...string) {
	b.Queue(`UPDATE notice SET read_at = $4 WHERE member_id = $1 AND read_at IS NULL AND kind = ANY($2) AND subject = $3`, member, kinds, subject, now)
}
