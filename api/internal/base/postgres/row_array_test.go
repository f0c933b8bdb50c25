package postgres_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// part is a row inside another row.
type part struct {
	ID      uuid.UUID
	IDLast4 string
	PaidAt  *time.Time
	Bytes   []byte `db:"sha256"`
	Parts   postgres.RowArray[amount]
}

type amount struct {
	Component string
	Amount    int64
}

// A column may contain rows, which contain rows again, with values of every type.
func TestRowArrayScansNestedRows(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	type whole struct {
		Name  string
		Parts postgres.RowArray[part]
		None  postgres.RowArray[amount]
	}
	amounts := postgres.SelectRowArray[amount]("a", `
		FROM (VALUES (1, 'interest', 7::bigint), (1, 'principal', 9), (3, 'late_fee', 1)) a (part, component, amount)
		WHERE a.part = v.n ORDER BY a.amount`)
	parts := postgres.SelectRowArray[part]("p", `
		FROM (SELECT v.*, `+amounts+` AS parts FROM (VALUES
			(1, '11111111-1111-1111-1111-111111111111'::uuid, '0042', '2026-05-01 10:00Z'::timestamptz, '\x01ff'::bytea),
			(2, '22222222-2222-2222-2222-222222222222', '', NULL, NULL)) v (n, id, id_last4, paid_at, sha256)) p
		WHERE p.n <= w.up_to ORDER BY p.n DESC`)
	none := postgres.SelectRowArray[amount]("a", `FROM (SELECT '' AS component, 0::bigint AS amount) a WHERE false`)
	sql := `SELECT w.name, ` + parts + ` AS parts, ` + none + ` AS none FROM (VALUES ('both', $1::int)) w (name, up_to)`
	got, err := postgres.Row[whole]("test: rows in a row", sql, 2).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, "both", got.Name)
	require.Len(t, got.Parts, 2)
	require.Empty(t, got.None)
	second, first := got.Parts[0], got.Parts[1]
	require.Equal(t, part{ID: uuid.MustParse("22222222-2222-2222-2222-222222222222")}, second)
	require.Equal(t, uuid.MustParse("11111111-1111-1111-1111-111111111111"), first.ID)
	require.Equal(t, "0042", first.IDLast4)
	require.Equal(t, []byte{1, 255}, first.Bytes)
	require.True(t, first.PaidAt.Equal(time.Date(2026, time.May, 1, 10, 0, 0, 0, time.UTC)))
	require.Equal(t, postgres.RowArray[amount]{{"interest", 7}, {"principal", 9}}, first.Parts)
}

// A field without a column is an error, not a value that stays empty.
func TestRowArrayWithMissingColumnIsAnError(t *testing.T) {
	t.Parallel()
	for _, sql := range []string{
		postgres.SelectRowArray[amount]("a", `FROM (SELECT 'x' AS component) a`),
		`ARRAY(SELECT NULL::record)`,
	} {
		_, err := postgres.Value[postgres.RowArray[amount]]("test: missing", `SELECT `+sql).Read(t.Context(), postgrestest.New(t))
		require.Error(t, err, sql)
	}
}

// Values are assigned to fields by position, so a field without a value is refused before the query is sent.
func TestRowArrayFieldsMustMatchColumns(t *testing.T) {
	t.Parallel()
	require.PanicsWithValue(t, "postgres: postgres_test.unexported.secret has no column of a row in an array", func() { postgres.SelectRowArray[unexported]("a", "") })
	require.PanicsWithValue(t, "postgres: postgres_test.leftOut.Amount has no column of a row in an array", func() { postgres.SelectRowArray[leftOut]("a", "") })
	require.PanicsWithValue(t, "postgres: postgres_test.embedded.Embedded has no column of a row in an array", func() { postgres.SelectRowArray[embedded]("a", "") })
	_, err := postgres.Value[postgres.RowArray[amount]]("test: too many", `SELECT ARRAY(SELECT ROW('x', 1::bigint, 2))`).Read(t.Context(), postgrestest.New(t))
	require.ErrorContains(t, err, "test: too many")
}

//lint:ignore U1000 a field that SelectRowArray finds by reflection
type unexported struct{ secret int }

type leftOut struct {
	Amount int `db:"-"`
}

// Embedded is embedded in another struct.
type Embedded struct{ Amount int }

type embedded struct{ Embedded }
