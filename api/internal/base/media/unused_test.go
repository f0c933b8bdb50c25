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

// handIn references two uploaded pictures as an identity does.
func handIn(ctx context.Context, db postgres.DB, member, front, back uuid.UUID) error {
	b := &pgx.Batch{}
	media.QueueRequireOwner(b, member, phone, media.Identity, "frontFileId", front)
	media.QueueRequireOwner(b, member, phone, media.Identity, "backFileId", back)
	b.Queue(`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
		VALUES ($1, 'vi', 'Lan', '\x00', $2, '0999', '1995-05-05', 0, $3, $4, $5)`, member, member[:], front, back, at)
	return db.SendBatch(ctx, b).Close()
}

// lan creates a member with two pictures of an identity.
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

// If a check for unused pictures and a submission run at the same time, in either order, referenced pictures keep their bytes.
func TestPictureSubmittedDuringEraseIsKept(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	before := at.Add(time.Hour)
	eraseUnused := func() (checked int, erased []media.Erased) {
		t.Helper()
		require.NoError(t, postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) (err error) {
			checked, erased, err = media.EraseUnused(ctx, tx, before, before, 10)
			return err
		}))
		return checked, erased
	}
	member, front, back := lan(t, pool)
	require.NoError(t, postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := handIn(ctx, tx, member, front, back); err != nil {
			return err
		}
		checked, erased := eraseUnused()
		require.Zero(t, checked)
		require.Empty(t, erased)
		return nil
	}))
	checked, erased := eraseUnused()
	require.Equal(t, 2, checked)
	require.Empty(t, erased)
	checked, _ = eraseUnused()
	require.Zero(t, checked, "a checked picture must not be checked again")

	member, front, back = lan(t, pool)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	_, erased, err = media.EraseUnused(t.Context(), tx, before, before, 10)
	require.NoError(t, err)
	require.Len(t, erased, 2)
	err = postgrestest.Behind(t, tx, func() error { return handIn(t.Context(), pool, member, front, back) })
	require.Equal(t, map[string]reason.Reason{"frontFileId": reason.FileNotFound}, reason.From(err).Fields)
}

// A picture that is replaced while it is being checked is checked again.
func TestPictureReplacedDuringCheckIsCheckedAgain(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	before := at.Add(time.Hour)
	member, front, back := lan(t, pool)
	require.NoError(t, postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error { return handIn(ctx, tx, member, front, back) }))
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	checked, _, err := media.EraseUnused(t.Context(), tx, before, before, 10)
	require.NoError(t, err)
	require.Equal(t, 2, checked)
	require.NoError(t, postgrestest.Behind(t, tx, func() error {
		b := &pgx.Batch{}
		media.QueueLookAgain(b, member, media.Identity, back)
		return pool.SendBatch(t.Context(), b).Close()
	}))
	var used []uuid.UUID
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT array_agg(id) FROM file_object WHERE member_id = $1 AND in_use`, member).Scan(&used))
	require.Equal(t, []uuid.UUID{back}, used)
}

// The picture of a ticket that is sent from another device while an identity is proved is kept for whoever answers the ticket.
func TestPictureOfTicketBeingSentIsKept(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	member, picture, _ := lan(t, pool)
	_, err := pool.Exec(t.Context(), `UPDATE file_object SET kind = 'complaint' WHERE id = $1`, picture)
	require.NoError(t, err)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	b := &pgx.Batch{}
	media.QueueRequireOwner(b, member, phone, media.Complaint, "fileIds.0", picture)
	ticket := uuid.New()
	b.Queue(`INSERT INTO support_ticket (id, ticket_no, member_id, kind, state, due_on, created_at, device_id) VALUES ($1, 'T1', $2, 'complaint', 'open', '2026-04-01', $3, $4)`, ticket, member, at, phone)
	b.Queue(`
		WITH m AS (INSERT INTO support_message (ticket_id, author, body, created_at) VALUES ($1, 'borrower', 'Nợ', $2) RETURNING id)
		INSERT INTO support_message_file (message_id, file_id, position) SELECT id, $3, 1 FROM m`, ticket, at, picture)
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	require.NoError(t, postgrestest.Behind(t, tx, func() error {
		_, err := media.StartAfresh(member, uuid.New(), at).Read(t.Context(), pool)
		return err
	}))
	var kept bool
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT erased_at IS NULL FROM file_object WHERE id = $1`, picture).Scan(&kept))
	require.True(t, kept)
}

// While a picture is being submitted, a proof of identity on its device may make it visible on all devices. It is still
// accepted as the member's own.
func TestPictureClaimedDuringSubmissionIsAccepted(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	member, front, back := lan(t, pool)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	require.NoError(t, handIn(t.Context(), tx, member, front, back))
	b := &pgx.Batch{}
	media.QueueClaim(b, member, phone)
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	require.NoError(t, postgrestest.Behind(t, tx, func() error {
		b := &pgx.Batch{}
		media.QueueRequireOwner(b, member, phone, media.Identity, "fileIds.0", front)
		return pool.SendBatch(t.Context(), b).Close()
	}))
}
