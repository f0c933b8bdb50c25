package maintenance_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Old rows are deleted. Recent rows stay, and so do those of an unpaid loan and of a member with a dispute.
func TestPurgeDeletesOnlyRowsPastTheirRetention(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	now := time.Now()
	old, young, younger := now.Add(-100*24*time.Hour), now.Add(-50*24*time.Hour), now.Add(-24*time.Hour)
	// There are more recent rows than old ones, so a purge of the wrong rows returns another count.
	ages := []time.Time{old, young, younger}
	settled, running, disputed := flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{})
	for _, paid := range []flowtest.Paid{settled, disputed} {
		_, err := pool.Exec(t.Context(), `UPDATE loan SET settled_on = '2026-04-01', settled_at = '2026-04-01Z' WHERE order_id = $1`, paid.OrderID)
		require.NoError(t, err)
	}
	_, err := pool.Exec(t.Context(), `
		INSERT INTO hardship (member_id, order_id, kind, amount, currency, until, repaid, created_at) VALUES ($1, $2, 'promise', 1, 'VND', '2026-06-01', 0, '2026-05-01Z')`,
		disputed.MemberID, disputed.OrderID)
	require.NoError(t, err)
	for n, paid := range []flowtest.Paid{settled, running, disputed} {
		var device string
		require.NoError(t, pool.QueryRow(t.Context(), `
			INSERT INTO device (member_id, hash, created_at, seen_at) VALUES ($1, 'x', $2, $2) RETURNING id::text`, paid.MemberID, old).Scan(&device))
		for m, at := range ages {
			id := postgres.FirstID(at)
			id[15] = byte(n)
			for _, sql := range []string{
				`INSERT INTO notice (id, member_id, kind, at) SELECT $1, $2, 'x', $4 WHERE $3::uuid IS NOT NULL`,
				`INSERT INTO reminder (id, member_id, order_id, due_date, day, send_on, state, created_at) VALUES ($1, $2, $3, '2026-06-11', ` + fmt.Sprint(m) + `, $4::timestamptz::date, 'sent', $4)`,
			} {
				_, err := pool.Exec(t.Context(), sql, id, paid.MemberID, paid.OrderID, at)
				require.NoError(t, err)
			}
			_, err := pool.Exec(t.Context(), `
				INSERT INTO session (id, token_hash, member_id, device_id, app_product_id, created_at, expires_at) VALUES ($1, $2, $3, $4, 'x', $5, $5)`,
				id, id[:], paid.MemberID, device, at)
			require.NoError(t, err)
			_, err = pool.Exec(t.Context(), `INSERT INTO hook_event (source, event_id, received_at) VALUES ('x', $1::text, $2)`, id.String(), at)
			require.NoError(t, err)
		}
	}
	// A face check refers to an ended session.
	_, err = pool.Exec(t.Context(), `
		INSERT INTO face_check (token_hash, scene, member_id, device_id, session_id, app_product_id, state, nonce, steps, opened_at, expires_at)
		SELECT 'x', 'card', member_id, device_id, id, 'x', 'opened', '', '{}', created_at, created_at FROM session WHERE member_id = $1 ORDER BY id LIMIT 1`, running.MemberID)
	require.NoError(t, err)

	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	purge := func(keep time.Duration) maintenance.Purged {
		t.Helper()
		p, err := maintenance.Purge(t.Context(), pool, clock.Fixed(now), limit.New(hasher), config.Retention{
			Sessions: keep, HookEvents: keep, Notices: keep, Reminders: keep, Intents: keep, LoginOrigins: keep, Conversions: keep,
		})
		require.NoError(t, err)
		return p
	}
	// Intents of each loan: one that was not paid, one whose payment is in suspense, one that was paid.
	for n, paid := range []flowtest.Paid{settled, running} {
		for m, state := range []string{"open", "replaced", "paid"} {
			for k, at := range ages {
				var id string
				name := fmt.Sprint(n, m, k)
				require.NoError(t, pool.QueryRow(t.Context(), `
					INSERT INTO payment_intent (order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, state, created_at, expires_at)
					VALUES ($1, $2, 'extension', 'bank', 1, 'VND', '{}', $3, $3::text::bytea, $4, $5, $5) RETURNING id::text`, paid.OrderID, paid.MemberID, name, state, at).Scan(&id))
				if state != "open" {
					_, err := pool.Exec(t.Context(), `
						INSERT INTO payment (gateway, gateway_reference, serial_number, intent_id, amount, currency, payment_type, state, paid_at, value_date, received_at)
						VALUES ('x', $1, $1, $2, 5, 'VND', 'bank', 'suspense', $3, '2026-03-12', $3)`, name, id, at)
					require.NoError(t, err)
				}
			}
		}
	}
	for k, at := range ages {
		for _, sql := range []string{
			`INSERT INTO login_origin (member_id, new_member, channel_code, app_product_id, ads_consent, at) VALUES ($1, true, 'organic', 'x', false, $2)`,
			`INSERT INTO conversion (member_id, event, subject, channel_code, state, at) VALUES ($1, 'payout', '` + fmt.Sprint(k) + `', 'organic', 'sent', $2)`,
		} {
			_, err := pool.Exec(t.Context(), sql, running.MemberID, at)
			require.NoError(t, err)
		}
	}
	require.Equal(t, maintenance.Purged{}, purge(0), "a retention of 0 keeps rows forever")
	const keep = 90 * 24 * time.Hour
	require.Equal(t, maintenance.Purged{Sessions: 2, Events: 3, Notices: 2, Reminders: 1, Intents: 1, Origins: 1, Conversions: 1}, purge(keep))
	require.Equal(t, maintenance.Purged{}, purge(keep), "a second purge deletes nothing")
}

// More rows than one statement deletes are deleted by several, each in a small transaction of its own.
func TestPurgeDeletesInPages(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, err := pool.Exec(t.Context(), `INSERT INTO hook_event (source, event_id, received_at) SELECT 'x', n::text, '2026-01-01Z' FROM generate_series(1, 2500) n`)
	require.NoError(t, err)
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	ctx, trips := postgres.CountTrips(t.Context())
	p, err := maintenance.Purge(ctx, pool, clock.Fixed(time.Now()), limit.New(hasher), config.Retention{HookEvents: time.Hour})
	require.NoError(t, err)
	require.Equal(t, int64(2500), p.Events)
	require.GreaterOrEqual(t, trips.Count(), 3)

	postgrestest.Fill(t, pool, `INSERT INTO rate_limit (bucket, window_start, hits, expires_at) SELECT n::text, '2020-01-01', 1, '2020-01-02' FROM generate_series(1, 101_000) n`)
	ctx, trips = postgres.CountTrips(t.Context())
	counters, err := limit.New(hasher).Purge(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, int64(101_000), counters)
	require.Greater(t, trips.Count(), 100, "all counters are deleted, also in pages")

	_, err = pool.Exec(t.Context(), `
		INSERT INTO image_code (region, phone_hash, answer_hmac, created_at, expires_at)
		SELECT 'vi', 'x', 'x', '2020-01-01', '2020-01-02' FROM generate_series(1, 2500)`)
	require.NoError(t, err)
	ctx, trips = postgres.CountTrips(t.Context())
	codes, err := member.PurgeCodes(ctx, pool, time.Now())
	require.NoError(t, err)
	require.Equal(t, int64(2500), codes)
	require.Equal(t, 4, trips.Count(), "three pages of image codes and one query for SMS codes")
}

// Rows that must stay are read once per pass, however many pages of other rows follow, and the next run continues where
// the last one stopped.
func TestPurgeReadsRowsThatMustStayOncePerPass(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	const staying, going = 3000, 2500
	paid := []flowtest.Paid{flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{})}
	_, err := pool.Exec(t.Context(), `
		INSERT INTO hardship (member_id, order_id, kind, amount, currency, until, repaid, created_at) VALUES ($1, $2, 'promise', 1, 'VND', '2026-06-01', 0, '2026-05-01Z')`,
		paid[0].MemberID, paid[0].OrderID)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `UPDATE loan SET settled_on = '2026-04-01', settled_at = '2026-04-01Z' WHERE order_id = $1`, paid[1].OrderID)
	require.NoError(t, err)
	owner := postgrestest.Owner(t, pool)
	_, err = owner.Exec(t.Context(), `
		CREATE TABLE old AS SELECT n, ('016f5e66-e800-7000-8000-' || lpad(n::text, 12, '0'))::uuid AS id,
			CASE WHEN n <= $3 THEN $1::uuid ELSE $2::uuid END AS member, CASE WHEN n <= $3 THEN $4::uuid ELSE $5::uuid END AS loan,
			timestamptz '2020-01-01Z' + n * interval '1 second' AS at
		FROM generate_series(1, $6::int) n`, paid[0].MemberID, paid[1].MemberID, staying, paid[0].OrderID, paid[1].OrderID, staying+going)
	require.NoError(t, err)
	for _, sql := range []string{
		`INSERT INTO notice (id, member_id, kind, at) SELECT id, member, 'x', at FROM old`,
		`INSERT INTO reminder (id, member_id, order_id, due_date, day, send_on, state, created_at) SELECT id, member, loan, '2026-06-11', n, date '2000-01-01' + n, 'sent', at FROM old`,
		`INSERT INTO payment_intent (id, order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, state, created_at, expires_at)
			SELECT id, loan, member, 'extension', 'bank', 1, 'VND', '{}', n, n::text::bytea, 'expired', at, '2020-01-02Z' FROM old`, // valid for one day
		`ANALYZE notice, reminder, payment_intent`,
	} {
		_, err = owner.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	for table, purge := range map[string]func(context.Context, postgres.DB, time.Time) (int64, error){
		"notice": support.PurgeNotices, "reminder": support.PurgeReminders, "payment_intent": repay.PurgeIntents,
	} {
		tx, err := pool.Begin(t.Context())
		require.NoError(t, err)
		gone, err := purge(t.Context(), tx, time.Now())
		require.NoError(t, err)
		require.EqualValues(t, going, gone, table)
		var read int
		require.NoError(t, tx.QueryRow(t.Context(), `
			SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = $1`, table).Scan(&read))
		require.LessOrEqual(t, read, staying+2*going, table)
		require.NoError(t, tx.Rollback(t.Context()))
	}
	_, err = pool.Exec(t.Context(), `INSERT INTO purge_pass (name, at, id) SELECT 'notice', at, id FROM old WHERE n = $1`, staying+going-10)
	require.NoError(t, err)
	for _, want := range []int64{10, going - 10} {
		gone, err := support.PurgeNotices(t.Context(), pool, time.Now())
		require.NoError(t, err)
		require.Equal(t, want, gone)
	}
}

// A deletion that takes very long does not keep the others from running.
func TestSlowDeletionDoesNotBlockTheOthers(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	flowtest.PayOut(t, pool, flowtest.Loan{})
	owner := postgrestest.Owner(t, pool)
	for _, sql := range []string{
		`INSERT INTO hook_event (source, event_id, received_at) SELECT 'x', n::text, '2026-01-01Z' FROM generate_series(1, 10) n`,
		`INSERT INTO conversion (member_id, event, subject, channel_code, state, at) SELECT id, 'payout', 'x', 'organic', 'sent', '2020-01-01Z' FROM member`,
		// Each page of this deletion takes very long.
		`CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); RETURN OLD; END'`,
		`CREATE TRIGGER slowly BEFORE DELETE ON hook_event EXECUTE FUNCTION slowly()`,
	} {
		_, err := owner.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
	defer cancel()
	p, err := maintenance.Purge(ctx, pool, clock.Fixed(time.Now()), limit.New(hasher), config.Retention{HookEvents: time.Hour, Conversions: time.Hour})
	require.Error(t, err)
	require.EqualValues(t, 1, p.Conversions)
	require.NoError(t, ctx.Err())
}
