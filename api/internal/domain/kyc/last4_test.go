package kyc_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestRestoreLast4SkipsNumbersThatCannotBeDecrypted(t *testing.T) {
	t.Parallel()
	k, tx, ctx := service(t), postgrestest.Tx(t), context.Background()
	ghana := region.Get("gh")
	prove := func(number string) uuid.UUID {
		member := newMember(t, tx)
		form := identityForm(newFile(t, tx, member, "identity"), newFile(t, tx, member, "identity"))
		form.Number = number
		c, err := form.Check(ghana, today)
		require.NoError(t, err)
		require.NoError(t, send(t, tx, func(b *pgx.Batch) { k.QueueIdentity(b, ghana, member, phone, c, true, now) }))
		return member
	}
	lost, known, right := prove("GHA-123456789-0"), prove("GHA-987654321-2"), prove("GHA-987654321-3")
	_, err := tx.Exec(ctx, `UPDATE identity SET id_last4 = '89-0', id_number_enc = CASE member_id WHEN $1 THEN '\x00' ELSE id_number_enc END WHERE member_id <> $2`,
		lost, right)
	require.NoError(t, err)

	changed, err := k.RestoreLast4(ctx, tx, "job:x", now)
	require.ErrorIs(t, err, secret.ErrSealed)
	require.ErrorContains(t, err, lost.String())
	require.Equal(t, 1, changed)
	matches, err := kyc.SecondFact{}.Matches(ctx, tx, known, "3212")
	require.NoError(t, err)
	require.True(t, matches)
}
