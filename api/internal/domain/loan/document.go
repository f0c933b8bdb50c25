package loan

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// DocumentContract is the kind of an accepted contract. For the kinds of repayment documents see DocumentReceipt.
const DocumentContract = "contract"

// Document is a document for the borrower: a contract, a receipt or a certificate.
type Document struct {
	ID        uuid.UUID
	Kind      string
	FileID    uuid.UUID
	Lang      string
	CreatedAt time.Time
	SHA256    []byte
}

// Documents reads the documents of an order, oldest first.
func Documents(order uuid.UUID) postgres.Query[[]Document] {
	read := postgres.Rows[Document]("loan: documents", `SELECT d.id, d.kind, d.file_id, d.lang, d.created_at, d.sha256 FROM loan_document d WHERE d.order_id = $1`, order)
	return postgres.Then(read, func(documents []Document) ([]Document, error) {
		SortDocuments(documents)
		return documents, nil
	})
}

// DocumentRows returns an unsorted column with the documents of an order; use SortDocuments to sort them. order names the order's
// column in the surrounding statement.
func DocumentRows(order string) string {
	return postgres.SelectRowArray[Document]("d", `FROM loan_document d WHERE d.order_id = `+order)
}

// SortDocuments sorts documents by time, oldest first.
func SortDocuments(documents []Document) {
	slices.SortFunc(documents, func(a, b Document) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), bytes.Compare(a.ID[:], b.ID[:]))
	})
}

// SaveContractDocument records the PDF of an accepted contract. It reports false, and records nothing, if there is one already.
func SaveContractDocument(a Acceptance, f File, at time.Time) postgres.Query[bool] {
	return postgres.Changed("loan: contract document", `
		INSERT INTO loan_document (order_id, kind, lang, contract_version, file_id, sha256, accepted_at, device_id, created_at)
		VALUES ($1, 'contract', $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
		a.OrderID, a.Lang, a.Version, f.ID, f.SHA256, a.AcceptedAt, a.DeviceID, at)
}
