package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/media/picture"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// removeTimeout is for taking back an object whose row could not be written, also when the request is over.
const removeTimeout = 10 * time.Second

// File is a file to be kept.
type File struct {
	Member uuid.UUID
	// Device is what a picture was uploaded on; nil for a document of ours.
	Device *uuid.UUID
	Kind   Kind
	// Mime is what it will be served as.
	Mime    string
	Content []byte
}

// Stored is a file whose sealed bytes lie in the object store while no row names it yet. What is never recorded is
// removed by the sweep (SweepPage).
type Stored struct {
	// ID is opaque, and the file's for good.
	ID uuid.UUID
	// SHA256 is of the content as it was before sealing.
	SHA256 []byte

	member uuid.UUID
	device *uuid.UUID
	kind   Kind
	mime   string
	bytes  int
	key    string
}

// PutPicture is Put for a picture that somebody uploaded: it is opened and written anew first (picture.Decoder).
func (s *Store) PutPicture(ctx context.Context, db postgres.DB, member, device uuid.UUID, kind Kind, raw []byte, at time.Time) (uuid.UUID, error) {
	content, err := s.pictures.Upright(ctx, member.String(), raw, picture.MaxSide)
	if err != nil {
		return uuid.UUID{}, err
	}
	return s.Put(ctx, db, File{Member: member, Device: &device, Kind: kind, Mime: picture.JPEG, Content: content}, at)
}

// Put is Store and QueueRecord in one, for a file that stands by itself. at is business time.
func (s *Store) Put(ctx context.Context, db postgres.DB, f File, at time.Time) (uuid.UUID, error) {
	stored, err := s.Store(ctx, f)
	if err != nil {
		return uuid.UUID{}, err
	}
	b := &pgx.Batch{}
	stored.QueueRecord(b, at)
	if err := postgres.Send(ctx, db, b); err != nil {
		return uuid.UUID{}, errors.Join(err, s.discardRefused(ctx, stored, err))
	}
	return stored.ID, nil
}

// Store seals a file and puts its bytes into the object store; QueueRecord makes it a file. It is refused while a transaction
// is open: the bytes come first, and the row after them, in whatever transaction needs it.
func (s *Store) Store(ctx context.Context, f File) (Stored, error) {
	if !f.Kind.Valid() {
		return Stored{}, reason.New(reason.FileKindWrong)
	}
	client, err := s.reach()
	if err != nil {
		return Stored{}, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Stored{}, fmt.Errorf("media: id: %w", err)
	}
	sealed := s.ring.Seal(f.Content, owner(id))
	options := minio.PutObjectOptions{ContentType: "application/octet-stream"}
	if _, err := client.PutObject(ctx, s.bucket(f.Kind), id.String(), bytes.NewReader(sealed), int64(len(sealed)), options); err != nil {
		return Stored{}, unavailable(err)
	}
	sum := sha256.Sum256(f.Content)
	return Stored{
		ID: id, SHA256: sum[:], member: f.Member, device: f.Device, kind: f.Kind, mime: f.Mime, bytes: len(f.Content), key: s.ring.Current(),
	}, nil
}

// QueueRecord writes the row that makes stored bytes a file. at is business time. Whose a picture is when it has arrived, the
// device's or the member's, ondevice.Value says.
func (s Stored) QueueRecord(b *pgx.Batch, at time.Time) {
	b.Queue(`
		INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, key_id, created_at, device_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, `+ondevice.Value(`$2`, `$10`)+`)`,
		s.ID, s.member, s.kind, s.ID.String(), s.mime, s.bytes, s.SHA256, s.key, at, s.device)
}

// Discard removes bytes that are known to have got no row.
func (s *Store) Discard(ctx context.Context, f Stored) error {
	late, cancel := detached.WithTimeout(ctx, removeTimeout)
	defer cancel()
	return s.Remove(late, f.kind, f.ID)
}

// discardRefused removes the bytes of a row that the database has refused. Whether the row stands after a broken line
// nobody knows, so then the bytes stay, and the sweep decides.
func (s *Store) discardRefused(ctx context.Context, f Stored, err error) error {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return nil
	}
	return s.Discard(ctx, f)
}
