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

// Only the newest code of its requester is valid, of two from the same instant the one sent last. What others request does not matter.
func TestOnlyTheNewestCodeOfARequesterIsValid(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	at := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	m := members(t, clock.Fixed(at))
	send := func(phone string, on uuid.UUID, sent time.Time) (id uuid.UUID, code string) {
		id, code, err := m.issueCode(t.Context(), tx, phone, CodeConfirm, m.askedOn(on), nil, sent)
		require.NoError(t, err)
		return id, code
	}
	newest := func() (id uuid.UUID) {
		require.NoError(t, tx.QueryRow(t.Context(), usedNewest+` SELECT id FROM newest`, "vi", m.PhoneHash("0912345681"), CodeConfirm, m.askedOn(device)).Scan(&id))
		return id
	}
	first, _ := send("0912345681", device, at)
	require.Equal(t, first, newest())
	second, _ := send("0912345681", device, at)
	require.Equal(t, second, newest())
	send("0912345681", device, at.Add(-time.Second))
	send("0912345681", uuid.New(), at.Add(time.Second))
	send("0912345682", device, at.Add(time.Second))
	require.Equal(t, second, newest())
	third, code := send("0912345681", device, at.Add(time.Millisecond))
	require.Equal(t, third, newest())
	require.NoError(t, m.VerifyCode(t.Context(), tx, "0912345681", device, CodeConfirm, code, at.Add(time.Second)))
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

// Of the statements on a kind, the newest counts, and of those from the same instant the one made last.
func TestNewestConsentCounts(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	tx, ids := postgrestest.Tx(t), []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
	b := &pgx.Batch{}
	for _, id := range ids {
		b.Queue(`INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '1', uuid_send($1), 'vi', $2)`, id, at)
	}
	b.Queue(`INSERT INTO device (id, member_id, hash, created_at, seen_at) SELECT $1, $2, uuid_send($1), $3, $3`, device, ids[0], at)
	state := func(id uuid.UUID, at time.Time, granted bool) {
		QueueConsents(b, id, device, []Consent{{Kind: ConsentMarketing, Version: "1.0", Granted: granted}}, at)
	}
	for _, id := range ids { // the clocks of two servers differ
		state(id, at.Add(time.Minute), false)
		state(id, at, true)
		QueueConsents(b, id, device, []Consent{{Kind: ConsentAnalytics, Version: "1.0", Granted: id == ids[1]}}, at.Add(time.Hour))
	}
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	granted := func(id uuid.UUID) bool {
		found, err := Granted(id, ConsentMarketing).Read(t.Context(), tx)
		require.NoError(t, err)
		b := &pgx.Batch{}
		check, log := QueueConsentCheck(b, id, ConsentMarketing), QueueConsentLog(b, id)
		require.NoError(t, postgres.Send(t.Context(), tx, b))
		require.Equal(t, ConsentCheck{Active: true, Withdrawn: !found}, *check)
		require.Equal(t, found, Latest(*log, ConsentMarketing).Granted)
		require.Equal(t, id == ids[1], Latest(*log, ConsentAnalytics).Granted)
		for i, c := range (*log)[1:] {
			require.False(t, c.At.After((*log)[i].At), "newest first")
		}
		return found
	}
	for _, id := range ids {
		require.False(t, granted(id))
	}
	for i, given := range []bool{true, true, false, true, false} {
		b = &pgx.Batch{}
		state(ids[1], at.Add(time.Minute), given)
		require.NoError(t, postgres.Send(t.Context(), tx, b))
		require.Equal(t, []bool{false, given, false}, []bool{granted(ids[0]), granted(ids[1]), granted(ids[2])}, "statement %d", i)
	}
	b = &pgx.Batch{}
	log := QueueConsentLog(b, ids[1])
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.Len(t, *log, 2+4+1, "a statement that repeats the latest is not stored")
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
	newest := time.Date(2026, 1, 2, 6, 40, 0, 0, time.UTC)
	require.Equal(t, [2]time.Time{newest, newest.Add(-time.Minute)}, [2]time.Time{(*log)[0].At.UTC(), (*log)[1].At.UTC()}, "the newest first")
	require.True(t, Latest(*log, ConsentTerms).Granted)
	require.True(t, Latest(*log, ConsentPrivacy).Granted)
	require.Nil(t, Latest(*log, ConsentAnalytics))
}
