package media_test

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"image/jpeg"
	"io"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/media/picture"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

var at = time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)

// phone is the device on which pictures are uploaded.
var phone = uuid.New()

func store(t *testing.T, s3 s3test.Store) *media.Store {
	t.Helper()
	return with(t, s3, "a")
}

func photo(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, image.NewRGBA(image.Rect(0, 0, 64, 64)), nil))
	return b.Bytes()
}

func audits(t *testing.T, db postgres.DB) (n int) {
	t.Helper()
	require.NoError(t, db.QueryRow(t.Context(), `SELECT count(*) FROM audit_log WHERE action = 'file.read'`).Scan(&n))
	return n
}

// objects returns the keys of the files in a kind's bucket.
func objects(t *testing.T, s3 s3test.Store, kind media.Kind) (keys []string) {
	t.Helper()
	for object := range s3.Client.ListObjects(t.Context(), s3.Prefix+string(kind), minio.ListObjectsOptions{}) {
		require.NoError(t, object.Err)
		if object.Key != "deployment" {
			keys = append(keys, object.Key)
		}
	}
	return keys
}

func TestFilesAreEncryptedAndReadableByOwnerOnly(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	s := store(t, s3)
	require.NoError(t, s.Prepare(t.Context()))
	require.NoError(t, s.Prepare(t.Context()), "Prepare must accept existing buckets")
	lan, minh := uuid.New(), uuid.New()

	id, err := s.PutPicture(t.Context(), tx, lan, phone, media.Identity, photo(t), at)
	require.NoError(t, err)
	object, err := s3.Client.GetObject(t.Context(), s3.Prefix+"identity", id.String(), minio.GetObjectOptions{})
	require.NoError(t, err)
	defer object.Close()
	stored, err := io.ReadAll(object)
	require.NoError(t, err)
	require.NotContains(t, string(stored), "JFIF")
	require.False(t, bytes.HasPrefix(stored, []byte{0xff, 0xd8}))

	f, err := s.ReadOwn(t.Context(), tx, lan, phone, id, at)
	require.NoError(t, err)
	require.Equal(t, picture.JPEG, f.Mime)
	_, err = jpeg.Decode(bytes.NewReader(f.Content))
	require.NoError(t, err)
	require.Equal(t, 1, audits(t, tx), "a read of an identity picture is logged")

	_, err = s.ReadOwn(t.Context(), tx, minh, phone, id, at)
	require.Equal(t, reason.FileNotFound, reason.Of(err), "a file of another member must be reported as not found")
	_, err = s.ReadOwn(t.Context(), tx, lan, phone, uuid.New(), at)
	require.Equal(t, reason.FileNotFound, reason.Of(err))
	require.Equal(t, 1, audits(t, tx))

	f, err = s.Read(t.Context(), tx, id, "job:face", at)
	require.NoError(t, err)
	require.Equal(t, lan, f.Member)
	require.Equal(t, 2, audits(t, tx))

	// A member's repeated reads of their own picture are logged at most once per hour; reads by others are always logged.
	for _, after := range []time.Duration{time.Second, 59 * time.Minute, 2 * time.Hour} {
		_, err = s.ReadOwn(t.Context(), tx, lan, phone, id, at.Add(after))
		require.NoError(t, err)
		_, err = s.Read(t.Context(), tx, id, "ops:lan", at.Add(after))
		require.NoError(t, err)
	}
	require.Equal(t, 2+1+3, audits(t, tx))
}

func TestDocumentsAreStoredUnchanged(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	s := store(t, s3)
	require.NoError(t, s.Prepare(t.Context()))
	member := uuid.New()
	doc := []byte("%PDF-1.7 an agreement")
	id, err := s.Put(t.Context(), tx, media.File{Member: member, Kind: media.Document, Mime: "application/pdf", Content: doc}, at)
	require.NoError(t, err)
	f, err := s.ReadOwn(t.Context(), tx, member, phone, id, at)
	require.NoError(t, err)
	require.Equal(t, doc, f.Content)
	require.Zero(t, audits(t, tx))
}

func TestSwappedObjectCannotBeDecrypted(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	s := store(t, s3)
	require.NoError(t, s.Prepare(t.Context()))
	member := uuid.New()
	mine, err := s.PutPicture(t.Context(), tx, member, phone, media.Identity, photo(t), at)
	require.NoError(t, err)
	other, err := s.PutPicture(t.Context(), tx, member, phone, media.Identity, photo(t), at)
	require.NoError(t, err)
	bucket := s3.Prefix + "identity"
	_, err = s3.Client.CopyObject(t.Context(), minio.CopyDestOptions{Bucket: bucket, Object: mine.String()},
		minio.CopySrcOptions{Bucket: bucket, Object: other.String()})
	require.NoError(t, err)
	_, err = s.ReadOwn(t.Context(), tx, member, phone, mine, at)
	require.ErrorIs(t, err, secret.ErrSealed)
}

func TestRejectedFileLeavesNoObject(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	s := store(t, s3)
	require.NoError(t, s.Prepare(t.Context()))
	_, err := s.PutPicture(t.Context(), tx, uuid.New(), phone, media.Identity, []byte("no picture"), at)
	require.Equal(t, reason.FileTypeWrong, reason.Of(err))
	_, err = s.Put(t.Context(), tx, media.File{Member: uuid.New(), Kind: "selfie"}, at)
	require.Equal(t, reason.FileKindWrong, reason.Of(err))

	// An empty document violates a constraint of the table after its object was written: the object is removed again.
	_, err = s.Put(t.Context(), tx, media.File{Member: uuid.New(), Kind: media.Identity, Mime: "application/pdf"}, at)
	require.True(t, postgres.IsViolation(err, "file_object_bytes_check"))
	require.Empty(t, objects(t, s3, media.Identity))
}

// unanswered is a database whose answer to a batch is lost after it was executed, as PgBouncer reports it.
type unanswered struct{ postgres.DB }

func (u unanswered) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	return unansweredBatch{u.DB.SendBatch(ctx, b)}
}

type unansweredBatch struct{ pgx.BatchResults }

func (u unansweredBatch) Close() error {
	return cmp.Or[error](u.BatchResults.Close(), &pgconn.PgError{Severity: "FATAL", Code: "08P01", Message: "server conn crashed?"})
}

func TestFileWhoseRowMayExistKeepsItsObject(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	s := store(t, s3)
	require.NoError(t, s.Prepare(t.Context()))
	_, err := s.PutPicture(t.Context(), unanswered{tx}, uuid.New(), phone, media.Identity, photo(t), at)
	require.Equal(t, reason.SystemBusy, reason.Of(err))
	require.Len(t, objects(t, s3, media.Identity), 1)
}

func TestErasedFilesAreNotFound(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	s := store(t, s3)
	require.NoError(t, s.Prepare(t.Context()))
	member := uuid.New()
	id, err := s.PutPicture(t.Context(), tx, member, phone, media.Face, photo(t), at)
	require.NoError(t, err)
	kept, err := s.PutPicture(t.Context(), tx, member, phone, media.Proof, photo(t), at)
	require.NoError(t, err)

	erased, err := media.Erase(t.Context(), tx, member, at, media.Face, media.Identity)
	require.NoError(t, err)
	require.Equal(t, []media.Erased{{ID: id, Kind: media.Face}}, erased)
	for range 2 {
		require.NoError(t, s.Remove(t.Context(), media.Face, id), "removing a file twice must succeed")
	}
	require.Empty(t, objects(t, s3, media.Face))
	_, err = s.ReadOwn(t.Context(), tx, member, phone, id, at)
	require.Equal(t, reason.FileNotFound, reason.Of(err))
	_, err = s.ReadOwn(t.Context(), tx, member, phone, kept, at)
	require.NoError(t, err)
	erased, err = media.Erase(t.Context(), tx, member, at, media.Face)
	require.NoError(t, err)
	require.Empty(t, erased)
}

func TestUnreachableStoreIsReportedAsUnavailable(t *testing.T) {
	t.Parallel()
	s := store(t, s3test.Store{Endpoint: "127.0.0.1:1", AccessKey: "a", SecretKey: "b", Prefix: "none-"})
	// The picture is decoded before the store is used, which may take a while on a busy machine.
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	_, err := s.PutPicture(ctx, postgrestest.Tx(t), uuid.New(), phone, media.Identity, photo(t), at)
	require.Equal(t, reason.FileStoreAway, reason.Of(err))
	require.Error(t, s.Prepare(ctx))
	_, err = media.NewStore(media.Location{Endpoint: "nowhere"}, nil)
	require.Error(t, err)
}

// A picture may be uploaded while an identity is proved on another device. When it arrives its device is no longer trusted, so
// it is shown on that device only.
func TestPictureFromUntrustedDeviceIsShownThereOnly(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	s := store(t, s3)
	require.NoError(t, s.Prepare(t.Context()))
	member, other := uuid.New(), uuid.New()
	who := pgx.NamedArgs{"member": member, "old": phone, "new": other, "at": at}
	for _, sql := range []string{
		`INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES (@member, 'vi', '0901234567', 'x', 'vi', @at)`,
		`INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES (@old, @member, 'old', NULL, @at, @at), (@new, @member, 'new', @at, @at, @at)`,
		`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) VALUES (@member, @member, 'identity', 'x', 'image/jpeg', 1, '', @at)`,
		`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
			VALUES (@member, 'vi', 'X', 'x', 'x', '1234', '1990-01-01', 0, @member, @member, @at)`,
	} {
		_, err := tx.Exec(t.Context(), sql, who)
		require.NoError(t, err)
	}
	late, err := s.PutPicture(t.Context(), tx, member, phone, media.Complaint, photo(t), at)
	require.NoError(t, err)
	_, err = s.ReadOwn(t.Context(), tx, member, other, late, at)
	require.Equal(t, reason.FileNotFound, reason.Of(err))
	own, err := s.PutPicture(t.Context(), tx, member, other, media.Complaint, photo(t), at)
	require.NoError(t, err)
	_, err = s.ReadOwn(t.Context(), tx, member, phone, own, at)
	require.NoError(t, err, "a picture from the trusted device must be visible on all devices")
}
