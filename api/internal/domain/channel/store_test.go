package channel_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The results of all channels are read once, however many channels there are.
func TestChannelListReadsTheResultsOnce(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	const channels, each = 50, 60
	postgrestest.Fill(t, pool, `
		INSERT INTO channel (code, name) SELECT 'c' || n, '' FROM generate_series(1, 50) n`, `
		INSERT INTO channel_visit (code, day, visits) SELECT code, d, 2 FROM channel, unnest(ARRAY['2026-05-01', '2026-04-01']::date[]) d WHERE code LIKE 'c%'`, `
		INSERT INTO login_origin (member_id, new_member, channel_code, app_product_id, ads_consent, at)
		SELECT gen_random_uuid(), n % 2 = 0, code, '20005', true, '2026-05-01Z' FROM channel, generate_series(1, 60) n WHERE code LIKE 'c%'`, `
		INSERT INTO conversion (member_id, event, subject, channel_code, state, at)
		SELECT gen_random_uuid(), 'registration', code || '-' || n, code, (ARRAY['sent', 'skipped', 'refused'])[1 + n % 3], '2026-05-01Z' FROM channel, generate_series(1, 60) n WHERE code LIKE 'c%'`)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback(t.Context())) }()
	all, err := channel.List(money.MustDate("2026-05-01"), time.UTC).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Len(t, all, channels+1)
	for _, c := range all[:channels] {
		require.Equal(t, []int{2, each / 2, each / 3, each / 3, each / 3}, []int{c.Visits, c.Registrations, c.Sent, c.Skipped, c.Refused}, c.Code)
	}
	require.Equal(t, channel.Summary{Channel: channel.Channel{Code: "organic", Active: true}}, all[channels], "the row of members without a channel")
	var read int
	require.NoError(t, tx.QueryRow(t.Context(), `
		SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables WHERE relname IN ('login_origin', 'conversion')`).Scan(&read))
	require.Equal(t, 2*channels*each, read)
}

// A business date begins at midnight of its time zone: visits are counted by it, and so are registrations and conversions.
func TestChannelResultsBeginAtMidnightOfTheRegion(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	_, err := tx.Exec(t.Context(), `
		INSERT INTO channel (code, name) VALUES ('tt', '');
		INSERT INTO login_origin (member_id, new_member, channel_code, app_product_id, ads_consent, at)
		SELECT gen_random_uuid(), true, 'tt', '20005', true, at FROM unnest(ARRAY['2026-04-30T16:59:59Z', '2026-04-30T17:00Z']::timestamptz[]) at;
		INSERT INTO conversion (member_id, event, subject, channel_code, state, at)
		SELECT gen_random_uuid(), 'registration', at, 'tt', 'sent', at FROM unnest(ARRAY['2026-04-30T16:59:59Z', '2026-04-30T17:00Z']::timestamptz[]) at`)
	require.NoError(t, err)
	vietnam := time.FixedZone("Asia/Ho_Chi_Minh", 7*60*60)
	all, err := channel.List(money.MustDate("2026-05-01"), vietnam).Read(t.Context(), tx)
	require.NoError(t, err)
	for _, c := range all {
		if c.Code == "tt" {
			require.Equal(t, []int{1, 1}, []int{c.Registrations, c.Sent})
			return
		}
	}
	require.Fail(t, "the channel is missing")
}
