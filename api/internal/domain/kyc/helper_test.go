package kyc_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

var (
	vietnam = region.Get("vi")
	now     = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)
	today   = money.MustDate("2026-11-21")
)

func service(t testing.TB) *kyc.KYC {
	t.Helper()
	keyring, err := secret.NewKeyring("k1", map[string][]byte{"k1": bytes.Repeat([]byte{1}, secret.KeySize)})
	require.NoError(t, err)
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	return kyc.New(keyring, hasher)
}

// newMember inserts a member with plain SQL, because the table belongs to another package.
func newMember(t testing.TB, db postgres.DB) uuid.UUID {
	t.Helper()
	id := uuid.New()
	_, err := db.Exec(context.Background(), `INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', $2, $3, 'vi', $4)`,
		id, "0912345678", id[:], now)
	require.NoError(t, err)
	return id
}

// phone is the device that uploads the files.
var phone = uuid.New()

func newFile(t testing.TB, db postgres.DB, member uuid.UUID, kind string) uuid.UUID {
	t.Helper()
	id := uuid.New()
	_, err := db.Exec(context.Background(), `INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at, device_id) VALUES ($1, $2, $3, $4, 'image/jpeg', 1, '\x00', $5, $6)`,
		id, member, kind, id.String(), now, phone)
	require.NoError(t, err)
	return id
}

func identityForm(front, back uuid.UUID) kyc.IdentityForm {
	return kyc.IdentityForm{
		Name: "Nguyễn Thị Lan", Number: "001199000123", Birthday: money.MustDate("1999-05-20"), Gender: 0, FrontFile: front, BackFile: back,
	}
}

func checked(t testing.TB, f kyc.IdentityForm) kyc.IdentityChecked {
	t.Helper()
	c, err := f.Check(vietnam, today)
	require.NoError(t, err)
	return c
}

// send runs a batch in a savepoint, so that the test's transaction can go on after an error.
func send(t testing.TB, tx pgx.Tx, fill func(b *pgx.Batch)) error {
	t.Helper()
	return postgres.InTx(context.Background(), tx, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		fill(b)
		return tx.SendBatch(ctx, b).Close()
	})
}

func fieldsOf(t testing.TB, err error) map[string]reason.Reason {
	t.Helper()
	require.Equal(t, reason.InvalidParameter, reason.Of(err), "%v", err)
	return reason.From(err).Fields
}
