package loan

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Kinds of repayment documents.
const (
	DocumentReceipt     = "receipt"
	DocumentCertificate = "settlement_certificate"
)

// DocumentKey identifies a receipt or a certificate. There is at most one per subject and language.
type DocumentKey struct {
	OrderID uuid.UUID
	Kind    string
	// Subject is the payment of a receipt or the settlement of a certificate.
	Subject uuid.UUID
	Lang    lang.Lang
}

// Settlement returns an id for the current settlement of a loan, or uuid.Nil if it is not settled. A loan that was reopened and
// settled again has a new id; the certificate of the first settlement remains.
func (l Loan) Settlement() uuid.UUID {
	if l.SettledAt == nil {
		return uuid.Nil
	}
	return uuid.NewSHA1(l.OrderID, []byte(l.SettledAt.UTC().Format(time.RFC3339Nano)))
}

// SettledLoan is a settled loan with the ids of its settlements that have a certificate in any language.
type SettledLoan struct {
	OrderID   uuid.UUID
	SettledAt *time.Time
	Certified []uuid.UUID
}

// SettledOf reads the loans that a member has repaid.
func SettledOf(member uuid.UUID) postgres.Query[[]SettledLoan] {
	return postgres.Rows[SettledLoan]("loan: settled", `
		SELECT l.order_id, l.settled_at, ARRAY(SELECT d.subject_id FROM loan_document d
			WHERE d.order_id = l.order_id AND d.kind = 'settlement_certificate' AND d.subject_id IS NOT NULL) AS certified
		FROM loan l WHERE l.member_id = $1 AND l.settled_at IS NOT NULL AND l.returned_on IS NULL ORDER BY l.order_id`, member)
}

// Uncertified returns the orders whose current settlement has no certificate.
func Uncertified(settled []SettledLoan) (orders []uuid.UUID) {
	for _, s := range settled {
		if !slices.Contains(s.Certified, Loan{OrderID: s.OrderID, SettledAt: s.SettledAt}.Settlement()) {
			orders = append(orders, s.OrderID)
		}
	}
	return orders
}

// File identifies the stored file of a document.
type File struct {
	ID     uuid.UUID
	SHA256 []byte
}

// FindDocument finds the file of a document, or nil if it has not been made.
func FindDocument(p DocumentKey) postgres.Query[*File] {
	return postgres.Row[File]("loan: document", `
		SELECT file_id AS id, sha256 FROM loan_document WHERE order_id = $1 AND kind = $2 AND subject_id = $3 AND lang = $4`,
		p.OrderID, p.Kind, p.Subject, p.Lang)
}

// SaveDocument records a document. It reports false, and writes nothing, if it was recorded before.
func SaveDocument(p DocumentKey, f File, at time.Time) postgres.Query[bool] {
	return postgres.Changed("loan: document", `
		INSERT INTO loan_document (order_id, kind, subject_id, lang, file_id, sha256, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
		p.OrderID, p.Kind, p.Subject, p.Lang, f.ID, f.SHA256, at)
}
