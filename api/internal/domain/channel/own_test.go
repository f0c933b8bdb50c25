package channel_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// An event is attributed to the member's own newest click before it, and a member's data export and erasure are of their own rows.
func TestOriginsConversionsAndPagesAreTheMembersOwn(t *testing.T) {
	t.Parallel()
	tx, now := postgrestest.Tx(t), time.Date(2026, 3, 10, 5, 0, 0, 0, time.UTC)
	members, devices := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}, []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
	send := func(fill func(b *pgx.Batch)) {
		b := &pgx.Batch{}
		fill(b)
		require.NoError(t, postgres.Send(t.Context(), tx, b))
	}
	click := func(b *pgx.Batch, member uuid.UUID, address string, at time.Time) {
		b.Queue(`INSERT INTO login_origin (member_id, new_member, channel_code, app_product_id, ads_consent, ip, at) VALUES ($1, true, 'tt', '20005', true, $2, $3)`, member, address, at)
	}
	send(func(b *pgx.Batch) {
		b.Queue(`INSERT INTO channel (code, name) VALUES ('tt', '')`)
		for i, id := range members {
			file := uuid.New()
			b.Queue(`INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', uuid_send($1), 'vi', $2)`, id, now)
			b.Queue(`INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, uuid_send($1), $3, $3, $3)`, devices[i], id, now)
			b.Queue(`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) VALUES ($1, $2, 'identity', $4, 'image/jpeg', 1, '\x00', $3)`, file, id, now, file.String())
			b.Queue(`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
				VALUES ($1, 'vi', 'Lan', '\x00', uuid_send($1), '0123', '1999-05-20', 0, $2, $2, $3)`, id, file, now)
			click(b, id, id.String()+" newest", now.Add(time.Hour))
			click(b, id, id.String()+" older", now)
			b.Queue(`INSERT INTO conversion (member_id, event, subject, channel_code, state, at) VALUES ($1, 'registration', $3, 'tt', 'sent', $2)`, id, now, id.String())
			b.Queue(`INSERT INTO tracking_record (phone_hash, page_id, button_id, at) VALUES (uuid_send($1), '/m/home', '', $2)`, id, now)
			b.Queue(`INSERT INTO tracking_record (phone_hash, page_id, button_id, at, typed) VALUES (uuid_send($1), '/m/login', '', $2, true)`, id, now)
		}
	})
	last := func(i int, at time.Time) string {
		o, err := channel.LastOrigin(members[i], at).Read(t.Context(), tx)
		require.NoError(t, err)
		if o == nil {
			return ""
		}
		return o.IP
	}
	exported := func(i int) (counts []int) {
		var sections []*dataexport.Section
		send(func(b *pgx.Batch) { sections = channel.QueueExport(b, members[i], devices[i]) })
		for _, s := range sections {
			counts = append(counts, len(s.Records))
		}
		return counts
	}
	week := 168 * time.Hour
	for i, id := range members {
		require.Equal(t, id.String()+" newest", last(i, now.Add(time.Hour)))
		require.Equal(t, id.String()+" older", last(i, now.Add(time.Hour-time.Microsecond)), "not one from after the event")
		require.Empty(t, last(i, now.Add(-time.Microsecond)))
		require.NotEmpty(t, last(i, now.Add(time.Hour+week-time.Microsecond)))
		require.Empty(t, last(i, now.Add(time.Hour+week)), "too old")
		require.Equal(t, []int{2, 1, 1}, exported(i), "without the page whose number was only claimed")
	}
	send(func(b *pgx.Batch) { click(b, members[1], "same instant", now.Add(time.Hour)) })
	require.Equal(t, "same instant", last(1, now.Add(time.Hour)), "the later one")
	send(func(b *pgx.Batch) { channel.QueueErase(b, members[1]) })
	require.Equal(t, [][]int{{2, 1, 1}, {0, 0, 0}, {2, 1, 1}}, [][]int{exported(0), exported(1), exported(2)})
}
