package face_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Checks of a member exclude each other, also on different devices: otherwise the failures of two that end at the same time
// would not both count towards the limit.
func TestChecksOfMemberAreSerialised(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	here, _ := someone(t, pool)
	there := here
	there.DeviceID = uuid.New()
	_, err := pool.Exec(t.Context(), `INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, $3, $4, $4, $4)`,
		there.DeviceID, there.MemberID, there.DeviceID[:], now)
	require.NoError(t, err)
	first, second := open(t, pool, here), open(t, pool, there)
	lock := func(ctx context.Context, tx pgx.Tx, token string) error {
		_, err := faces(t).Lock(token).Read(ctx, tx)
		return err
	}
	opening := func(ctx context.Context, tx pgx.Tx, _ string) error {
		b := &pgx.Batch{}
		face.QueueLockMember(b, here.MemberID)
		return postgres.Send(ctx, tx, b)
	}
	for name, then := range map[string]func(context.Context, pgx.Tx, string) error{"another check": lock, "opening a check": opening} {
		tx, err := pool.Begin(t.Context())
		require.NoError(t, err)
		require.NoError(t, lock(t.Context(), tx, first))
		require.NoError(t, postgrestest.Waits(t, tx, func() error {
			return postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error { return then(ctx, tx, second) })
		}), name)
	}
}
