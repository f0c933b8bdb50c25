package ops_test

import (
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestJobsAreListedAndRetried(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.NoError(t, job.Insert(t.Context(), d.Pool, job.Of(pay.RefundArgs{RefundID: uuid.New()}, pay.RequeueRefundsArgs{})...))
	_, err := d.Pool.Exec(t.Context(), `UPDATE river_job SET state = 'discarded', attempt = max_attempts, finalized_at = now() WHERE kind = 'payment.refund'`)
	require.NoError(t, err)
	out := d.run(t, "jobs", "list")
	require.Equal(t, []string{"ID", "KIND", "STATE", "ATTEMPT", "OF", "CREATED AT", "DUE AT", "ARGS", "LAST ERROR"}, head(t, out))
	require.Equal(t, "discarded", row(t, out, "payment.refund")[2])

	type listedJob struct {
		ID          int64
		Kind, State string
	}
	given := listed[listedJob](t, d, "jobs", "jobs", "list", "--state=discarded")
	require.Len(t, given, 1)
	require.Len(t, listed[listedJob](t, d, "jobs", "jobs", "list", "--kind=payment.requeue_refunds"), 1)
	number := strconv.FormatInt(given[0].ID, 10)
	require.Equal(t, "Job "+number+" (payment.refund) is available\n", d.run(t, "jobs", "retry", number))
	require.Equal(t, 1, d.logged(t, "job.retry"))
	require.Empty(t, listed[listedJob](t, d, "jobs", "jobs", "list", "--state=discarded"))
	require.Contains(t, d.refused(t, "jobs", "retry", "999999"), "no job has that number")
	require.Contains(t, d.refused(t, "jobs", "cancel", number, "--note=x"), "only a discarded job")
	require.Contains(t, d.refused(t, "jobs", "cancel", "999999", "--note=x"), "no job has that number")
	_, err = d.Pool.Exec(t.Context(), `UPDATE river_job SET state = 'discarded', finalized_at = now() WHERE id = $1`, given[0].ID)
	require.NoError(t, err)
	require.NotEmpty(t, d.refused(t, "jobs", "cancel", number), "a note is required")
	require.Equal(t, "Job "+number+" (payment.refund) is cancelled\n", d.run(t, "jobs", "cancel", number, "--note=paid by hand"))
	require.Equal(t, 1, d.logged(t, "job.cancel"))
	require.Empty(t, listed[listedJob](t, d, "jobs", "jobs", "list", "--state=discarded"))
	require.Contains(t, d.refused(t, "jobs", "list", "--state=lost"), "unknown state \"lost\": use one of available,")
}

func TestClockIsMovedOnADevelopmentStackOnly(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	before := d.Clock.Now()
	require.Contains(t, d.run(t, "clock", "show"), "AHEAD  0s")
	require.Contains(t, d.run(t, "clock", "advance", "--days=2", "--duration=90m"), "AHEAD  49h30m0s")
	require.WithinDuration(t, before.Add(49*time.Hour+30*time.Minute), d.Clock.Now(), time.Minute)
	require.Equal(t, 1, d.logged(t, "clock.advance"))
	require.Contains(t, d.refused(t, "clock", "advance"), "say by how much")
	require.Contains(t, d.refused(t, "clock", "advance", "--duration=-24h"), "forward only")
	d.Development = false
	require.Contains(t, d.refused(t, "clock", "advance", "--days=1"), "only on a development stack")
}

// A command whose audit entry cannot be written does nothing, so no change lacks the name of its author.
func TestCommandWithoutAnAuditEntryChangesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var review string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `
		INSERT INTO identity_review (member_id, id_number_hash, asked_at) VALUES ($1, $2, $3) RETURNING id`,
		d.register(t, "0912345678"), make([]byte, 32), d.Clock.Now()).Scan(&review))
	postgrestest.RefuseAudit(t, d.Pool)
	for _, line := range [][]string{
		{"identities", "close", review, "--note=x"},
		{"files", "sweep", "--at-most=5", "--note=x"},
		{"clock", "advance", "--days=1"},
	} {
		_, err := d.try(t, line...)
		require.ErrorContains(t, err, "the disk is full", line)
	}
	for _, query := range []string{
		`SELECT count(*) FROM identity_review WHERE closed_at IS NOT NULL`,
		`SELECT count(*) FROM river_job WHERE kind = 'maintenance.orphans'`,
		`SELECT sum(seconds) FROM clock_offset`,
	} {
		var n int
		require.NoError(t, d.Pool.QueryRow(t.Context(), query).Scan(&n))
		require.Zero(t, n, query)
	}
}

// Commands that scan the whole database have no short timeout.
func TestCommandsHaveALongStatementTimeout(t *testing.T) {
	t.Parallel()
	var timeout string
	require.NoError(t, apptest.OpsAccess(t).Pool.QueryRow(t.Context(), `SHOW statement_timeout`).Scan(&timeout))
	require.Equal(t, "15min", timeout)
}

func TestHousekeepingDeletesExpiredRows(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	_, err := d.Pool.Exec(t.Context(), `
		INSERT INTO rate_limit (bucket, window_start, hits, expires_at) VALUES ('a', '2020-01-01', 1, '2020-01-02'), ('b', '2020-01-01', 1, '2999-01-01')`)
	require.NoError(t, err)
	_, err = d.Pool.Exec(t.Context(), `
		INSERT INTO idempotency_key (scope, route, key, body_hash, created_at, expires_at) VALUES ('s', 'r', 'key-of-old', 'x', '2020-01-01', '2020-01-02')`)
	require.NoError(t, err)
	require.Equal(t, "COUNTERS     1\nANSWERS      1\nCODES        0\nAPPROVALS    0\nSESSIONS     0\nEVENTS       0\nNOTICES      0\nREMINDERS    0\nINTENTS      0\nORIGINS      0\nCONVERSIONS  0\nUPLOADS      0\nRECORDS      0\nMONTHS       0\nFAILURES     0\n", d.run(t, "housekeeping"))
	require.Equal(t, "COUNTERS     0\nANSWERS      0\nCODES        0\nAPPROVALS    0\nSESSIONS     0\nEVENTS       0\nNOTICES      0\nREMINDERS    0\nINTENTS      0\nORIGINS      0\nCONVERSIONS  0\nUPLOADS      0\nRECORDS      0\nMONTHS       0\nFAILURES     0\n", d.run(t, "housekeeping"))
	require.Len(t, data[[]map[string]int64](t, d, "housekeeping")[0], reflect.TypeFor[maintenance.Purged]().NumField(), "every kind of deleted row is reported")
}

// These are the old and the new key, 32 bytes each.
const (
	oldKey = "old:b2xkIG9sZCBvbGQgb2xkIG9sZCBvbGQgb2xkIG9sZCE="
	newKey = "new:bmV3IG5ldyBuZXcgbmV3IG5ldyBuZXcgbmV3IG5ldyE="
)

func TestKeysRewrapMovesDataToTheFirstKey(t *testing.T) {
	t.Parallel()
	at := apptest.On(postgrestest.Create(t))
	hash := apptest.Set("HASH_KEY", hashKey)
	before := apptest.OpsAccess(t, at, hash, apptest.Set("DATA_KEYS", oldKey))
	d := &desk{Access: before}
	member := d.register(t, phone)
	b := &pgx.Batch{}
	require.NoError(t, before.Keepers.KYC.QueueDraft(b, member, uuid.Nil, kyc.Identity, []byte(`{"idNumber":"001199012345"}`), d.Clock.Now()))
	require.NoError(t, d.Pool.SendBatch(t.Context(), b).Close())

	d.Access = apptest.OpsAccess(t, at, hash, apptest.Set("DATA_KEYS", newKey+","+oldKey))
	require.Equal(t, "IDENTITIES  0\nCARDS       0\nDRAFTS      1\nFILES       0\nCHANNELS    0\nFACES       0\n", d.run(t, "keys", "rewrap"))
	require.Equal(t, "IDENTITIES  0\nCARDS       0\nDRAFTS      0\nFILES       0\nCHANNELS    0\nFACES       0\n", d.run(t, "keys", "rewrap"))
	d.Access = apptest.OpsAccess(t, at, hash, apptest.Set("DATA_KEYS", newKey))
	require.Equal(t, "IDENTITIES  0\nCARDS       0\nDRAFTS      0\nFILES       0\nCHANNELS    0\nFACES       0\n", d.run(t, "keys", "rewrap"), "the old key is no longer needed")
}

// A document that is lost is not rewrapped. All others are, and the operator is told which one it is.
func TestKeysRewrapReportsALostFile(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	member, file := d.register(t, phone), uuid.New()
	require.NoError(t, d.Keepers.Media.Prepare(t.Context()))
	_, err := d.Pool.Exec(t.Context(), `
		INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at, key_id)
		VALUES ($1::uuid, $2, 'identity', $1::uuid::text, 'image/jpeg', 1, '\x00', now(), 'old')`, file, member)
	require.NoError(t, err)
	out, err := d.try(t, "keys", "rewrap")
	require.Contains(t, out, "FILES       0")
	require.ErrorContains(t, err, file.String())
	require.Contains(t, ops.Sentence(err), "files.lost")
}
