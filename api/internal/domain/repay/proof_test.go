package repay_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// refused sends the batch that fill adds statements to and returns the reason of its error.
func refused(t *testing.T, pool *pgxpool.Pool, fill func(b *pgx.Batch)) reason.Reason {
	t.Helper()
	b := &pgx.Batch{}
	fill(b)
	return reason.Of(pool.SendBatch(t.Context(), b).Close())
}

// A loan has at most MaxOpenProofs undecided proofs. Each is decided once, and the decision is final.
func TestProofIsDecidedOnce(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	proof := func(n int) repay.Proof {
		return repay.Proof{
			ID: uuid.New(), OrderID: paid.OrderID, MemberID: paid.MemberID, FileIDs: []uuid.UUID{uuid.New()},
			CreatedAt: today.Add(time.Duration(n) * time.Minute),
		}
	}
	var all []repay.Proof
	for n := range repay.MaxOpenProofs {
		all = append(all, proof(n))
		queue(t, pool, func(b *pgx.Batch) { repay.QueueProof(b, all[n]) })
	}
	last := proof(repay.MaxOpenProofs)
	require.Equal(t, reason.ProofTooMany, refused(t, pool, func(b *pgx.Batch) { repay.QueueProof(b, last) }))

	rejected := all[1]
	rejected.State, rejected.Reason, rejected.DecidedAt = repay.ProofRejected, "another bank's receipt", &today
	queue(t, pool, func(b *pgx.Batch) { repay.QueueDecideProof(b, rejected) })
	again := rejected
	again.State, again.Reason = repay.ProofMatched, ""
	require.Equal(t, reason.ProofHandled, refused(t, pool, func(b *pgx.Batch) { repay.QueueDecideProof(b, again) }))
	kept, err := repay.ProofByID(rejected.ID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, repay.ProofRejected, kept.State)
	require.Equal(t, rejected.Reason, kept.Reason)

	queue(t, pool, func(b *pgx.Batch) { repay.QueueProof(b, last) })
	waiting, err := repay.WaitingProofs(paging.First(99)).Read(t.Context(), pool)
	require.NoError(t, err)
	var ids []uuid.UUID
	for _, p := range waiting.Rows {
		ids = append(ids, p.ID)
	}
	require.Equal(t, []uuid.UUID{all[0].ID, all[2].ID, all[3].ID, all[4].ID, last.ID}, ids, "the oldest first")

	queue(t, pool, func(b *pgx.Batch) { repay.QueueErase(b, paid.MemberID, today) })
	waiting, err = repay.WaitingProofs(paging.First(99)).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Empty(t, waiting.Rows, "proofs of an erased member do not wait")
	kept, err = repay.ProofByID(rejected.ID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, repay.ProofRejected, kept.State)
	require.Empty(t, kept.Reason, "the reason is erased with the member's data")
}
