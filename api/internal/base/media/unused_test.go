package media_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// handIn names two uploaded pictures as an identity does.
func handIn(ctx context.Context, db postgres.DB, member, front, back uuid.UUID) error {
	b := &pgx.Batch{}
	media.QueueRequireOwner(b, member, phone, media.Identity, "frontFileId", front)
	media.QueueRequireOwner(b, member, phone, media.Identity, "backFileId", back)
	b.Queue(`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
		VALUES ($1, 'vi', 'Lan', '\x00', $2, '0999', '1995-05-05', 0, $3, $4, $5)`, member, member[:], front, back, at)
	return db.SendBatch(ctx, b).Close()
}

// lan is a member with two pictures of an identity.
func lan(t *testing.T, db postgres.DB) (member, front, back uuid.UUID) {
	t.Helper()
	member, front, back = uuid.New(), uuid.New(), uuid.New()
	_, err := db.Exec(t.Context(), `INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', $2, 'vi', $3)`, member, member[:], at)
	require.NoError(t, err)
	for _, id := range []uuid.UUID{front, back} {
		_, err := db.Exec(t.Context(), `
			INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at, device_id)
			VALUES ($1, $2, 'identity', $3, 'image/jpeg', 1, '', $4, $5)`, id, member, id.String(), at, phone)
		require.NoError(t, err)
	}
	return member, front, back
}

// Of a look at what nobody handed in and of who hands it in just then, whichever is first: what is named has its bytes.
func TestAPictureThatIsHandedInMeanwhileStays(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	before := at.Add(time.Hour)
	look := func() (looked int, erased []media.Erased) {
		t.Helper()
		require.NoError(t, postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) (err error) {
			looked, erased, err = media.EraseUnused(ctx, tx, before, before, 10)
			return err
		}))
		return looked, erased
	}
	member, front, back := lan(t, pool)
	require.NoError(t, postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := handIn(ctx, tx, member, front, back); err != nil {
			return err
		}
		looked, erased := look()
		require.Zero(t, looked)
		require.Empty(t, erased)
		return nil
	}))
	looked, erased := look()
	require.Equal(t, 2, looked)
	require.Empty(t, erased)
	looked, _ = look()
	require.Zero(t, looked, "it is not looked at again")

	member, front, back = lan(t, pool)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	_, erased, err = media.EraseUnused(t.Context(), tx, before, before, 10)
	require.NoError(t, err)
	require.Len(t, erased, 2)
	done := make(chan error, 1)
	go func() { done <- handIn(t.Context(), pool, member, front, back) }()
	require.Eventually(t, func() bool { return postgrestest.Blocks(t, tx) || len(done) > 0 }, 30*time.Second, 5*time.Millisecond)
	require.NoError(t, tx.Commit(t.Context()))
	require.Equal(t, map[string]reason.Reason{"frontFileId": reason.FileNotFound}, reason.From(<-done).Fields)
}
