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

// Notice is an entry in a member's inbox. Its text is made from the kind and the parameters when it is read.
type Notice struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	Kind     string
	// OrderID is the loan that the notice is about, Subject another subject, such as a ticket or a bank card. Either may be nil.
	OrderID *uuid.UUID
	Subject *uuid.UUID
	Params  reason.Args
	// At is in business time.
	At     time.Time
	ReadAt *time.Time
}

// QueueNotice adds a notice to the member's inbox, in the transaction of the event. A member who has left gets none, because a
// payment after the erasure of the account would otherwise leave data about them.
func QueueNotice(b *pgx.Batch, n Notice) {
	queueNotice(b, n, ` WHERE NOT EXISTS (SELECT FROM left_member WHERE member_id = $1)`)
}

// QueueNoticeToProved is QueueNotice for notices about a person, not just a number. Phone numbers are recycled, so without a
// proved identity the reader may be another person, and no notice is added.
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

// Inbox is a page of notices, newest first, with the number of all unread ones.
type Inbox struct {
	Notices []Notice
	Next    string
	Unread  int
}

// visibleNotice selects the notices of member $1 that device $2 may see. A notice about a ticket is visible where the ticket is.
// Until an identity is proved, notices from before the device was added are hidden, except those about a loan, because no one has
// a loan without an identity. It is an anti-join with the member's own tickets, so that a page ends at its last row and no table
// is read in full.
const visibleNotice = `n.member_id = $1 AND NOT EXISTS (SELECT FROM support_ticket t WHERE t.id = n.subject AND t.member_id = $1 AND t.device_id <> $2)
	AND (n.order_id IS NOT NULL OR ` + ondevice.Proved + ` OR n.at >= ` + ondevice.Since + `)`

// unreadNotice selects the unread notices. A notice about device $2 itself is for the member's other devices and counts as read on
// that device.
const unreadNotice = `n.read_at IS NULL AND n.subject IS DISTINCT FROM $2`

// ReadInbox reads a page that the device may see, in one round trip. An invalid cursor is reason.InvalidParameter.
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

// maxUnread is the maximum number of unread notices that are counted.
const maxUnread = 100

// Unread counts the unread notices that the device may see, up to maxUnread.
func Unread(member, device uuid.UUID) postgres.Query[int] {
	return postgres.Value[int]("support: unread",
		`SELECT count(*) FROM (SELECT FROM notice n WHERE `+visibleNotice+` AND `+unreadNotice+` LIMIT $3) n`, member, device, maxUnread)
}

// MarkRead marks notices as read that the device may see, and returns the number of unread ones left. It marks those in ids, and
// all up to the notice upTo except the kinds in answered, which wait for an answer. Ids of other members are ignored.
func MarkRead(member, device uuid.UUID, ids []uuid.UUID, upTo *uuid.UUID, now time.Time, answered ...string) postgres.Query[int] {
	return Unread(member, device).After(`
		UPDATE notice n SET read_at = $5
		WHERE `+visibleNotice+` AND `+unreadNotice+` AND (id = ANY($3)
			OR kind <> ALL($6) AND id <= (SELECT shown.id FROM notice shown WHERE shown.id = $4 AND shown.member_id = $1))`,
		member, device, ids, upTo, now, answered)
}

// NewestUnread reads the newest unread notice of the given kinds with a subject other than than, or nil.
func NewestUnread(member uuid.UUID, than uuid.UUID, kinds ...string) postgres.Query[*Notice] {
	return postgres.Row[Notice]("support: newest unread", `
		SELECT id, member_id, kind, order_id, subject, params, at, read_at FROM notice
		WHERE member_id = $1 AND read_at IS NULL AND kind = ANY($2) AND subject <> $3 ORDER BY id DESC LIMIT 1`, member, kinds, than)
}

// QueueReadAbout marks the notices of the given kinds about a subject as read.
func QueueReadAbout(b *pgx.Batch, member, subject uuid.UUID, now time.Time, kinds ...string) {
	b.Queue(`UPDATE notice SET read_at = $4 WHERE member_id = $1 AND read_at IS NULL AND kind = ANY($2) AND subject = $3`, member, kinds, subject, now)
}
