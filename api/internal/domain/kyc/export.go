package kyc

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
)

// QueueExport reads this package's part of a member's data export, decrypted, with the full ID number and the drafts. The caller
// has verified the member's identity and logs the export.
func (k *KYC) QueueExport(b *pgx.Batch, member, device uuid.UUID) []*dataexport.Section {
	sections := make([]*dataexport.Section, 0, len(submittedSQL)+1)
	for _, topic := range Topics {
		if sql, here := submittedSQL[topic]; here {
			sections = append(sections, dataexport.Queue(b, string(topic), sql, member, device))
		}
	}
	k.queueOwnNumber(b, member, sections[0])
	return append(sections, k.queueOwnDrafts(b, member, device))
}

// queueOwnNumber replaces the masked ID number by the full one.
func (k *KYC) queueOwnNumber(b *pgx.Batch, member uuid.UUID, identity *dataexport.Section) {
	b.Queue(`SELECT id_number_enc FROM identity WHERE member_id = $1`, member).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var sealed []byte
			if err := rows.Scan(&sealed); err != nil {
				return err
			}
			number, err := k.keyring.Open(sealed, identityOwner(member))
			if err != nil {
				return fmt.Errorf("kyc: identity: %w", err)
			}
			for _, record := range identity.Records {
				record["idNumber"] = string(number)
			}
		}
		return rows.Err()
	})
}

func (k *KYC) queueOwnDrafts(b *pgx.Batch, member, device uuid.UUID) *dataexport.Section {
	drafts := &dataexport.Section{Name: "drafts", Records: []map[string]any{}}
	b.Queue(`SELECT topic, data_enc, to_jsonb(saved_at) FROM verification_draft WHERE member_id = $1 AND `+ondevice.VisibleTyped+` ORDER BY saved_at`, member, device).
		Query(func(rows pgx.Rows) error {
			for rows.Next() {
				var topic Topic
				var sealed []byte
				var savedAt string
				if err := rows.Scan(&topic, &sealed, &savedAt); err != nil {
					return err
				}
				plain, err := k.keyring.Open(sealed, draftOwner(member, topic))
				if err != nil {
					return fmt.Errorf("kyc: draft %s: %w", topic, err)
				}
				typed := map[string]any{}
				if err := json.Unmarshal(plain, &typed); err != nil {
					return fmt.Errorf("kyc: draft %s: %w", topic, err)
				}
				drafts.Records = append(drafts.Records, map[string]any{"topic": topic, "typed": typed, "savedAt": savedAt})
			}
			return rows.Err()
		})
	return drafts
}
