package face

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// rewrapPageSize limits how many templates are held in memory.
const rewrapPageSize = 500

// Rewrap re-encrypts the templates that are encrypted with an older key, and returns how many. It can be stopped and run again at
// any time. The data of running checks are not included, because they are deleted within minutes.
func (f *Faces) Rewrap(ctx context.Context, db postgres.DB) (int, error) {
	type template struct {
		ID     uuid.UUID
		Sealed []byte
	}
	const what = "face: rewrap"
	return postgres.Rewrite(ctx, db, what, func(after template) postgres.Query[[]template] {
		return postgres.Rows[template](what, `
			SELECT id, template_enc AS sealed FROM face_enrolment WHERE id > $1 AND template_enc IS NOT NULL ORDER BY id LIMIT $2`, after.ID, rewrapPageSize)
	}, func(b *pgx.Batch, t template) (bool, error) {
		sealed, old, err := f.keyring.Rewrap(t.Sealed, templateOwner(t.ID))
		if err != nil {
			return false, fmt.Errorf("%s: %w", t.ID, err)
		}
		if old {
			b.Queue(`UPDATE face_enrolment SET template_enc = $3 WHERE id = $1 AND template_enc = $2`, t.ID, t.Sealed, sealed)
		}
		return old, nil
	})
}
