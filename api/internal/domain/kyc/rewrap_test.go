package kyc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// rotated returns a service with a new current key. keep also gives it the old key for decryption.
func rotated(t *testing.T, keep bool) *kyc.KYC {
	t.Helper()
	keys := map[string][]byte{"k2": bytes.Repeat([]byte{9}, secret.KeySize)}
	if keep {
		keys["k1"] = bytes.Repeat([]byte{1}, secret.KeySize)
	}
	keyring, err := secret.NewKeyring("k2", keys)
	require.NoError(t, err)
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	return kyc.New(keyring, hasher)
}

func TestRewrapMovesValuesToTheNewKey(t *testing.T) {
	t.Parallel()
	ctx, tx := context.Background(), postgrestest.Tx(t)
	member := newMember(t, tx)
	form := identityForm(newFile(t, tx, member, "identity"), newFile(t, tx, member, "identity"))
	checked, err := form.Check(vietnam, today)
	require.NoError(t, err)
	b := &pgx.Batch{}
	before := service(t)
	before.QueueIdentity(b, vietnam, member, phone, checked, false, now)
	for _, topic := range []kyc.Topic{kyc.Contacts, kyc.Personal} {
		require.NoError(t, before.QueueDraft(b, member, uuid.Nil, topic, json.RawMessage(`{"a":1}`), now))
	}
	require.NoError(t, tx.SendBatch(ctx, b).Close())

	both := rotated(t, true)
	for _, want := range []struct{ identities, drafts int }{{1, 2}, {0, 0}} {
		identities, err := both.RewrapIdentities(ctx, tx)
		require.NoError(t, err)
		drafts, err := both.RewrapDrafts(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, want, struct{ identities, drafts int }{identities, drafts})
	}
	number, err := rotated(t, false).IDNumber(ctx, tx, member, "ops:anna", now)
	require.NoError(t, err)
	require.Equal(t, "001199000123", number)
	_, err = before.IDNumber(ctx, tx, member, "ops:anna", now)
	require.ErrorIs(t, err, secret.ErrSealed)
}

func TestRewrapWithoutTheOldKeyReportsTheMember(t *testing.T) {
	t.Parallel()
	ctx, tx := context.Background(), postgrestest.Tx(t)
	member := newMember(t, tx)
	b := &pgx.Batch{}
	require.NoError(t, service(t).QueueDraft(b, member, uuid.Nil, kyc.Personal, json.RawMessage(`{}`), now))
	require.NoError(t, tx.SendBatch(ctx, b).Close())
	_, err := rotated(t, false).RewrapDrafts(ctx, tx)
	require.ErrorIs(t, err, secret.ErrSealed)
	require.ErrorContains(t, err, member.String())
}
