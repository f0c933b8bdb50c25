package audit_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
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

// Of a deleted member, the log names no part of the numbers between which an operator moved the account.
func TestNumbersOfDeletedMembersAreErased(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	member := uuid.New()
	_, err := tx.Exec(t.Context(), `INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', $2, 'vi', $3)`, member, member[:], entry().At)
	require.NoError(t, err)
	for _, action := range []string{"member.number_changed", "member.number_given_up"} {
		e := entry()
		e.Subject, e.Action, e.Detail = "member:"+member.String(), action, map[string]any{"from": "091••••678", "to": "093••••321", "number": "ab", "why": "lost"}
		require.NoError(t, audit.Write(t.Context(), tx, e))
	}
	named := func() (n int) {
		t.Helper()
		var batch pgx.Batch
		audit.QueueEraseWords(&batch, member)
		require.NoError(t, tx.SendBatch(t.Context(), &batch).Close())
		require.NoError(t, tx.QueryRow(t.Context(), `
			SELECT count(*) FROM audit_log WHERE subject = $1 AND actor = 'ops:lan' AND detail <> '{}'`, "member:"+member.String()).Scan(&n))
		return n
	}
	require.Equal(t, 2, named(), "nothing is erased of a member who stays")
	_, err = tx.Exec(t.Context(), `UPDATE member SET status = 'deleted', phone = NULL WHERE id = $1`, member)
	require.NoError(t, err)
	require.Zero(t, named())
}
