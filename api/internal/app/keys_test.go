package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/app"
	"github.com/loanmarket/loanmarket/api/internal/base/fingerprint"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// After a restore with the keys of another environment, new rows could not be matched with the existing ones, nor the
// other way round.
func TestStartRefusesKeysThatDifferFromTheDatabase(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	require.NoError(t, build(t, database, nil))
	require.NoError(t, build(t, database, nil), "a restart has the same keys")
	for name, wrong := range map[string]struct {
		changes map[string]string
		says    []string
		silent  string
	}{
		"hash key":                    {map[string]string{"HASH_KEY": key(21)}, []string{"HASH_KEY: this database was written with another one"}, "DATA_KEYS"},
		"data key":                    {map[string]string{"DATA_KEYS": "2026:" + key(22)}, []string{`DATA_KEYS: the key "2026": this database was written with another one`}, "HASH_KEY"},
		"second data key":             {map[string]string{"DATA_KEYS": "2027:" + key(23) + ",2026:" + key(22)}, []string{`the key "2026"`}, `"2027"`},
		"both keys":                   {map[string]string{"HASH_KEY": key(21), "DATA_KEYS": "2026:" + key(22)}, []string{"HASH_KEY", "DATA_KEYS"}, "=="},
		"hash key and a new data key": {map[string]string{"HASH_KEY": key(21), "DATA_KEYS": "2028:" + key(24)}, []string{"HASH_KEY"}, "DATA_KEYS"},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			c := configured(t, database, wrong.changes)
			_, operator := app.NewOpsAccess(t.Context(), c)
			for _, err := range []error{start(t, c, zerolog.New(&log), app.Options{}), operator} {
				require.ErrorIs(t, err, fingerprint.ErrMismatch)
				for _, sentence := range wrong.says {
					require.ErrorContains(t, err, sentence)
				}
				require.NotContains(t, err.Error(), wrong.silent)
				for _, b := range []byte{1, 2, 21, 22, 23, 24} {
					requireHidden(t, err.Error()+log.String(), b)
				}
			}
		})
	}
	require.Equal(t, []string{"data:2026", "hash"}, known(t, database), "a refused start changes nothing")
	require.NoError(t, build(t, database, nil))
}

// requireHidden requires that a text contains nothing of a key or its fingerprint.
func requireHidden(t *testing.T, text string, b byte) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(key(b))
	require.NoError(t, err)
	require.NotContains(t, text, key(b)[:4])
	require.NotContains(t, text, hex.EncodeToString(raw[:4]))
	require.NotRegexp(t, `[0-9a-f]{16}|[A-Za-z0-9+/]{30}`, text)
}

// known returns the names of the keys recorded in a database.
func known(t *testing.T, database postgrestest.Database) []string {
	t.Helper()
	names, err := postgres.Column[string]("names", `SELECT name FROM key_fingerprint ORDER BY name COLLATE "C"`).
		Read(t.Context(), postgrestest.Open(t, database.OwnerURL))
	require.NoError(t, err)
	return names
}

// The test goes through the two rounds of docs/operating.md and the removal of the old key. Its id cannot be reused for
// another key.
func TestDataKeyIsReplacedInTwoRounds(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	for _, ring := range []string{
		"2026:" + key(1),
		"2026:" + key(1) + ",2027:" + key(4),
		"2027:" + key(4) + ",2026:" + key(1),
		"2027:" + key(4),
		"2027:" + key(4) + ",2026:" + key(1), // of an old backup
	} {
		require.NoError(t, build(t, database, map[string]string{"DATA_KEYS": ring}), ring)
	}
	require.Equal(t, []string{"data:2026", "data:2027", "hash"}, known(t, database))
	require.ErrorContains(t, build(t, database, map[string]string{"DATA_KEYS": "2027:" + key(4) + ",2026:" + key(5)}), `the key "2026"`)
}

// Neither process finds a key when it looks, and each would insert its own.
func TestOnlyOneOfTwoProcessesWithDifferentKeysStarts(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	owner := postgrestest.Open(t, database.OwnerURL)
	tx, err := owner.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `LOCK TABLE key_fingerprint IN SHARE MODE`)
	require.NoError(t, err)
	var outcomes [2]error
	var starting sync.WaitGroup
	for n, changes := range []map[string]string{
		{"DATA_KEYS": "2026:" + key(1) + ",2027:" + key(4)},
		{"DATA_KEYS": "2026:" + key(21) + ",2028:" + key(22), "HASH_KEY": key(23)},
	} {
		c := configured(t, database, changes)
		starting.Go(func() { outcomes[n] = start(t, c, zerolog.Nop(), app.Options{}) })
	}
	require.Eventually(t, func() bool { return waiting(t, owner) == 2 }, 7*time.Second, 10*time.Millisecond)
	require.NoError(t, tx.Commit(t.Context()))
	starting.Wait()
	refused, names := outcomes[0], []string{"data:2026", "data:2028", "hash"}
	if refused == nil {
		refused, names = outcomes[1], []string{"data:2026", "data:2027", "hash"}
	}
	require.ErrorIs(t, refused, fingerprint.ErrMismatch)
	require.ErrorContains(t, refused, "HASH_KEY")
	require.ErrorContains(t, refused, `the key "2026"`)
	require.Contains(t, outcomes, error(nil), "the other process starts")
	require.Equal(t, names, known(t, database), "the refused process stores no key")
}

// waiting returns the number of connections that wait to write to the table.
func waiting(t *testing.T, owner *pgxpool.Pool) (count int) {
	t.Helper()
	require.NoError(t, owner.QueryRow(t.Context(), `
		SELECT count(*) FROM pg_locks WHERE relation = 'key_fingerprint'::regclass AND NOT granted
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&count))
	return count
}

// A database that is read-only for a while does not keep a process from starting, unless the process would write with
// another key.
func TestKeysAreComparedOnAReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	begin := func(hashKey, readOnly string) error { // without jobs, because a process with jobs writes when it starts
		c := configured(t, database, map[string]string{
			"HASH_KEY": hashKey, "DATABASE_POOLED": "false", "DATABASE_URL": database.DirectURL + "&default_transaction_read_only=" + readOnly,
		})
		return start(t, c, zerolog.Nop(), app.Options{Jobs: "none"})
	}
	require.NoError(t, begin(key(2), "on"))
	require.Empty(t, known(t, database))
	require.NoError(t, begin(key(2), "off"))
	require.NoError(t, begin(key(2), "on"))
	require.ErrorIs(t, begin(key(21), "on"), fingerprint.ErrMismatch)
}

func TestOperatorCommandReportsAnOutdatedSchema(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, 296))
	_, err := app.NewOpsAccess(t.Context(), configured(t, database, nil))
	require.ErrorIs(t, err, postgres.ErrBehind)
}
