package kyc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region/idnumber"
)

// last4PageSize limits how many numbers are held in memory.
const last4PageSize = 500

// A row is updated only if it has not changed since it was read, so that a borrower's newer submission is kept.
const (
	separatedLast4 = `SELECT member_id AS member, id_number_enc AS sealed FROM identity
		WHERE id_last4 LIKE '%-%' AND member_id > $1 ORDER BY member_id LIMIT $2`
	replaceLast4 = `UPDATE identity SET id_last4 = $3 WHERE member_id = $1 AND id_number_enc = $2`
)

// RestoreLast4 recomputes the last four characters where an earlier release counted a dash among them, which no borrower would
// enter. It returns the number of rows changed. Each decrypted number gets an audit log entry for actor. A number that cannot be
// decrypted is skipped and reported in the returned error.
func (k *KYC) RestoreLast4(ctx context.Context, db postgres.DB, actor string, now time.Time) (int, error) {
	const what = "kyc: restore last4"
	type row struct {
		Member uuid.UUID
		Sealed []byte
	}
	var closed []error
	changed, err := postgres.Rewrite(ctx, db, what, func(after row) postgres.Query[[]row] {
		return postgres.Rows[row](what, separatedLast4, after.Member, last4PageSize)
	}, func(b *pgx.Batch, r row) (bool, error) {
		number, err := k.keyring.Open(r.Sealed, identityOwner(r.Member))
		if err != nil {
			closed = append(closed, fmt.Errorf("%s %s: %w", what, r.Member, err))
			return false, nil
		}
		b.Queue(replaceLast4, r.Member, r.Sealed, idnumber.Last4(string(number)))
		return true, audit.Queue(b, audit.Entry{At: now, Actor: actor, Action: "identity.read", Subject: "member:" + r.Member.String()})
	})
	return changed, errors.Join(append(closed, err)...)
}
