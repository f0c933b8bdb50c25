package kyc

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// rewrapAtOnce bounds what is held in memory.
const rewrapAtOnce = 500

// sealedValue is a value in one of the package's tables. The topic is empty for an ID number.
type sealedValue struct {
	Member uuid.UUID
	Topic  Topic
	Device uuid.UUID
	Sealed []byte
}

func (v sealedValue) owner() string {
	if v.Topic == "" {
		return identityOwner(v.Member)
	}
	return draftOwner(v.Member, v.Topic)
}

// Each value is replaced only as it was read: what a borrower submits meanwhile stays.
const (
	none             = `'00000000-0000-0000-0000-000000000000'::uuid`
	sealedIdentities = `SELECT member_id, '', ` + none + `, id_number_enc FROM identity
		WHERE (member_id, '', ` + none + `) > ($1, $2, $3) ORDER BY member_id LIMIT $4`
	replaceIdentities = `UPDATE identity SET id_number_enc = $5 WHERE (member_id, '', ` + none + `) = ($1, $2, $3) AND id_number_enc = $4`
	sealedDrafts      = `SELECT member_id, topic, device_id, data_enc FROM verification_draft
		WHERE (member_id, topic, device_id) > ($1, $2, $3) ORDER BY member_id, topic, device_id LIMIT $4`
	replaceDrafts = `UPDATE verification_draft SET data_enc = $5 WHERE member_id = $1 AND topic = $2 AND device_id = $3 AND data_enc = $4`
)

// RewrapIdentities puts the ID numbers that are sealed under an older key under the current one, and tells how many it
// was. It may be stopped and run again at any point.
func (k *KYC) RewrapIdentities(ctx context.Context, db postgres.DB) (int, error) {
	return k.rewrap(ctx, db, sealedIdentities, replaceIdentities)
}

// RewrapDrafts does the same for what was typed and not submitted.
func (k *KYC) RewrapDrafts(ctx context.Context, db postgres.DB) (int, error) {
	return k.rewrap(ctx, db, sealedDrafts, replaceDrafts)
}

func (k *KYC) rewrap(ctx context.Context, db postgres.DB, read, replace string) (int, error) {
	changed, last := 0, sealedValue{}
	for {
		rows, err := db.Query(ctx, read, last.Member, last.Topic, last.Device, rewrapAtOnce)
		if err != nil {
			return changed, fmt.Errorf("kyc: rewrap: %w", postgres.Reason(err))
		}
		page, err := pgx.CollectRows(rows, pgx.RowToStructByPos[sealedValue])
		if err != nil {
			return changed, fmt.Errorf("kyc: rewrap: %w", postgres.Reason(err))
		}
		if len(page) == 0 {
			return changed, nil
		}
		b := &pgx.Batch{}
		for _, v := range page {
			sealed, old, err := k.keyring.Rewrap(v.Sealed, v.owner())
			if err != nil {
				return changed, fmt.Errorf("kyc: rewrap %s %s: %w", v.Member, v.Topic, err)
			}
			if old {
				b.Queue(replace, v.Member, v.Topic, v.Device, v.Sealed, sealed)
				changed++
			}
		}
		if err := db.SendBatch(ctx, b).Close(); err != nil {
			return changed, fmt.Errorf("kyc: rewrap: %w", postgres.Reason(err))
		}
		last = page[len(page)-1]
	}
}
