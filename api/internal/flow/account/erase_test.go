package account_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var asked = time.Date(2026, 11, 2, 4, 0, 0, 0, time.UTC)

// leaves has a new member ask to leave, due after some hours, and returns the wish.
func leaves(t *testing.T, pool *pgxpool.Pool, hours int) (who, wish uuid.UUID) {
	t.Helper()
	who = flowtest.Member(t, pool)
	b := &pgx.Batch{}
	member.QueueRequestDeletion(b, who, asked, asked.Add(time.Duration(hours)*time.Hour))
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT id FROM account_deletion WHERE member_id = $1`, who).Scan(&wish))
	return who, wish
}

func count(t *testing.T, pool *pgxpool.Pool, where string, who uuid.UUID) (n int) {
	t.Helper()
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM account_deletion WHERE `+where+` AND member_id = $1`, who).Scan(&n))
	return n
}

// The oldest comes first in every look: who cannot be erased would keep everybody behind waiting for ever.
func TestOneWhoCannotBeErasedKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	now := clock.Fixed(asked.Add(100 * time.Hour))
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, nil, account.Config{}).InPages(1)
	_, wish := leaves(t, pool, 1)
	behind, _ := leaves(t, pool, 2)
	postgrestest.Break(t, pool, "account_deletion", wish)
	erased, err := flow.Erase(t.Context())
	require.ErrorContains(t, err, wish.String())
	require.Equal(t, 1, erased)
	require.Equal(t, 1, count(t, pool, `outcome = 'done'`, behind))
}

func TestPapersThatCannotBeErasedKeepNoOthersWaiting(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	now := clock.Fixed(asked.Add(100 * time.Hour))
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, nil, account.Config{}).InPages(1)
	_, wish := leaves(t, pool, 1)
	behind, _ := leaves(t, pool, 2)
	erased, err := flow.Erase(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, erased)
	_, err = postgrestest.Owner(t, pool).Exec(t.Context(), `UPDATE account_deletion SET papers_until = due_at`)
	require.NoError(t, err)
	postgrestest.Break(t, pool, "account_deletion", wish)
	_, err = flow.Erase(t.Context())
	require.ErrorContains(t, err, wish.String())
	require.Equal(t, 1, count(t, pool, `papers_erased_at IS NOT NULL`, behind))
}
