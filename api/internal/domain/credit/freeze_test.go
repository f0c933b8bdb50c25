package credit_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The 1-day freeze after a cancellation does not shorten the 7-day freeze after a rejection.
func TestShorterFreezeDoesNotReplaceALongerOne(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	product, now := uuid.New(), time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	member := insertMember(t, tx, now)
	until := func(days ...int) time.Time {
		b := &pgx.Batch{}
		for _, n := range days {
			credit.QueueFreeze(b, member, product, now.AddDate(0, 0, n), "rejected")
		}
		frozen := credit.Frozen(member, now).Queue(b)
		require.NoError(t, tx.SendBatch(t.Context(), b).Close())
		return frozen.Get()[product].UTC()
	}
	require.Equal(t, now.AddDate(0, 0, 7), until(7, 1))
	require.Equal(t, now.AddDate(0, 0, 9), until(9))
}

func insertMember(t *testing.T, tx pgx.Tx, now time.Time) uuid.UUID {
	t.Helper()
	id := uuid.New()
	_, err := tx.Exec(t.Context(), `INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0901234567', $2, 'vi', $3)`, id, id[:], now)
	require.NoError(t, err)
	return id
}
