package repay

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// ProofState is the state of a proof of payment.
type ProofState string

// The states of a proof. No state changes a balance.
const (
	ProofSubmitted ProofState = "submitted"
	ProofMatched   ProofState = "matched"
	ProofRejected  ProofState = "rejected"
)

// MaxOpenProofs is the maximum number of undecided proofs per loan.
const MaxOpenProofs = 5

// Proof is what a borrower submitted to show that they have paid.
type Proof struct {
	ID       uuid.UUID
	OrderID  uuid.UUID
	MemberID uuid.UUID
	FileIDs  []uuid.UUID
	Note     string
	State    ProofState
	// Reason is the operator's explanation of a rejection.
	Reason string
	// PaymentID is the payment that the proof belongs to, once an operator has found it.
	PaymentID *uuid.UUID
	CreatedAt time.Time
	DecidedAt *time.Time
}

const proofColumns = `f.id, f.order_id, f.member_id, f.file_ids, f.note, f.state, f.reason, f.payment_id, f.created_at, f.decided_at`

// QueueProof inserts a proof. The batch fails with reason.ProofTooMany if MaxOpenProofs proofs of the loan are undecided. The
// caller holds the loan's lock.
func QueueProof(b *pgx.Batch, p Proof) {
	b.Queue(`
		INSERT INTO repayment_proof (id, order_id, member_id, file_ids, note, created_at)
		SELECT $1, $2, $3, $4, $5, $6
		WHERE (SELECT count(*) FROM repayment_proof WHERE order_id = $2 AND state = 'submitted') < $7`,
		p.ID, p.OrderID, p.MemberID, p.FileIDs, p.Note, p.CreatedAt, MaxOpenProofs).
		Exec(func(tag pgconn.CommandTag) error {
			if tag.RowsAffected() == 0 {
				return reason.New(reason.ProofTooMany)
			}
			return nil
		})
}

// ProofsOf reads the 50 newest proofs of a loan, newest first.
func ProofsOf(order uuid.UUID) postgres.Query[[]Proof] {
	return proofs(`f.order_id = $1 ORDER BY f.created_at DESC, f.id DESC LIMIT 50`, order)
}

// ProofWaitingSince returns a column with the submission time of the newest undecided proof of an order. order names the order's
// column in the surrounding statement.
func ProofWaitingSince(order string) string {
	return `(SELECT max(f.created_at) FROM repayment_proof f WHERE f.order_id = ` + order + ` AND f.state = 'submitted')`
}

// ProofWaiting reads the submission time of the newest undecided proof of a loan, or nil if there is none.
func ProofWaiting(order uuid.UUID) postgres.Query[*time.Time] {
	return postgres.Value[*time.Time]("repay: proof waiting", `SELECT `+ProofWaitingSince(`$1`), order)
}

// ProofOrder is an order with an undecided proof of payment.
type ProofOrder struct {
	ID      uuid.UUID
	OrderNo string
}

// UndecidedProofs reads the orders for which a member has submitted a proof of payment that no operator has decided about,
// newest first. The decision may find money of theirs.
func UndecidedProofs(member uuid.UUID) postgres.Query[[]ProofOrder] {
	return postgres.Rows[ProofOrder]("repay: undecided proofs", `
		SELECT o.order_id AS id, o.order_no FROM order_reference o
		WHERE o.member_id = $1 AND EXISTS (SELECT FROM repayment_proof f WHERE f.order_id = o.order_id AND f.state = 'submitted')
		ORDER BY o.order_id DESC`, member)
}

// OpenProofs reads which of the loans have an undecided proof that was submitted no earlier than since.
func OpenProofs(orders []uuid.UUID, since time.Time) postgres.Query[map[uuid.UUID]bool] {
	return postgres.Set(postgres.Column[uuid.UUID]("repay: open proofs",
		`SELECT order_id FROM repayment_proof WHERE order_id = ANY($1) AND state = 'submitted' AND created_at >= $2`, orders, since))
}

// WaitingProofs reads a page of the undecided proofs, oldest first.
func WaitingProofs(a paging.Request) postgres.Query[paging.Page[Proof]] {
	return paging.List("repay: proofs", a, paging.Sort{At: "f.created_at", ID: "f.id"}, func(p Proof) paging.Position {
		return paging.Position{At: p.CreatedAt, ID: p.ID}
	}, `SELECT `+proofColumns+` FROM repayment_proof f WHERE f.state = 'submitted'`)
}

func proofs(where string, args ...any) postgres.Query[[]Proof] {
	return postgres.Rows[Proof]("repay: proofs", `SELECT `+proofColumns+` FROM repayment_proof f WHERE `+where, args...)
}

// ProofByID reads a proof, or returns reason.NotFound.
func ProofByID(id uuid.UUID) postgres.Query[Proof] {
	return postgres.OneRow[Proof]("repay: proof", reason.NotFound, `SELECT `+proofColumns+` FROM repayment_proof f WHERE f.id = $1`, id)
}

// QueueDecideProof stores the decision about a proof. The batch fails with reason.ProofHandled if the proof was decided before.
func QueueDecideProof(b *pgx.Batch, p Proof) {
	b.Queue(`
		UPDATE repayment_proof SET state = $2, reason = $3, payment_id = $4, decided_at = $5 WHERE id = $1 AND state = 'submitted'`,
		p.ID, p.State, p.Reason, p.PaymentID, p.DecidedAt).
		Exec(func(tag pgconn.CommandTag) error {
			if tag.RowsAffected() == 0 {
				return reason.New(reason.ProofHandled)
			}
			return nil
		})
}
