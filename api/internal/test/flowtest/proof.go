package flowtest

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// SendProof has a member send a proof of payment of a loan at an instant of business time.
func SendProof(t *testing.T, pool *pgxpool.Pool, member, order uuid.UUID, at time.Time) repay.Proof {
	t.Helper()
	p := repay.Proof{ID: uuid.New(), OrderID: order, MemberID: member, FileIDs: []uuid.UUID{uuid.New()}, State: repay.ProofSubmitted, CreatedAt: at}
	b := &pgx.Batch{}
	repay.QueueProof(b, p)
	require.NoError(t, postgres.Send(t.Context(), pool, b))
	return p
}

// RejectProof has an operator find no money for a proof at an instant of business time.
func RejectProof(t *testing.T, pool *pgxpool.Pool, p repay.Proof, at time.Time) {
	t.Helper()
	p.State, p.Reason, p.DecidedAt = repay.ProofRejected, "another bank's receipt", &at
	b := &pgx.Batch{}
	repay.QueueDecideProof(b, p)
	require.NoError(t, postgres.Send(t.Context(), pool, b))
}
