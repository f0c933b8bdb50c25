package member

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func members(t *testing.T, c clock.Clock) *Members {
	t.Helper()
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{1}, secret.KeySize))
	require.NoError(t, err)
	return New(Deps{Clock: c, Region: region.Get("vi"), Hasher: hasher})
}

// device is the device that requests the codes of these tests.
var device = uuid.MustParse("00000000-0000-4000-8000-000000000001")

func TestCodesAreStoredAsKeyedHashes(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	c := clock.NewManual(time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC))
	m := members(t, c)
	_, code, err := m.issueCode(t.Context(), tx, "0912345678", CodeConfirm, m.askedOn(device), nil, c.Now())
	require.NoError(t, err)
	require.Len(t, code, 4)
	var stored string
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT sms_code::text FROM sms_code`).Scan(&stored))
	require.NotContains(t, stored, "0912345678")
	require.NotContains(t, stored, ","+code+",")

	require.NoError(t, m.VerifyCode(t.Context(), tx, "0912345678", device, CodeConfirm, code, c.Now()))
	require.Equal(t, reason.CodeFirst, reason.Of(m.VerifyCode(t.Context(), tx, "0912345678", device, CodeConfirm, code, c.Now())))
}

func TestCodeIsInvalidForAnotherType(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	at := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	m := members(t, clock.Fixed(at))
	_, code, err := m.issueCode(t.Context(), tx, "0912345679", CodeCard, m.askedOn(device), nil, at)
	require.NoError(t, err)
	require.Equal(t, reason.CodeFirst, reason.Of(m.VerifyCode(t.Context(), tx, "0912345679", device, CodeConfirm, code, at)))
	require.NoError(t, m.VerifyCode(t.Context(), tx, "0912345679", device, CodeCard, code, at))
}

func TestPurgeCodesKeepsCodesWithinRetention(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	at := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	m := members(t, clock.Fixed(at))
	for _, sent := range []time.Time{at, at.Add(-codesKept), at.Add(-codesKept - time.Second)} {
		_, _, err := m.issueCode(t.Context(), tx, "0912345680", CodeLogin, m.askedOn(device), nil, sent)
		require.NoError(t, err)
	}
	deleted, err := PurgeCodes(t.Context(), tx, at)
	require.NoError(t, err)
	require.EqualValues(t, 1, deleted)
	var oldest time.Time
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT min(sent_at) FROM sms_code`).Scan(&oldest))
	require.Zero(t, oldest.Sub(at.Add(-codesKept)), "only the code past its retention time is deleted")
}

// Only a trusted device can get a key, and only for its own member, because a recycled number has untrusted devices.
func TestOnlyATrustedDeviceCanSetAFaceKey(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	now := time.Date(2026, 3, 10, 5, 0, 0, 0, time.UTC)
	who, trusted, unknown := uuid.New(), uuid.New(), uuid.New()
	_, err := tx.Exec(ctx, `INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', $2, 'vi', $3)`, who, who[:], now)
	require.NoError(t, err)
	_, err = tx.Exec(ctx, `
		INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, $3, $5, $5, $5), ($4, $2, $6, NULL, $5, $5)`,
		trusted, who, trusted[:], unknown, now, unknown[:])
	require.NoError(t, err)
	spki := []byte("the public half")
	_, err = SetFaceKey(ctx, tx, who, unknown, spki, now)
	require.Equal(t, reason.DeviceNotFound, reason.Of(err))
	_, err = SetFaceKey(ctx, tx, uuid.New(), trusted, spki, now)
	require.Equal(t, reason.DeviceNotFound, reason.Of(err))
	replaced, err := SetFaceKey(ctx, tx, who, trusted, spki, now)
	require.NoError(t, err)
	require.False(t, replaced)
	kept, err := FaceKey(who, trusted).Read(ctx, tx)
	require.NoError(t, err)
	require.Equal(t, spki, kept)
	none, err := FaceKey(who, unknown).Read(ctx, tx)
	require.NoError(t, err)
	require.Nil(t, none)
}

// The log shows the newest statements of each kind, so a kind with thousands of statements does not hide the latest ones of other kinds.
func TestConsentLogIsBounded(t *testing.T) {
	t.Parallel()
	tx, id := postgrestest.Tx(t), uuid.New()
	_, err := tx.Exec(t.Context(), `
		INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '1', $2, 'vi', '2026-01-01Z')`, id, id[:])
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `
		INSERT INTO consent (member_id, kind, version, granted, at) VALUES ($1, 'terms', '1.0', true, '2026-01-01Z'), ($1, 'privacy', '1.0', true, '2026-01-01Z')`, id)
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `
		INSERT INTO consent (member_id, kind, version, granted, at) SELECT $1, 'marketing', '1.0', n % 2 = 0, '2026-01-02Z'::timestamptz + n * interval '1 minute' FROM generate_series(1, 400) n`, id)
	require.NoError(t, err)
	b := &pgx.Batch{}
	log := QueueConsentLog(b, id)
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.Len(t, *log, consentLog+2)
	require.True(t, (*log)[0].Granted)
	require.True(t, (*log)[0].At.After((*log)[1].At), "the newest first")
	require.True(t, Latest(*log, ConsentTerms).Granted)
	require.True(t, Latest(*log, ConsentPrivacy).Granted)
	require.Nil(t, Latest(*log, ConsentAnalytics))
}
