package account_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
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
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, nil, nil, account.Config{}).InPages(1)
	_, wish := leaves(t, pool, 1)
	behind, _ := leaves(t, pool, 2)
	postgrestest.Break(t, pool, "account_deletion", wish)
	erased, err := flow.Erase(t.Context())
	require.ErrorContains(t, err, wish.String())
	require.Equal(t, 1, erased)
	require.Equal(t, 1, count(t, pool, `outcome = 'done'`, behind))
}

// A loan that is settled after the certificates were made, and before its borrower's rows are held, gets its own: nothing is
// erased until it has one.
func TestALoanSettledBehindTheCertificatesGetsItsOwn(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	first := flowtest.PayOut(t, pool, flowtest.Loan{})
	second := flowtest.PayOut(t, pool, flowtest.Loan{MemberID: first.MemberID})
	b := &pgx.Batch{}
	member.QueueRequestDeletion(b, first.MemberID, asked, asked.Add(time.Hour))
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	settle := func(order uuid.UUID) {
		b := &pgx.Batch{}
		loan.QueueSettle(b, order, first.Loan.DisbursedOn, asked)
		require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	}
	settle(first.OrderID)
	var made []uuid.UUID
	certify := func(ctx context.Context, order uuid.UUID) error {
		made = append(made, order)
		file := uuid.New()
		if _, err := pool.Exec(ctx, `
			INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at)
			VALUES ($1::uuid, $2, 'document', $1::uuid::text, 'application/pdf', 1, '', $3)`, file, first.MemberID, asked); err != nil {
			return err
		}
		at := asked
		key := loan.DocumentKey{OrderID: order, Kind: loan.DocumentCertificate, Subject: loan.Loan{OrderID: order, SettledAt: &at}.Settlement(), Lang: lang.VI}
		if _, err := loan.SaveDocument(ctx, pool, key, loan.File{ID: file, SHA256: []byte{1}}, asked); err != nil {
			return err
		}
		if order == first.OrderID {
			settle(second.OrderID)
		}
		return nil
	}
	now := clock.Fixed(asked.Add(100 * time.Hour))
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, certify, nil, account.Config{})
	erased, err := flow.Erase(t.Context())
	require.ErrorContains(t, err, "settled while its borrower was being erased")
	require.Zero(t, erased)
	require.Zero(t, count(t, pool, `outcome = 'done'`, first.MemberID))
	erased, err = flow.Erase(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, erased)
	require.Equal(t, []uuid.UUID{first.OrderID, second.OrderID}, made)
}

func TestPapersThatCannotBeErasedKeepNoOthersWaiting(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	now := clock.Fixed(asked.Add(100 * time.Hour))
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, nil, nil, account.Config{}).InPages(1)
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
