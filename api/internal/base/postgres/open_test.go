package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// A password with a character that separates parts of a URL is not parsed correctly, but still appears in no error.
func TestInvalidDatabaseURLErrorOmitsPassword(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://u:a/b?hunter2@127.0.0.1:1/d", "postgres://u:a@b%hunter2@127.0.0.1:1/d", "postgres://u:hunter2%@127.0.0.1:1/d",
		"postgres://u:a/hunter2@127.0.0.1:1/d", "host=127.0.0.1 password='a hunter2 user=u", "host=127.0.0.1 password=a hunter2 user=u",
	} {
		_, err := postgres.Config(url)
		require.ErrorContains(t, err, "DATABASE_URL is not the address of a database", url)
		require.NotContains(t, err.Error(), "hunter2")
		err = postgres.Migrate(t.Context(), url, postgres.Latest)
		require.ErrorContains(t, err, "MIGRATE_DATABASE_URL is not the address of a database", url)
		require.NotContains(t, err.Error(), "hunter2")
	}
	for _, empty := range []string{"", " "} {
		require.ErrorContains(t, postgres.Migrate(t.Context(), empty, postgres.Latest), "MIGRATE_DATABASE_URL is not the address", "not the default database of this machine")
	}
	_, err := postgres.Config("postgres://u:hunter2@127.0.0.1:1/d?sslmode=bogus")
	require.EqualError(t, err, "DATABASE_URL: sslmode is invalid")
}
