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
	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/media/picture"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// removeTimeout bounds the removal of an object whose row could not be written, also when the request has ended.
const removeTimeout = 10 * time.Second

// File is a file to store.
type File struct {
	Member uuid.UUID
	// Device is the device on which a picture was uploaded; nil for a document of ours.
	Device *uuid.UUID
	Kind   Kind
	// Mime is the content type with which the file is served.
	Mime    string
	Content []byte
}

// Stored is a file whose encrypted bytes are in the object store but which has no row yet. If it is never recorded, the sweep
// (SweepPage) removes it.
type Stored struct {
	// ID is opaque and never changes.
	ID uuid.UUID
	// SHA256 is the hash of the content before encryption.
	SHA256 []byte

	member uuid.UUID
	device *uuid.UUID
	kind   Kind
	mime   string
	bytes  int
	key    string
}

// PutPicture is Put for an uploaded picture: it is decoded and re-encoded first (picture.Decoder).
func (s *Store) PutPicture(ctx context.Context, db postgres.DB, member, device uuid.UUID, kind Kind, raw []byte, at time.Time) (uuid.UUID, error) {
	content, err := s.pictures.Upright(ctx, member.String(), raw, picture.MaxSide)
	if err != nil {
		return uuid.UUID{}, err
	}
	return s.Put(ctx, db, File{Member: member, Device: &device, Kind: kind, Mime: picture.JPEG, Content: content}, at)
}

// Put is Store followed by QueueRecord, for a file that is not part of a larger transaction. at is business time.
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

// Store encrypts a file and uploads its bytes; QueueRecord then inserts its row. It returns an error while a transaction is
// open: the bytes are stored first, and the row afterwards in whatever transaction needs it.
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

// QueueRecord inserts the row for stored bytes. at is business time. ondevice.Value determines whether the picture belongs to
// the device or to the member.
func (s Stored) QueueRecord(b *pgx.Batch, at time.Time) {
	b.Queue(`
		INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, key_id, created_at, device_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, `+ondevice.Value(`$2`, `$10`)+`)`,
		s.ID, s.member, s.kind, s.ID.String(), s.mime, s.bytes, s.SHA256, s.key, at, s.device)
}

// Discard removes the bytes of a file that is known to have no row.
func (s *Store) Discard(ctx context.Context, f Stored) error {
	late, cancel := detached.WithTimeout(ctx, removeTimeout)
	defer cancel()
	return s.Remove(late, f.kind, f.ID)
}

// discardRefused removes the bytes if the database rejected their row. If the connection was lost, the row may exist or not;
// then the bytes are kept and the sweep decides.
func (s *Store) discardRefused(ctx context.Context, f Stored, err error) error {
	if !postgres.Refused(err) {
		return nil
	}
	return s.Discard(ctx, f)
}
