package bankcard_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestRewrapMovesAccountNumbersToTheNewKey(t *testing.T) {
	t.Parallel()
	ctx, tx := context.Background(), postgrestest.Tx(t)
	add := addition(newMember(t, tx), "0071000967858")
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { service(t).QueueAdd(b, add) }))
	rotated := func(keys map[string][]byte) *bankcard.Cards {
		keys["k2"] = bytes.Repeat([]byte{9}, secret.KeySize)
		keyring, err := secret.NewKeyring("k2", keys)
		require.NoError(t, err)
		hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
		require.NoError(t, err)
		return bankcard.New(keyring, hasher)
	}
	both := rotated(map[string][]byte{"k1": bytes.Repeat([]byte{1}, secret.KeySize)})
	for _, want := range []int{1, 0} {
		n, err := both.Rewrap(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	only := rotated(map[string][]byte{})
	account, err := only.Account(ctx, tx, add.ID, "ops:anna", now)
	require.NoError(t, err)
	require.Equal(t, "0071000967858", account.Number)
	_, err = service(t).Rewrap(ctx, tx)
	require.ErrorIs(t, err, secret.ErrSealed, "the required key is missing")
}
