package kyc_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Two concurrent first submissions leave the contacts of the later one, with no error for either.
func TestConcurrentContactsReplaceEachOther(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	member := newMember(t, pool)
	submit := func(db postgres.DB) error {
		b := &pgx.Batch{}
		kyc.QueueContacts(b, member, uuid.New(), contacts(), now)
		return postgres.Send(t.Context(), db, b)
	}
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	require.NoError(t, submit(tx))
	require.NoError(t, postgrestest.Behind(t, tx, func() error { return submit(pool) }))
	var stored int
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM contact WHERE member_id = $1`, member).Scan(&stored))
	require.Len(t, contacts(), stored)
}

// A draft that is saved while the others are encrypted again is kept.
func TestRewrapKeepsANewerDraft(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	member, device := newMember(t, pool), uuid.New()
	save := func(db postgres.DB, typed string) {
		b := &pgx.Batch{}
		require.NoError(t, service(t).QueueDraft(b, member, device, kyc.Personal, []byte(typed), now))
		require.NoError(t, postgres.Send(t.Context(), db, b))
	}
	save(pool, `{"nickname":"Lan"}`)
	tx := postgrestest.Begin(t, pool)
	save(tx, `{"nickname":"Lan Anh"}`)
	require.NoError(t, postgrestest.Waits(t, tx, func() error {
		_, err := rotated(t, true).RewrapDrafts(t.Context(), pool)
		return err
	}))
	d, err := service(t).Detail(member, device, kyc.Personal, now).Read(t.Context(), pool)
	require.NoError(t, err)
	require.JSONEq(t, `{"nickname":"Lan Anh"}`, string(d.Draft.Data))
}
