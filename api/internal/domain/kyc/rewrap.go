package kyc

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// rewrapPageSize limits how many values are held in memory.
const rewrapPageSize = 500

// sealedValue is an encrypted value of one of the package's tables. Topic is empty for an ID number.
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

// A value is replaced only if it has not changed since it was read, so that a borrower's newer submission is kept.
const (
	none             = `'00000000-0000-0000-0000-000000000000'::uuid`
	sealedIdentities = `SELECT member_id AS member, '' AS topic, ` + none + ` AS device, id_number_enc AS sealed FROM identity
		WHERE (member_id, '', ` + none + `) > ($1, $2, $3) ORDER BY member_id LIMIT $4`
	replaceIdentities = `UPDATE identity SET id_number_enc = $5 WHERE (member_id, '', ` + none + `) = ($1, $2, $3) AND id_number_enc = $4`
	sealedDrafts      = `SELECT member_id AS member, topic, device_id AS device, data_enc AS sealed FROM verification_draft
		WHERE (member_id, topic, device_id) > ($1, $2, $3) ORDER BY member_id, topic, device_id LIMIT $4`
	replaceDrafts = `UPDATE verification_draft SET data_enc = $5 WHERE member_id = $1 AND topic = $2 AND device_id = $3 AND data_enc = $4`
)

// RewrapIdentities re-encrypts the ID numbers that are encrypted with an older key, and returns how many. It can be stopped and
// run again at any time.
func (k *KYC) RewrapIdentities(ctx context.Context, db postgres.DB) (int, error) {
	return k.rewrap(ctx, db, sealedIdentities, replaceIdentities)
}

// RewrapDrafts does the same for drafts.
func (k *KYC) RewrapDrafts(ctx context.Context, db postgres.DB) (int, error) {
	return k.rewrap(ctx, db, sealedDrafts, replaceDrafts)
}

func (k *KYC) rewrap(ctx context.Context, db postgres.DB, read, replace string) (int, error) {
	const what = "kyc: rewrap"
	return postgres.Rewrite(ctx, db, what, func(after sealedValue) postgres.Query[[]sealedValue] {
		return postgres.Rows[sealedValue](what, read, after.Member, after.Topic, after.Device, rewrapPageSize)
	}, func(b *pgx.Batch, v sealedValue) (bool, error) {
		sealed, old, err := k.keyring.Rewrap(v.Sealed, v.owner())
		if err != nil {
			return false, fmt.Errorf("%s %s: %w", v.Member, v.Topic, err)
		}
		if old {
			b.Queue(replace, v.Member, v.Topic, v.Device, v.Sealed, sealed)
		}
		return old, nil
	})
}
