package loan

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// DocumentContract is the kind of the accepted contract; receipts and certificates are the repayment's.
const DocumentContract = "contract"

// Document is a paper that the borrower holds.
type Document struct {
	Kind      string
	FileID    uuid.UUID
	Lang      string
	CreatedAt time.Time
	SHA256    []byte
}

// Documents reads the papers of an order, oldest first.
func Documents(order uuid.UUID) postgres.Query[[]Document] {
	return postgres.Rows[Document]("loan: documents",
		`SELECT kind, file_id, lang, created_at, sha256 FROM loan_document WHERE order_id = $1 ORDER BY created_at, id`, order)
}

// QueueContractDocument keeps the PDF of an accepted contract; a second one of the same language is left out.
func QueueContractDocument(b *pgx.Batch, a Acceptance, file uuid.UUID, sum []byte, at time.Time) {
	b.Queue(`
		INSERT INTO loan_document (order_id, kind, lang, contract_version, file_id, sha256, accepted_at, device_id, created_at)
		VALUES ($1, 'contract', $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
		a.OrderID, a.Lang, a.Version, file, sum, a.AcceptedAt, a.DeviceID, at)
}
