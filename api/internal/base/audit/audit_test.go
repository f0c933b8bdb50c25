package audit_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func entry() audit.Entry {
	return audit.Entry{
		At: time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC), Actor: "ops:lan", Action: "identity.read", Subject: "member:1",
		Detail: map[string]any{"field": "id_number"},
	}
}

func TestEntriesAreWritten(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	require.NoError(t, audit.Write(t.Context(), tx, entry()))
	var batch pgx.Batch
	plain := entry()
	plain.Detail = nil
	require.NoError(t, audit.Queue(&batch, plain))
	require.NoError(t, tx.SendBatch(t.Context(), &batch).Close())

	var n int
	var field string
	var empty bool
	require.NoError(t, tx.QueryRow(t.Context(), `
		SELECT count(*), max(detail->>'field'), bool_or(detail = '{}') FROM audit_log
		WHERE actor = 'ops:lan' AND action = 'identity.read' AND subject = 'member:1' AND at = $1`, entry().At).Scan(&n, &field, &empty))
	require.Equal(t, 2, n)
	require.Equal(t, "id_number", field)
	require.True(t, empty)
}

func TestAuditLogIsAppendOnly(t *testing.T) {
	t.Parallel()
	for _, change := range []string{`UPDATE audit_log SET actor = 'nobody'`, `DELETE FROM audit_log`} {
		tx := postgrestest.Tx(t)
		require.NoError(t, audit.Write(t.Context(), tx, entry()))
		_, err := tx.Exec(t.Context(), change)
		require.ErrorContains(t, err, "permission denied")
	}
}

func TestDetailThatCannotBeMarshaledIsAnError(t *testing.T) {
	t.Parallel()
	bad := entry()
	bad.Detail = map[string]any{"bad": func() {}}
	require.ErrorContains(t, audit.Write(t.Context(), nil, bad), "identity.read")
	require.Error(t, audit.Queue(&pgx.Batch{}, bad))
}
