package bankcard

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Addition is a validated card to be stored.
type Addition struct {
	ID     uuid.UUID
	Member uuid.UUID
	Device uuid.UUID
	Region string
	Holder string
	Form   Form
	// Status is Active, or Inactive for a card that needs a review.
	Status  int
	Default bool
	Now     time.Time
}

// QueueAdd stores a card whose holder name the bank has confirmed. An account that is already stored, for any member, is
// CardTaken. The passbook picture must be the member's own file.
func (c *Cards) QueueAdd(b *pgx.Batch, a Addition) {
	if a.Form.Passbook != nil {
		media.QueueRequireOwner(b, a.Member, a.Device, media.Passbook, "passbookFileId", *a.Form.Passbook)
	}
	b.Queue(`
		INSERT INTO bank_card (id, member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4,
			account_type, passbook_file_id, status, is_default, name_checked_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
		a.ID, a.Member, a.Region, a.Form.BankCode, a.Holder, c.keyring.Seal([]byte(a.Form.Number), sealOwner(a.ID)),
		c.hasher.Hash("account_number", a.Region, a.Form.BankCode, a.Form.Number), secret.Last4(a.Form.Number),
		a.Form.Type, a.Form.Passbook, a.Status, a.Default, a.Now)
}

// QueueDefault makes a card the member's default. It takes two statements, because the unique index is checked per row.
func QueueDefault(b *pgx.Batch, member, card uuid.UUID) {
	b.Queue(`UPDATE bank_card SET is_default = false WHERE member_id = $1 AND is_default AND id <> $2`, member, card)
	b.Queue(`UPDATE bank_card SET is_default = true WHERE member_id = $1 AND id = $2 AND status = 1`, member, card)
}

// QueueClose closes a card for good and ends its open review.
func QueueClose(b *pgx.Batch, card uuid.UUID, now time.Time) {
	b.Queue(`UPDATE bank_card SET status = 2, is_default = false, closed_at = $2 WHERE id = $1 AND status <> 2`, card, now)
	b.Queue(`
		UPDATE bank_card_review SET state = 'rejected', reason = 'withdrawn', decided_at = $2, decided_by = 'member'
		WHERE card_id = $1 AND state = 'pending'`, card, now)
}
