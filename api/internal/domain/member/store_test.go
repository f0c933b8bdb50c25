package member

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
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

// device asks for the codes of these tests.
var device = uuid.MustParse("00000000-0000-4000-8000-000000000001")

func TestCodesAreStoredAsKeyedHashes(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	c := clock.NewManual(time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC))
	m := members(t, c)
	code, err := m.issueCode(t.Context(), tx, "0912345678", CodeConfirm, m.askedOn(device), c.Now())
	require.NoError(t, err)
	require.Len(t, code, 4)
	var stored string
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT sms_code::text FROM sms_code`).Scan(&stored))
	require.NotContains(t, stored, "0912345678")
	require.NotContains(t, stored, ","+code+",")

	require.NoError(t, m.VerifyCode(t.Context(), tx, "0912345678", device, CodeConfirm, code, c.Now()))
	require.Equal(t, reason.CodeFirst, reason.Of(m.VerifyCode(t.Context(), tx, "0912345678", device, CodeConfirm, code, c.Now())))
}

func TestATypesCodeIsWorthNothingForAnother(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	at := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	m := members(t, clock.Fixed(at))
	code, err := m.issueCode(t.Context(), tx, "0912345679", CodeCard, m.askedOn(device), at)
	require.NoError(t, err)
	require.Equal(t, reason.CodeFirst, reason.Of(m.VerifyCode(t.Context(), tx, "0912345679", device, CodeConfirm, code, at)))
	require.NoError(t, m.VerifyCode(t.Context(), tx, "0912345679", device, CodeCard, code, at))
}

func TestPurgeLeavesWhatIsStillLookedAt(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	at := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	m := members(t, clock.Fixed(at))
	for _, sent := range []time.Time{at, at.Add(-codesKept), at.Add(-codesKept - time.Second)} {
		_, err := m.issueCode(t.Context(), tx, "0912345680", CodeLogin, m.askedOn(device), sent)
		require.NoError(t, err)
	}
	deleted, err := PurgeCodes(t.Context(), tx, at)
	require.NoError(t, err)
	require.EqualValues(t, 1, deleted)
}
