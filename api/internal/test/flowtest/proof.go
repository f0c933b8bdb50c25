package flowtest

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// SendProof sends a member's proof of payment for a loan at an instant of business time.
func SendProof(t T, pool *pgxpool.Pool, member, order uuid.UUID, at time.Time) repay.Proof {
	p := repay.Proof{ID: uuid.New(), OrderID: order, MemberID: member, FileIDs: []uuid.UUID{uuid.New()}, State: repay.ProofSubmitted, CreatedAt: at}
	b := &pgx.Batch{}
	repay.QueueProof(b, p)
	commit(t, pool, b)
	return p
}

// RejectProof makes an operator reject a proof at an instant of business time, because no payment was found.
func RejectProof(t T, pool *pgxpool.Pool, p repay.Proof, at time.Time) {
	p.State, p.Reason, p.DecidedAt = repay.ProofRejected, "another bank's receipt", &at
	b := &pgx.Batch{}
	repay.QueueDecideProof(b, p)
	commit(t, pool, b)
}
