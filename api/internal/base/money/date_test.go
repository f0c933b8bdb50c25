package money_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

func TestParseDate(t *testing.T) {
	t.Parallel()
	d, err := money.ParseDate("2024-02-29")
	require.NoError(t, err)
	require.Equal(t, money.NewDate(2024, time.February, 29), d)
	for _, bad := range []string{"", "2023-02-29", "2024-13-01", "2024-1-1", "24-01-01", "2024-01-01T00:00:00Z", " 2024-01-01", "0000-01-01"} {
		_, err := money.ParseDate(bad)
		require.Error(t, err, bad)
	}
	require.Panics(t, func() { money.MustDate("tomorrow") })
}

func TestDateOfUsesTheTimeZone(t *testing.T) {
	t.Parallel()
	hanoi, err := time.LoadLocation("Asia/Ho_Chi_Minh")
	require.NoError(t, err)
	at := time.Date(2026, 3, 11, 17, 30, 0, 0, time.UTC)
	require.Equal(t, "2026-03-11", money.DateOf(at).String())
	require.Equal(t, "2026-03-12", money.DateOf(at.In(hanoi)).String())
	require.Equal(t, time.Date(2026, 3, 11, 17, 0, 0, 0, time.UTC), money.MustDate("2026-03-12").In(hanoi).UTC())
}

func TestDateArithmetic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := money.NewDate(rapid.IntRange(1, 9000).Draw(t, "year"), time.January, rapid.IntRange(1, 366).Draw(t, "day"))
		n := rapid.IntRange(-300, 100_000).Draw(t, "n")
		if d.DaysSince(money.NewDate(1, time.January, 1)) < 300 {
			return
		}
		moved := d.AddDays(n)
		require.Equal(t, n, moved.DaysSince(d))
		require.Equal(t, d.Time().AddDate(0, 0, n), moved.Time())
		require.Equal(t, d, money.DateOf(d.Time()))
		require.Equal(t, n < 0, moved.Before(d))
		require.Equal(t, n > 0, moved.After(d))
		if moved.Year() > 9999 {
			return
		}
		again, err := money.ParseDate(moved.String())
		require.NoError(t, err)
		require.Zero(t, again.Compare(moved))
	})
	require.Equal(t, time.Friday, money.MustDate("2026-03-13").Weekday())
	require.Equal(t, 2026, money.MustDate("2026-12-31").Year())
	require.Equal(t, -1, money.MustDate("2026-03-13").Compare(money.MustDate("2026-03-14")))
	require.Equal(t, 1, money.MustDate("2026-03-15").Compare(money.MustDate("2026-03-14")))
	require.True(t, money.Date{}.AddDays(3).IsZero())
}

func TestMonthEnd(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{
		"2026-01-01": "2026-01-31", "2026-02-28": "2026-02-28", "2028-02-01": "2028-02-29", "2026-04-30": "2026-04-30", "2026-12-31": "2026-12-31",
	} {
		require.Equal(t, want, money.MustDate(day).MonthEnd().String())
	}
	require.True(t, money.Date{}.MonthEnd().IsZero())
}

func TestDateJSON(t *testing.T) {
	t.Parallel()
	type body struct {
		Due  money.Date `json:"due"`
		None money.Date `json:"none"`
	}
	raw, err := json.Marshal(body{Due: money.MustDate("2026-03-12")})
	require.NoError(t, err)
	require.JSONEq(t, `{"due":"2026-03-12","none":null}`, string(raw))
	var back body
	require.NoError(t, json.Unmarshal(raw, &back))
	require.Equal(t, "2026-03-12", back.Due.String())
	require.True(t, back.None.IsZero())
	require.NoError(t, json.Unmarshal([]byte(`{"due":null}`), &back))
	require.True(t, back.Due.IsZero(), "null must clear an earlier value")
	require.Error(t, json.Unmarshal([]byte(`{"due":20260312}`), &back))
	require.Error(t, json.Unmarshal([]byte(`{"due":"12/03/2026"}`), &back))
}

func TestDateInPostgres(t *testing.T) {
	t.Parallel()
	value, err := money.MustDate("2026-03-12").DateValue()
	require.NoError(t, err)
	var back money.Date
	require.NoError(t, back.ScanDate(value))
	require.Equal(t, "2026-03-12", back.String())

	none, err := money.Date{}.DateValue()
	require.NoError(t, err)
	require.False(t, none.Valid)
	require.NoError(t, back.ScanDate(none))
	require.True(t, back.IsZero())
	require.Error(t, back.ScanDate(pgtype.Date{Valid: true, InfinityModifier: pgtype.Infinity}))
	require.NoError(t, back.UnmarshalText([]byte("2026-03-12")))
	require.Equal(t, "2026-03-12", back.String())
	require.Error(t, back.UnmarshalText([]byte("soon")))
}

func FuzzParseDate(f *testing.F) {
	f.Add("2024-02-29")
	f.Fuzz(func(t *testing.T, s string) {
		if d, err := money.ParseDate(s); err == nil && d.String() != s {
			t.Fatalf("%q became %q", s, d)
		}
	})
}
