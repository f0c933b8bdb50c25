// Package media takes in pictures and documents, keeps them sealed in the object store, and gives them back to their owner.
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

// Location is an S3 server and the buckets that are ours on it.
type Location struct {
	// Endpoint is a URL; https speaks TLS.
	Endpoint, AccessKey, SecretKey, Region string
	// Prefix stands before the name of each kind's bucket.
	Prefix string
	// Deployment is whose the buckets are; see Deployment.
	Deployment uuid.UUID
	// Watch, when set, stands around the way there.
	Watch func(http.RoundTripper) http.RoundTripper
	// Lost, when set, hears of each file that was to be read and has no bytes.
	Lost func(id uuid.UUID)
}

// Store keeps files: the bytes, sealed, in the object store, and a row for each in file_object. Only plain S3 is used.
type Store struct {
	client *minio.Client
	host   string // and port
	prefix string
	region string
	ring   *secret.Keyring
	lost   func(uuid.UUID)
	away   atomic.Bool // see Follow
	// missed is the way of a look that finds nobody, for who watches; nil where nobody does.
	missed http.RoundTripper
	// deployment is whose the buckets are.
	deployment uuid.UUID
	// pictures bounds what all uploads of this process cost.
	pictures *picture.Decoder
}

// NewStore makes a store; nothing is sent yet.
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
		// Each caller has its own bound; the default of ten tries would use it up for one piece.
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

// Prepare makes the buckets that do not exist yet, and takes those that nobody has marked; ErrForeign where one is another
// deployment's.
func (s *Store) Prepare(ctx context.Context) error {
	for _, bucket := range s.buckets() {
		if err := s.take(ctx, bucket); err != nil {
			return fmt.Errorf("media: bucket %s: %w", bucket, err)
		}
	}
	return nil
}

// Ping asks whether the object store answers.
func (s *Store) Ping(ctx context.Context) error {
	if s.away.Load() {
		return unavailable(ErrUnreachable)
	}
	if _, err := s.client.BucketExists(ctx, s.bucket(Identity)); err != nil {
		return unavailable(err)
	}
	return nil
}

// ReadOwn reads a member's own file that the device may see; any other does not exist. Reading a picture of an identity, a
// face or a passbook leaves an audit row, once an hour. at is business time.
func (s *Store) ReadOwn(ctx context.Context, db postgres.DB, member, device, id uuid.UUID, at time.Time) (File, error) {
	return s.read(ctx, db, &member, &device, id, "member:"+member.String(), at)
}

// Read reads a file for a job or an operator ("job:face", "ops:lan"), with the same audit.
func (s *Store) Read(ctx context.Context, db postgres.DB, id uuid.UUID, actor string, at time.Time) (File, error) {
	return s.read(ctx, db, nil, nil, id, actor, at)
}

// again is the condition that a member has looked at a file of theirs in the hour before.
var again = audit.LoggedLastHour("$4", "$5", "'file.read'", "'member:' || found.member_id", "jsonb_build_object('file', found.id, 'kind', found.kind)")

// read reads a file, for a member on a device only what is visible there.
func (s *Store) read(ctx context.Context, db postgres.DB, member, device *uuid.UUID, id uuid.UUID, actor string, at time.Time) (File, error) {
	// The row and the log of its being read are one statement: no read goes unlogged.
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
		return File{}, fmt.Errorf("media: %s: %w", id, err)
	}
	if got := sha256.Sum256(f.Content); !bytes.Equal(got[:], sum) {
		return File{}, fmt.Errorf("media: %s is not what was put there", id)
	}
	return f, nil
}

// Remove deletes the bytes of a file; one that is gone already is no error.
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

// owner binds the sealed bytes to their row.
func owner(id uuid.UUID) string { return "file_object/" + id.String() }
