package member

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// If each of many concurrent guesses were judged by the tries before all of them, a guesser had as many tries as connections.
func TestConcurrentGuessWaitsForTriesOfSMSCode(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	_, code, err := m.issueCode(t.Context(), m.Pool, "0912345678", CodeConfirm, m.askedOn(device), nil, at.Now())
	require.NoError(t, err)
	tx := postgrestest.Begin(t, m.Pool)
	for range CodeTries {
		require.Error(t, m.VerifyCode(t.Context(), tx, "0912345678", device, CodeConfirm, "000000", at.Now()))
	}
	require.Equal(t, reason.SMSCodeBurnt, reason.Of(postgrestest.Behind(t, tx, func() error {
		return m.VerifyCode(t.Context(), m.Pool, "0912345678", device, CodeConfirm, code, at.Now())
	})))
}

// A correct code works once, also for two concurrent requests.
func TestSMSCodeWorksForOneOfTwoConcurrentRequests(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	_, code, err := m.issueCode(t.Context(), m.Pool, "0912345678", CodeConfirm, m.askedOn(device), nil, at.Now())
	require.NoError(t, err)
	tx := postgrestest.Begin(t, m.Pool)
	require.NoError(t, m.VerifyCode(t.Context(), tx, "0912345678", device, CodeConfirm, code, at.Now()))
	require.Equal(t, reason.CodeFirst, reason.Of(postgrestest.Behind(t, tx, func() error {
		return m.VerifyCode(t.Context(), m.Pool, "0912345678", device, CodeConfirm, code, at.Now())
	})))
}

func TestConcurrentGuessWaitsForTriesOfImageCode(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	from := Caller{IP: "192.0.2.1"}
	var answer string
	m.ShowImage = func(_ context.Context, _, drawn string, _ time.Time) error {
		answer = drawn
		return nil
	}
	_, err := m.ImageCode(t.Context(), "0912345678", from)
	require.NoError(t, err)
	tx := postgrestest.Begin(t, m.Pool)
	_, err = tx.Exec(t.Context(), `UPDATE image_code SET tries = $1`, imageTries)
	require.NoError(t, err)
	require.Equal(t, reason.ImageCodeExpired, reason.Of(postgrestest.Behind(t, tx, func() error {
		return m.verifyImage(t.Context(), "0912345678", answer, from, at.Now())
	})))
}

// insertTrusted inserts a member and a trusted device.
func insertTrusted(t *testing.T, m *Members, now time.Time) (who, trusted uuid.UUID) {
	t.Helper()
	who, trusted = uuid.New(), uuid.New()
	_, err := m.Pool.Exec(t.Context(), `INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', $2, 'vi', $3)`, who, who[:], now)
	require.NoError(t, err)
	_, err = m.Pool.Exec(t.Context(), `INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, $3, $4, $4, $4)`, trusted, who, trusted[:], now)
	require.NoError(t, err)
	return who, trusted
}

// The borrower is notified of a key that replaces another, also if the other was set at the same time.
func TestConcurrentFaceKeyIsReportedAsReplaced(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	who, trusted := insertTrusted(t, m, at.Now())
	tx := postgrestest.Begin(t, m.Pool)
	replaced, err := SetFaceKey(t.Context(), tx, who, trusted, []byte("one key"), at.Now())
	require.NoError(t, err)
	require.False(t, replaced)
	require.True(t, postgrestest.Behind(t, tx, func() bool {
		second := postgrestest.Begin(t, m.Pool)
		replaced, err := SetFaceKey(t.Context(), second, who, trusted, []byte("another"), at.Now())
		return err == nil && replaced
	}))
}

// A deletion that is being withdrawn is not carried out: the erasure waits, and then sees the member as active.
func TestErasureWaitsForConcurrentWithdrawalOfDeletion(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	who, _ := insertTrusted(t, m, at.Now())
	_, err := m.Pool.Exec(t.Context(), `UPDATE member SET status = 'deleting' WHERE id = $1`, who)
	require.NoError(t, err)
	tx := postgrestest.Begin(t, m.Pool)
	_, err = tx.Exec(t.Context(), `UPDATE member SET status = 'active' WHERE id = $1`, who)
	require.NoError(t, err)
	require.False(t, postgrestest.Behind(t, tx, func() bool {
		deleting, left, err := LockLeaving(t.Context(), postgrestest.Begin(t, m.Pool), who)
		return deleting || left || err != nil
	}))
}
