package ops_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// held runs a command that waits for a row which a colleague has locked, and returns its error after the colleague has
// committed. says is a fragment of the statement at which it waits.
func (d *desk) held(t *testing.T, colleague, says string, arg uuid.UUID, line ...string) error {
	t.Helper()
	tx, err := d.Pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), colleague, arg)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() {
		_, err := d.try(t, line...)
		done <- err
	}()
	require.Eventually(t, func() bool {
		var waits bool
		const waiting = `
			SELECT EXISTS (SELECT FROM pg_stat_activity
				WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%')`
		return d.Pool.QueryRow(t.Context(), waiting, says).Scan(&waits) == nil && waits
	}, 30*time.Second, 5*time.Millisecond)
	require.NoError(t, tx.Commit(t.Context()))
	return <-done
}
