// Package media accepts pictures and documents, stores them encrypted in the object store, and returns them to their owner.
package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/media/picture"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Location is an S3 server and our buckets on it.
type Location struct {
	// Endpoint is a URL; https uses TLS.
	Endpoint, AccessKey, SecretKey, Region string
	// Prefix is prepended to the name of each kind's bucket.
	Prefix string
	// Deployment is the id of the deployment that owns the buckets; see Deployment.
	Deployment uuid.UUID
	// Watch, if set, wraps the transport to the store.
	Watch func(http.RoundTripper) http.RoundTripper
	// Lost, if set, is called for each file that is read but whose bytes are missing or damaged.
	Lost func(id uuid.UUID)
}

// Store stores files: the encrypted bytes in the object store, and a row for each in file_object. It uses only plain S3.
type Store struct {
	client *minio.Client
	host   string // host:port
	prefix string
	region string
	ring   *secret.Keyring
	lost   func(uuid.UUID)
	away   atomic.Bool // see Follow
	// missed is the transport that reports failed connection attempts to the watcher; nil if there is none.
	missed http.RoundTripper
	// deployment is the id of the deployment that owns the buckets.
	deployment uuid.UUID
	// pictures limits the resources that all uploads of this process use.
	pictures *picture.Decoder
}

// NewStore returns a Store; it sends no request yet.
func NewStore(at Location, ring *secret.Keyring) (*Store, error) {
	endpoint, err := url.Parse(at.Endpoint)
	if err != nil || endpoint.Host == "" {
		return nil, errors.New("media: S3_ENDPOINT is not a URL")
	}
	way, err := transport(endpoint.Scheme == "https")
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	var missed http.RoundTripper
	if at.Watch != nil {
		way, missed = at.Watch(way), at.Watch(nobody{})
	}
	client, err := minio.New(endpoint.Host, &minio.Options{
		Creds:     credentials.NewStaticV4(at.AccessKey, at.SecretKey, ""),
		Secure:    endpoint.Scheme == "https",
		Region:    at.Region,
		Transport: way,
		// Each caller has its own deadline; the default of ten tries would use it up for one request.
		MaxRetries: tries,
	})
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	return &Store{
		client: client, host: hostPort(endpoint), prefix: at.Prefix, region: at.Region, ring: ring, lost: at.Lost, pictures: picture.NewDecoder(),
		deployment: at.Deployment, missed: missed,
	}, nil
}

// Prepare creates missing buckets and marks unmarked ones; ErrForeign if a bucket belongs to another deployment.
func (s *Store) Prepare(ctx context.Context) error {
	for _, bucket := range s.buckets() {
		if err := s.take(ctx, bucket); err != nil {
			return fmt.Errorf("media: bucket %s: %w", bucket, err)
		}
	}
	return nil
}

// Ping checks whether the object store responds.
func (s *Store) Ping(ctx context.Context) error {
	if s.away.Load() {
		return unavailable(ErrUnreachable)
	}
	if _, err := s.client.BucketExists(ctx, s.bucket(Identity)); err != nil {
		return unavailable(err)
	}
	return nil
}

// ReadOwn reads a member's own file that the device may see; any other file is reported as not found. Reading an identity, face
// or passbook picture writes an audit row, at most one per hour. at is business time.
func (s *Store) ReadOwn(ctx context.Context, db postgres.DB, member, device, id uuid.UUID, at time.Time) (File, error) {
	return s.read(ctx, db, &member, &device, id, "member:"+member.String(), at)
}

// Read reads a file for a job or an operator ("job:face", "ops:lan") and also writes the audit row.
func (s *Store) Read(ctx context.Context, db postgres.DB, id uuid.UUID, actor string, at time.Time) (File, error) {
	return s.read(ctx, db, nil, nil, id, actor, at)
}

// again is the SQL condition that the member has read the same file within the last hour.
var again = audit.LoggedLastHour("$4", "$5", "'file.read'", "'member:' || found.member_id", "jsonb_build_object('file', found.id, 'kind', found.kind)")

// read reads a file; for a member on a device, only if it is visible there.
func (s *Store) read(ctx context.Context, db postgres.DB, member, device *uuid.UUID, id uuid.UUID, actor string, at time.Time) (File, error) {
	// The row is read and its audit row is written in one statement, so no read is unlogged.
	find := `
		WITH found AS (
			SELECT id, member_id, kind, mime, sha256 FROM file_object
			WHERE id = $3 AND erased_at IS NULL AND ($1::uuid IS NULL OR ` + visible + `)
		), logged AS (
			INSERT INTO audit_log (at, actor, action, subject, detail)
			SELECT $4, $5, 'file.read', 'member:' || member_id, jsonb_build_object('file', id, 'kind', kind)
			FROM found WHERE kind = ANY ($6::text[]) AND NOT ($1::uuid IS NOT NULL AND ` + again + `)
		)
		SELECT member_id, kind, mime, sha256 FROM found`
	var f File
	var sum []byte
	err := db.QueryRow(ctx, find, member, device, id, at, actor, auditedKinds).Scan(&f.Member, &f.Kind, &f.Mime, &sum)
	if errors.Is(err, pgx.ErrNoRows) {
		return File{}, reason.New(reason.FileNotFound)
	}
	if err != nil {
		return File{}, fmt.Errorf("media: read: %w", postgres.Reason(err))
	}
	client, err := s.reach()
	if err != nil {
		return File{}, err
	}
	object, err := client.GetObject(ctx, s.bucket(f.Kind), id.String(), minio.GetObjectOptions{})
	if err != nil {
		return File{}, unavailable(err)
	}
	defer object.Close()
	sealed, err := io.ReadAll(object)
	if err != nil {
		return File{}, s.unread(ctx, db, id, err)
	}
	if f.Content, err = s.ring.Open(sealed, owner(id)); err != nil {
		return File{}, s.unopened(ctx, db, id, err)
	}
	if got := sha256.Sum256(f.Content); !bytes.Equal(got[:], sum) {
		return File{}, s.gone(ctx, db, id, errDamaged)
	}
	return f, nil
}

// Remove deletes the bytes of a file; it is not an error if they do not exist.
func (s *Store) Remove(ctx context.Context, kind Kind, id uuid.UUID) error {
	client, err := s.reach()
	if err != nil {
		return err
	}
	if err := client.RemoveObject(ctx, s.bucket(kind), id.String(), minio.RemoveObjectOptions{}); err != nil {
		return unavailable(err)
	}
	return nil
}

func (s *Store) bucket(kind Kind) string { return s.prefix + string(kind) }

// owner returns the name that binds the encrypted bytes to their row.
func owner(id uuid.UUID) string { return "file_object/" + id.String() }
