package credit_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A member's limit, score, freezes and history are their own, and a change leaves those of others unchanged.
func TestProfileIsTheMembersOwn(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	now := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	profile := func(limit int64) credit.Profile {
		return credit.Profile{MemberID: flowtest.Member(t, pool), Currency: money.VND, Limit: limit, Score: int(limit / 100_000)}
	}
	own, other, none := profile(5_000_000), profile(9_000_000), profile(1_000_000)
	do := func(fill func(b *pgx.Batch)) {
		b := &pgx.Batch{}
		fill(b)
		require.NoError(t, postgres.Send(t.Context(), pool, b))
	}
	product, second := flowtest.PayOut(t, pool, flowtest.Loan{Product: uuid.New()}), flowtest.PayOut(t, pool, flowtest.Loan{Product: uuid.New()})
	products := [2]uuid.UUID{}
	for i, p := range []flowtest.Paid{product, second} {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT product_id FROM loan_order WHERE id = $1`, p.OrderID).Scan(&products[i]))
	}
	for _, p := range []credit.Profile{other, own, other} {
		do(func(b *pgx.Batch) { credit.Lock(p, now).Queue(b) })
	}
	read := func(first credit.Profile, at time.Time) credit.Record {
		// What is stored counts, not what a first application would begin with.
		unread := first
		unread.Limit, unread.Score = 1, 1
		r, err := credit.RecordOf(unread, at).Read(t.Context(), pool)
		require.NoError(t, err)
		p, err := credit.Of(unread).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Equal(t, r.Profile, p)
		frozen, err := credit.Frozen(first.MemberID, at).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Len(t, frozen, len(r.Frozen))
		freezes, err := credit.Freezes(first.MemberID, at).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Len(t, freezes, len(r.Frozen))
		return r
	}
	require.Equal(t, own, read(own, now).Profile)
	require.Equal(t, other, read(other, now).Profile)
	require.Equal(t, int64(1), read(none, now).Limit)

	hour := now.Add(time.Hour)
	do(func(b *pgx.Batch) {
		credit.QueueFreeze(b, other.MemberID, products[0], hour, "cancelled")
		credit.QueueFreeze(b, other.MemberID, products[1], hour, "cancelled")
		credit.QueueFreeze(b, own.MemberID, products[0], hour, "cancelled")
	})
	require.Len(t, read(own, now).Frozen, 1)
	require.Len(t, read(own, hour.Add(-time.Microsecond)).Frozen, 1)
	require.Empty(t, read(own, hour).Frozen, "the freeze is over")
	do(func(b *pgx.Batch) {
		credit.QueueFreeze(b, own.MemberID, products[0], hour.Add(-time.Minute), "rejected")
	})
	require.True(t, hour.Equal(read(own, now).Frozen[products[0]]), "a freeze is not shortened")
	do(func(b *pgx.Batch) {
		credit.QueueFreeze(b, own.MemberID, products[0], hour.Add(time.Minute), "rejected")
	})
	require.Len(t, read(own, hour).Frozen, 1)
	for _, want := range []bool{true, false} {
		ended, err := credit.EndFreeze(own.MemberID, products[0], now).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Equal(t, want, ended)
	}
	require.Empty(t, read(own, now).Frozen)
	require.Len(t, read(other, now).Frozen, 2)

	events := func(p credit.Profile) (kinds []string) {
		all, err := credit.History(p.MemberID).Read(t.Context(), pool)
		require.NoError(t, err)
		for _, e := range all {
			kinds = append(kinds, e.Kind)
		}
		return kinds
	}
	changed := own
	changed.Limit, changed.Score = 6_000_000, 60
	do(func(b *pgx.Batch) { credit.QueueChange(b, changed, credit.KindOperator, nil, now) })
	require.Equal(t, changed, read(own, now).Profile)
	require.Equal(t, other, read(other, now).Profile)
	require.Equal(t, []string{credit.KindOpened, credit.KindOperator}, events(own))
	require.Equal(t, []string{credit.KindOpened}, events(other))
}
