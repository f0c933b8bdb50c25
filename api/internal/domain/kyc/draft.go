package kyc

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// MaxDraft is the maximum size of a draft, in bytes of JSON.
const MaxDraft = 8 << 10

// Draft is an unsubmitted form.
type Draft struct {
	Data    json.RawMessage
	SavedAt time.Time
}

// QueueDraft stores a form as typed on a device. The whole draft is encrypted, because it may contain an ID number.
func (k *KYC) QueueDraft(b *pgx.Batch, member, device uuid.UUID, topic Topic, data json.RawMessage, now time.Time) error {
	if len(data) > MaxDraft {
		return reason.InvalidField("data", reason.FieldTooLong)
	}
	b.Queue(`
		INSERT INTO verification_draft (member_id, topic, device_id, data_enc, saved_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (member_id, topic, device_id) DO UPDATE SET data_enc = excluded.data_enc, saved_at = excluded.saved_at`,
		member, topic, device, k.keyring.Seal(data, draftOwner(member, topic)), now)
	return nil
}

// QueueDropDraft deletes the drafts of a form that the device may see, because it was submitted or cleared.
func QueueDropDraft(b *pgx.Batch, member, device uuid.UUID, topic Topic) {
	b.Queue(`DELETE FROM verification_draft WHERE member_id = $1 AND topic = $3 AND `+ondevice.VisibleTyped, member, device, topic)
}

// draft reads the newest draft that the device may see, or nil.
func (k *KYC) draft(member, device uuid.UUID, topic Topic) postgres.Query[*Draft] {
	type sealedDraft struct {
		DataEnc []byte
		SavedAt time.Time
	}
	newest := postgres.Row[sealedDraft]("kyc: draft "+string(topic), `
		SELECT data_enc, saved_at FROM verification_draft WHERE member_id = $1 AND topic = $3 AND `+ondevice.VisibleTyped+` ORDER BY saved_at DESC LIMIT 1`,
		member, device, topic)
	return postgres.Then(newest, func(found *sealedDraft) (*Draft, error) {
		if found == nil {
			return nil, nil
		}
		plain, err := k.keyring.Open(found.DataEnc, draftOwner(member, topic))
		return &Draft{Data: plain, SavedAt: found.SavedAt}, err
	})
}
