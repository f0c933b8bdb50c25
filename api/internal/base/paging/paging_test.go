package paging_test

import (
	"encoding/base64"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestCursorEncodesPosition(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 12, 0, 0, 123_456_000, time.UTC)
	for _, place := range []paging.Position{
		{}, {ID: uuid.New()}, {At: at, ID: uuid.New()}, {Rank: 3, At: at, ID: uuid.New()}, {Rank: -1, ID: uuid.Max}, {At: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)},
	} {
		ask, err := paging.Read(place.Cursor(), 5)
		require.NoError(t, err)
		require.Equal(t, paging.Request{After: &place, Limit: 5}, ask)
	}
	first, err := paging.Read("", 5)
	require.NoError(t, err)
	require.Equal(t, paging.First(5), first)
}

func TestInvalidCursorIsRejected(t *testing.T) {
	t.Parallel()
	far := make([]byte, 24)
	far[0] = 0x7f
	for _, cursor := range []string{"x", "%", "AAAA", base64.RawURLEncoding.EncodeToString(make([]byte, 25)), base64.RawURLEncoding.EncodeToString(far)} {
		_, err := paging.Read(cursor, 5)
		require.Equal(t, reason.InvalidParameter, reason.Of(err), cursor)
	}
}

func TestCursorTimeMustBeInRange(t *testing.T) {
	t.Parallel()
	for at, held := range map[time.Time]bool{
		time.Date(1999, 12, 31, 23, 59, 59, 0, time.UTC): false,
		time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC):      true,
		paging.Last:                       true,
		paging.Last.Add(time.Microsecond): false,
	} {
		_, err := paging.Read(paging.Position{At: at}.Cursor(), 5)
		require.Equal(t, held, err == nil, at)
	}
}

// A payment that a bank dates at the end of time is still listed.
func TestFirstPageIncludesExtremeTimes(t *testing.T) {
	t.Parallel()
	end := time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC)
	pool := postgrestest.New(t)
	for _, at := range []time.Time{end, end.AddDate(-1, 0, 1), end.AddDate(-9998, 0, 0)} {
		for _, descending := range []bool{false, true} {
			by := paging.Sort{At: "r.at", ID: "r.id", Descending: descending}
			page, err := paging.List("test", paging.First(5), by, func(p paging.Position) paging.Position { return p },
				`SELECT 0 AS rank, at, id FROM (SELECT $1::timestamptz AS at, $2::uuid AS id) r WHERE true`, at, uuid.New()).Read(t.Context(), pool)
			require.NoError(t, err)
			require.Len(t, page.Rows, 1, "%s %t", at, descending)
		}
	}
}

// For every page size each row is shown exactly once, in order: also rows with the same time, and ranks opposite to the order
// of time.
func TestPagesContainEachRowOnce(t *testing.T) {
	t.Parallel()
	type row struct {
		Rank int16
		At   time.Time
		ID   uuid.UUID
	}
	place := func(r row) paging.Position { return paging.Position(r) }
	const sql = `SELECT rank, at, id FROM (
		SELECT (n % 3)::int AS rank, timestamptz '2026-03-01' + n % 5 * interval '1 microsecond' AS at, lpad(n::text, 32, '0')::uuid AS id
		FROM generate_series(1, 40) n) r WHERE $1 > 0`
	pool := postgrestest.New(t)
	for _, by := range []paging.Sort{
		{ID: "r.id"}, {ID: "r.id", Descending: true}, {At: "r.at", ID: "r.id"}, {At: "r.at", ID: "r.id", Descending: true}, {Rank: "r.rank", At: "r.at", ID: "r.id"},
	} {
		whole, err := paging.List("test", paging.First(40), by, place, sql, 1).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Len(t, whole.Rows, 40)
		require.Empty(t, whole.Next, "the last page must have no cursor")
		for _, limit := range []int{1, 7, 20, 39} {
			var shown []row
			for cursor := ""; ; {
				ask, err := paging.Read(cursor, limit)
				require.NoError(t, err)
				page, err := paging.List("test", ask, by, place, sql, 1).Read(t.Context(), pool)
				require.NoError(t, err)
				require.LessOrEqual(t, len(page.Rows), limit)
				shown = append(shown, page.Rows...)
				if cursor = page.Next; cursor == "" {
					break
				}
			}
			require.Equal(t, whole.Rows, shown, "%+v by %d", by, limit)
		}
	}
}
