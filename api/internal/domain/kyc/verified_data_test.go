package kyc_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestAgeCountsWholeYears(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		born, on string
		want     int
	}{
		{"2000-11-21", "2026-11-20", 25},
		{"2000-11-21", "2026-11-21", 26},
		{"2000-02-29", "2026-02-28", 25},
		{"2000-02-29", "2026-03-01", 26},
		{"2004-12-31", "2026-01-01", 21},
		{"2001-03-01", "2024-02-29", 22},
		{"2001-03-01", "2024-03-01", 23},
	} {
		require.Equal(t, c.want, kyc.VerifiedData{Birthday: money.MustDate(c.born)}.Age(money.MustDate(c.on)), "%s on %s", c.born, c.on)
	}
	require.Zero(t, kyc.VerifiedData{}.Age(money.MustDate("2026-01-01")))
}

func TestVerifiedDataWithoutSubmissions(t *testing.T) {
	t.Parallel()
	f, err := kyc.VerifiedDataOf(uuid.New()).Read(t.Context(), postgrestest.Tx(t))
	require.NoError(t, err)
	require.Equal(t, kyc.VerifiedData{Missing: []string{"identity", "personal", "company", "contacts"}}, f)
}
