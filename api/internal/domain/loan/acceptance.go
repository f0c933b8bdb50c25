package loan

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// The stages of an order at which an agreement is accepted.
const (
	StageApplication = "application"
	StageOffer       = "offer"
)

// Acceptance is the evidence that an agreement was accepted: its exact text, and when and on which device it was accepted.
type Acceptance struct {
	OrderID uuid.UUID
	Stage   string
	Version string
	Lang    lang.Lang
	Body    string
	// SHA256 is the hash of version, language and body.
	SHA256     []byte
	AcceptedAt time.Time
	DeviceID   uuid.UUID
}

// QueueAcceptance stores an acceptance.
func QueueAcceptance(b *pgx.Batch, a Acceptance) {
	b.Queue(`
		INSERT INTO contract_acceptance (order_id, stage, version, lang, body, sha256, accepted_at, device_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		a.OrderID, a.Stage, a.Version, a.Lang, a.Body, a.SHA256, a.AcceptedAt, a.DeviceID)
}

const acceptedOffer = `
	SELECT order_id, stage, version, lang, body, sha256, accepted_at, device_id
	FROM contract_acceptance WHERE order_id = $1 AND stage = 'offer'`

// AcceptedOffer reads the acceptance of a confirmed offer, or returns reason.OrderNotFound if there is none.
func AcceptedOffer(order uuid.UUID) postgres.Query[Acceptance] {
	return postgres.OneRow[Acceptance]("loan: acceptance", reason.OrderNotFound, acceptedOffer, order)
}

// FindAcceptedOffer is AcceptedOffer for an order that may not be confirmed yet. It returns nil in that case.
func FindAcceptedOffer(order uuid.UUID) postgres.Query[*Acceptance] {
	return postgres.Row[Acceptance]("loan: acceptance", acceptedOffer, order)
}
