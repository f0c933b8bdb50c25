package loan

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// The documents of the repayment.
const (
	DocumentReceipt     = "receipt"
	DocumentCertificate = "settlement_certificate"
)

// DocumentKey names a receipt or a certificate: one exists for each subject and language.
type DocumentKey struct {
	OrderID uuid.UUID
	Kind    string
	// Subject is the payment of a receipt, or the settlement of a certificate.
	Subject uuid.UUID
	Lang    lang.Lang
}

// Settlement names one settlement of a loan: a loan that was opened again and settled again has two, and the
// certificate of the first stays.
func (l Loan) Settlement() uuid.UUID {
	if l.SettledAt == nil {
		return uuid.Nil
	}
	return uuid.NewSHA1(l.OrderID, []byte(l.SettledAt.UTC().Format(time.RFC3339Nano)))
}

// SettledLoan is a settlement of a loan with the settlements of that loan that have a certificate, in whatever language.
type SettledLoan struct {
	OrderID   uuid.UUID
	SettledAt *time.Time
	Certified []uuid.UUID
}

// SettledOf reads the loans that a member has paid back.
func SettledOf(member uuid.UUID) postgres.Query[[]SettledLoan] {
	return postgres.Rows[SettledLoan]("loan: settled", `
		SELECT l.order_id, l.settled_at, ARRAY(SELECT d.subject_id FROM loan_document d
			WHERE d.order_id = l.order_id AND d.kind = 'settlement_certificate' AND d.subject_id IS NOT NULL) AS certified
		FROM loan l WHERE l.member_id = $1 AND l.settled_at IS NOT NULL AND l.returned_on IS NULL ORDER BY l.order_id`, member)
}

// Uncertified are the orders whose settlement has no certificate.
func Uncertified(settled []SettledLoan) (orders []uuid.UUID) {
	for _, s := range settled {
		if !slices.Contains(s.Certified, Loan{OrderID: s.OrderID, SettledAt: s.SettledAt}.Settlement()) {
			orders = append(orders, s.OrderID)
		}
	}
	return orders
}

// File is where a document is kept.
type File struct {
	ID     uuid.UUID
	SHA256 []byte
}

// FindDocument finds the file of a document; nil when it has not been made.
func FindDocument(p DocumentKey) postgres.Query[*File] {
	return postgres.Row[File]("loan: document", `
		SELECT file_id AS id, sha256 FROM loan_document WHERE order_id = $1 AND kind = $2 AND subject_id = $3 AND lang = $4`,
		p.OrderID, p.Kind, p.Subject, p.Lang)
}

// SaveDocument writes down a document that has been made. It reports false, and writes nothing, when somebody was faster.
func SaveDocument(p DocumentKey, f File, at time.Time) postgres.Query[bool] {
	return postgres.Changed("loan: document", `
		INSERT INTO loan_document (order_id, kind, subject_id, lang, file_id, sha256, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
		p.OrderID, p.Kind, p.Subject, p.Lang, f.ID, f.SHA256, at)
}
