package support_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// customer is a member with a ticket on each of two devices and one on all, with drafts and notices.
type customer struct {
	tx              pgx.Tx
	id, own, second uuid.UUID
	here, there     uuid.UUID
	everywhere      uuid.UUID
	// notices by name: "old" is from before the devices, "there" about the ticket on the second device, "device" about the own one.
	notices map[string]uuid.UUID
}

func newCustomer(t *testing.T, tx pgx.Tx, proved bool) customer {
	t.Helper()
	c := customer{tx: tx, id: uuid.New(), own: uuid.New(), second: uuid.New(), notices: map[string]uuid.UUID{}}
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', uuid_send($1), 'vi', $2)`, c.id, now)
	for _, device := range []uuid.UUID{c.own, c.second} {
		b.Queue(`INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, uuid_send($1), $3, $3, $3)`, device, c.id, now)
		support.QueueSaveDraft(b, c.id, device, "message", json.RawMessage(`"`+device.String()+`"`), now)
	}
	support.QueueSaveDraft(b, c.id, c.own, "message", json.RawMessage(`"`+c.own.String()+`"`), now.Add(time.Minute))
	support.QueueSaveDraft(b, c.id, c.own, "complaint", json.RawMessage(`"other"`), now.Add(24*time.Hour))
	for _, ticket := range []struct {
		id     *uuid.UUID
		device uuid.UUID
	}{{&c.here, c.own}, {&c.there, c.second}, {&c.everywhere, uuid.Nil}} {
		*ticket.id = uuid.Must(uuid.NewV7())
		support.QueueTicket(b, support.Ticket{ID: *ticket.id, Number: "YC" + ticket.id.String(), MemberID: c.id, Kind: "message", DueOn: money.MustDate("2026-03-11"), CreatedAt: now},
			support.Message{Author: support.ByBorrower, Body: c.id.String(), At: now}, ticket.device)
		b.Queue(`UPDATE support_ticket SET device_id = nullif($2, '00000000-0000-0000-0000-000000000000'::uuid) WHERE id = $1`, *ticket.id, ticket.device)
	}
	for _, n := range []struct {
		name    string
		subject *uuid.UUID
		at      time.Time
	}{{"old", nil, now.Add(-time.Hour)}, {"here", &c.here, now}, {"there", &c.there, now}, {"everywhere", &c.everywhere, now.Add(-time.Hour)}, {"device", &c.own, now}, {"new", nil, now}} {
		b.Queue(`INSERT INTO notice (member_id, kind, subject, at) VALUES ($1, $2, $3, $4) RETURNING id`, c.id, n.name, n.subject, n.at).
			QueryRow(func(row pgx.Row) error {
				var id uuid.UUID
				err := row.Scan(&id)
				c.notices[n.name] = id
				return err
			})
	}
	if proved {
		file := uuid.New()
		b.Queue(`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) VALUES ($1, $2, 'identity', $4, 'image/jpeg', 1, '\x00', $3)`, file, c.id, now, file.String())
		b.Queue(`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
			VALUES ($1, 'vi', 'Lan', '\x00', uuid_send($1), '0123', '1999-05-20', 0, $2, $2, $3)`, c.id, file, now)
	}
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	return c
}

func (c customer) rows(t *testing.T) []string {
	t.Helper()
	all, err := postgres.Column[string]("rows", `
		SELECT x::text FROM support_ticket x WHERE member_id = $1
		UNION ALL SELECT x::text FROM support_message x JOIN support_ticket t ON t.id = x.ticket_id WHERE t.member_id = $1
		UNION ALL SELECT x::text FROM support_draft x WHERE member_id = $1
		UNION ALL SELECT x::text FROM notice x WHERE member_id = $1 ORDER BY 1`, c.id).Read(t.Context(), c.tx)
	require.NoError(t, err)
	return all
}

// inbox returns the kinds of the notices that a device sees, read page by page, and those that it has not read.
func (c customer) inbox(t *testing.T, device uuid.UUID) (seen, unread []string) {
	t.Helper()
	for cursor, more := "", true; more; more = cursor != "" {
		page, err := support.ReadInbox(t.Context(), c.tx, c.id, device, cursor, 2)
		require.NoError(t, err)
		for _, n := range page.Notices {
			require.Equal(t, c.id, n.MemberID)
			seen = append(seen, n.Kind)
			if n.ReadAt == nil {
				unread = append(unread, n.Kind)
			}
		}
		cursor = page.Next
	}
	count, err := support.Unread(c.id, device).Read(t.Context(), c.tx)
	require.NoError(t, err)
	require.Len(t, unread, count)
	return seen, unread
}

// tickets returns the tickets that a device sees, read page by page.
func (c customer) tickets(t *testing.T, device uuid.UUID) (seen []uuid.UUID) {
	t.Helper()
	for cursor, more := "", true; more; more = cursor != "" {
		page, next, err := support.Tickets(t.Context(), c.tx, c.id, device, cursor, 1)
		require.NoError(t, err)
		for _, ticket := range page {
			require.Equal(t, 1, ticket.Count)
			thread, err := support.ThreadOf(c.id, device, ticket.ID).Read(t.Context(), c.tx)
			require.NoError(t, err)
			require.Equal(t, c.id.String(), thread.Messages[0].Body)
			seen = append(seen, ticket.ID)
		}
		cursor = next
	}
	return seen
}

func (c customer) draft(t *testing.T, device uuid.UUID, name string) string {
	t.Helper()
	d, err := support.DraftOf(c.id, device, name).Read(t.Context(), c.tx)
	require.NoError(t, err)
	if d == nil {
		return ""
	}
	var typed string
	require.NoError(t, json.Unmarshal(d.Data, &typed))
	return typed
}

// exported returns the number of records in each section of a member's data export that is not empty.
func (c customer) exported(t *testing.T, device uuid.UUID) map[string]int {
	t.Helper()
	b := &pgx.Batch{}
	sections := support.QueueExport(b, c.id, device)
	require.NoError(t, postgres.Send(t.Context(), c.tx, b))
	counts := map[string]int{}
	for _, s := range sections {
		if len(s.Records) > 0 {
			counts[s.Name] = len(s.Records)
		}
	}
	return counts
}

func customers(t *testing.T, tx pgx.Tx) (before, subject, after, unproved customer) {
	t.Helper()
	return newCustomer(t, tx, true), newCustomer(t, tx, true), newCustomer(t, tx, true), newCustomer(t, tx, false)
}

// A device sees the member's own tickets, drafts and notices, as far as they may be shown on it.
func TestDeviceSeesTheMembersOwnTicketsDraftsAndNotices(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	before, subject, after, unproved := customers(t, tx)
	for _, c := range []customer{before, subject, after} {
		require.Equal(t, []uuid.UUID{c.everywhere, c.here}, c.tickets(t, c.own))
		require.Equal(t, []uuid.UUID{c.everywhere, c.there}, c.tickets(t, c.second))
		for _, device := range []uuid.UUID{c.own, c.second} {
			require.Equal(t, c.own.String(), c.draft(t, device, "message"), "the newest")
			require.Equal(t, "other", c.draft(t, device, "complaint"))
		}
		seen, unread := c.inbox(t, c.own)
		require.Equal(t, []string{"new", "device", "everywhere", "here", "old"}, seen)
		require.NotContains(t, unread, "device", "a notice about a device is for the others")
		seen, unread = c.inbox(t, c.second)
		require.Equal(t, []string{"new", "device", "everywhere", "there", "old"}, seen)
		require.Contains(t, unread, "device")
		require.Equal(t, map[string]int{"tickets": 1, "ticketMessages": 1, "letterDrafts": 3, "notices": 3}, c.exported(t, c.own))
	}
	c := unproved
	require.Equal(t, map[string]int{"tickets": 1, "ticketMessages": 1, "notices": 3}, c.exported(t, c.own), "no drafts: they may be another person's")
	require.Equal(t, c.own.String(), c.draft(t, c.own, "message"))
	require.Equal(t, c.second.String(), c.draft(t, c.second, "message"))
	require.Empty(t, c.draft(t, c.second, "complaint"))
	seen, _ := c.inbox(t, c.own)
	require.Equal(t, []string{"new", "device", "here"}, seen, "nothing from before the device")
	seen, _ = c.inbox(t, c.second)
	require.Equal(t, []string{"new", "device", "there"}, seen)
	_, err := support.ThreadOf(c.id, c.second, c.here).Read(t.Context(), tx)
	require.Equal(t, reason.TicketNotFound, reason.Of(err))
	_, err = support.ThreadOf(before.id, before.own, subject.everywhere).Read(t.Context(), tx)
	require.Equal(t, reason.TicketNotFound, reason.Of(err), "another member's")
	_, err = support.LockTicket(before.id, before.own, subject.everywhere).Read(t.Context(), tx)
	require.Equal(t, reason.TicketNotFound, reason.Of(err))

	newest, err := support.NewestUnread(subject.id, subject.there, "here", "there", "everywhere").Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, subject.notices["everywhere"], newest.ID)
	newest, err = support.NewestUnread(subject.id, subject.everywhere, "here", "everywhere").Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, subject.notices["here"], newest.ID)
	_, err = support.MarkRead(subject.id, subject.own, []uuid.UUID{subject.notices["here"]}, nil, now, "here").Read(t.Context(), tx)
	require.NoError(t, err)
	newest, err = support.NewestUnread(subject.id, subject.everywhere, "here", "everywhere").Read(t.Context(), tx)
	require.NoError(t, err)
	require.Nil(t, newest)
}

// A notice about a person is only added for a member with a proved identity.
func TestNoticeToProvedNeedsTheMembersIdentity(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	before, _, after, unproved := customers(t, tx)
	b := &pgx.Batch{}
	for _, c := range []customer{before, unproved, after} {
		support.QueueNoticeToProved(b, support.Notice{MemberID: c.id, Kind: "person", At: now})
	}
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	for c, told := range map[*customer]bool{&before: true, &unproved: false, &after: true} {
		seen, _ := c.inbox(t, c.own)
		require.Equal(t, told, seen[0] == "person")
	}
}

// A ticket is answered once, or again if the operator says so, but not after its texts are erased. It is closed once.
func TestTicketIsAnsweredAndClosedOnce(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	before, subject, after, _ := customers(t, tx)
	kept := [][]string{before.rows(t), after.rows(t)}
	state := func() string {
		states, err := postgres.Column[string]("states", `SELECT string_agg(state, ' ' ORDER BY id) FROM support_ticket WHERE member_id = $1`, subject.id).Read(t.Context(), tx)
		require.NoError(t, err)
		return states[0]
	}
	answer := func(again bool) reason.Reason {
		return reason.Of(support.AnswerTicket(t.Context(), tx, subject.there, again, now))
	}
	end := func() reason.Reason { return reason.Of(support.CloseTicket(t.Context(), tx, subject.there, now)) }
	done := reason.Of(nil)
	b := &pgx.Batch{}
	support.QueueMessage(b, subject.there, support.Message{Author: support.BySupport, Body: "we look into it", At: now})
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.Equal(t, done, answer(false))
	require.Equal(t, "open answered open", state())
	require.Equal(t, reason.StateChanged, answer(false))
	require.Equal(t, done, answer(true))
	b = &pgx.Batch{}
	support.QueueReopenTicket(b, subject.here, money.MustDate("2026-03-19"))
	support.QueueReopenTicket(b, subject.there, money.MustDate("2026-03-20"))
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	for id, due := range map[uuid.UUID]string{subject.here: "2026-03-11", subject.there: "2026-03-20", subject.everywhere: "2026-03-11"} {
		thread, err := support.ThreadByNumber("YC"+id.String()).Read(t.Context(), tx)
		require.NoError(t, err)
		require.Equal(t, id, thread.Ticket.ID)
		require.Equal(t, money.MustDate(due), thread.Ticket.DueOn)
	}
	require.Equal(t, "open open open", state())
	require.Equal(t, done, end())
	require.Equal(t, reason.StateChanged, end())
	require.Equal(t, reason.StateChanged, answer(false))
	require.Equal(t, done, answer(true), "it was closed too early")
	_, err := tx.Exec(t.Context(), `UPDATE support_message SET body = '' WHERE ticket_id = $1 AND author = 'borrower'`, subject.there)
	require.NoError(t, err)
	require.Equal(t, done, answer(true), "it is not closed")
	require.Equal(t, done, end())
	require.Equal(t, reason.StateChanged, answer(true), "its texts are erased")
	require.Equal(t, "open closed open", state())
	require.Equal(t, kept, [][]string{before.rows(t), after.rows(t)})
}

// What a member reads, writes and sends changes no other member's rows.
func TestCustomersChangeOnlyTheirOwnRows(t *testing.T) {
	t.Parallel()
	later := now.Add(time.Hour)
	mark := func(c customer, device uuid.UUID, ids []uuid.UUID, upTo *uuid.UUID) func(*testing.T) {
		return func(t *testing.T) {
			t.Helper()
			left, err := support.MarkRead(c.id, device, ids, upTo, later, "here").Read(t.Context(), c.tx)
			require.NoError(t, err)
			_, unread := c.inbox(t, device)
			require.Len(t, unread, left)
		}
	}
	queue := func(c customer, fill func(b *pgx.Batch)) func(*testing.T) {
		return func(t *testing.T) {
			t.Helper()
			b := &pgx.Batch{}
			fill(b)
			require.NoError(t, postgres.Send(t.Context(), c.tx, b))
		}
	}
	for name, one := range map[string]struct {
		do func(c, other customer) func(*testing.T)
		// unread is what is left unread on the own device, drafts the number of drafts left, open that of the open tickets.
		unread       []string
		drafts, open int
	}{
		"nothing": {func(c, _ customer) func(*testing.T) { return mark(c, c.own, nil, nil) }, []string{"new", "everywhere", "here", "old"}, 3, 3},
		"some notices": {func(c, o customer) func(*testing.T) {
			return mark(c, c.own, []uuid.UUID{c.notices["here"], c.notices["there"], o.notices["new"]}, nil)
		}, []string{"new", "everywhere", "old"}, 3, 3},
		"up to a notice":  {func(c, _ customer) func(*testing.T) { up := c.notices["everywhere"]; return mark(c, c.own, nil, &up) }, []string{"new", "here"}, 3, 3},
		"up to another's": {func(c, o customer) func(*testing.T) { up := o.notices["new"]; return mark(c, c.own, nil, &up) }, []string{"new", "everywhere", "here", "old"}, 3, 3},
		"about a ticket": {func(c, _ customer) func(*testing.T) {
			return queue(c, func(b *pgx.Batch) {
				support.QueueReadAbout(b, c.id, c.here, later, "here", "old")
				support.QueueReadAbout(b, c.id, c.everywhere, later, "here", "old")
			})
		}, []string{"new", "everywhere", "old"}, 3, 3},
		"a draft is sent": {func(c, _ customer) func(*testing.T) {
			return queue(c, func(b *pgx.Batch) { support.QueueDropDraft(b, c.id, c.own, "message") })
		}, []string{"new", "everywhere", "here", "old"}, 1, 3},
		"a ticket is ended": {func(c, _ customer) func(*testing.T) {
			return func(t *testing.T) { require.NoError(t, support.CloseTicket(t.Context(), c.tx, c.here, later)) }
		}, []string{"new", "everywhere", "here", "old"}, 3, 2},
		"many drafts": {func(c, _ customer) func(*testing.T) {
			return queue(c, func(b *pgx.Batch) {
				for n := range 30 {
					support.QueueSaveDraft(b, c.id, c.own, support.DraftReply(uuid.New()), json.RawMessage(`"x"`), later.Add(time.Duration(n)*time.Second))
				}
				support.QueueSaveDraft(b, c.id, c.own, support.DraftReply(c.here), json.RawMessage(`"kept"`), later.Add(time.Minute))
			})
		}, []string{"new", "everywhere", "here", "old"}, 20, 3},
		"the account is deleted": {func(c, _ customer) func(*testing.T) {
			return func(t *testing.T) {
				queue(c, func(b *pgx.Batch) { support.QueueErase(b, c.id, later) })(t)
				require.NoError(t, support.EraseMany(t.Context(), c.tx, c.id, 1))
				var words int
				require.NoError(t, c.tx.QueryRow(t.Context(), `SELECT count(*) FROM support_message m JOIN support_ticket t ON t.id = m.ticket_id WHERE t.member_id = $1 AND m.body <> ''`, c.id).Scan(&words))
				require.Zero(t, words)
			}
		}, nil, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tx := postgrestest.Tx(t)
			before, subject, after, unproved := customers(t, tx)
			kept := [][]string{before.rows(t), after.rows(t), unproved.rows(t)}
			one.do(subject, after)(t)
			_, unread := subject.inbox(t, subject.own)
			require.Equal(t, one.unread, unread)
			var drafts, open int
			require.NoError(t, tx.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM support_draft WHERE member_id = $1), (SELECT count(*) FROM support_ticket WHERE member_id = $1 AND state = 'open')`, subject.id).Scan(&drafts, &open))
			if name == "many drafts" {
				require.Equal(t, "kept", subject.draft(t, subject.own, support.DraftReply(subject.here)), "the oldest are deleted")
			}
			require.Equal(t, [2]int{one.drafts, one.open}, [2]int{drafts, open})
			require.Equal(t, kept, [][]string{before.rows(t), after.rows(t), unproved.rows(t)})
		})
	}
}

// When an identity is proved on a device, its tickets are shown on all, and what may be another person's is deleted.
func TestClaimConcernsOneMember(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	before, subject, after, unproved := customers(t, tx)
	other := newCustomer(t, tx, false)
	kept := [][]string{before.rows(t), subject.rows(t), after.rows(t), other.rows(t)}
	b := &pgx.Batch{}
	support.QueueClaim(b, unproved.id, unproved.second)
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.Equal(t, kept, [][]string{before.rows(t), subject.rows(t), after.rows(t), other.rows(t)})
	require.Empty(t, unproved.draft(t, unproved.own, "message"))
	require.Equal(t, unproved.second.String(), unproved.draft(t, unproved.second, "message"))
	left, err := postgres.Column[string]("kinds", `SELECT kind FROM notice WHERE member_id = $1 ORDER BY id`, unproved.id).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, []string{"here", "there", "everywhere", "device", "new"}, left, "a notice about a ticket stays")
	require.Equal(t, []uuid.UUID{unproved.everywhere, unproved.there, unproved.here}, unproved.tickets(t, unproved.own))
}
