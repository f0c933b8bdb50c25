package carriercheck_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A session that is begun while an identity is being proved on the same device waits for that, and counts on all devices of the
// borrower.
func TestSessionWaitsForConcurrentIdentity(t *testing.T) {
	t.Parallel()
	pool, now := postgrestest.New(t), time.Now()
	who := borrower.Borrower{ID: flowtest.Member(t, pool), Region: region.Get("vi"), Phone: "0901234567"}
	who.DeviceID, who.SessionID = flowtest.LogIn(t, pool, who.ID)
	tx := postgrestest.Begin(t, pool)
	b := &pgx.Batch{}
	member.QueueLock(b, who.ID)
	front, back := uuid.New(), uuid.New()
	for _, id := range []uuid.UUID{front, back} {
		b.Queue(`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) VALUES ($1::uuid, $2, 'identity', $1::text, 'image/jpeg', 1, '\x00', $3)`, id, who.ID, now)
	}
	b.Queue(`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
		VALUES ($1, 'vi', 'Lan', '\x00', $2, '0129', '1999-05-20', 0, $3, $4, $5)`, who.ID, who.ID[:], front, back, now)
	carriers.QueueClaim(b, who.ID, who.DeviceID)
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.NoError(t, postgrestest.Behind(t, tx, func() error {
		_, err := carriercheck.New(pool, clock.Fixed(now), &unlimitedGuesses{}).Begin(t.Context(), flowtest.WithNewKey(who, "mall/detail"), carriercheck.Start{
			Channel: "viettel", Kind: carriers.Verify, Way: "password", Password: "matkhau7391",
		})
		return err
	}))
	found, err := carriers.Newest(who.ID, uuid.New(), "viettel").Read(t.Context(), pool)
	require.NoError(t, err)
	require.NotNil(t, found)
}
