package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// markKey is the object in each bucket that contains the id of the deployment that owns it. No file has this name.
const markKey = "deployment"

// ErrForeign is returned if a bucket is not known to be this deployment's: objects without a row here may have one in another
// database.
var ErrForeign = errors.New("it belongs to another deployment")

// Deployment reads the id of the database's deployment. It is created with the schema and is copied with the database.
func Deployment() postgres.Query[uuid.UUID] {
	return postgres.Value[uuid.UUID]("media: deployment", `SELECT id FROM deployment`)
}

// buckets returns the names of all buckets of this deployment.
func (s *Store) buckets() []string {
	names := []string{s.prefix + apps}
	for _, kind := range Kinds {
		names = append(names, s.bucket(kind))
	}
	return names
}

// Adopted is a bucket that had no marker of this deployment.
type Adopted struct {
	Bucket string
	// Was is the previous content of the mark; empty if there was none.
	Was string
}

// Adopt marks all buckets as this deployment's, whichever deployment owned them, and returns those whose mark changed.
func (s *Store) Adopt(ctx context.Context) ([]Adopted, error) {
	var adopted []Adopted
	for _, bucket := range s.buckets() {
		was, err := s.mark(ctx, bucket)
		if minio.ToErrorResponse(err).Code == minio.NoSuchBucket {
			continue // the next start creates it
		}
		if err != nil {
			return adopted, fmt.Errorf("media: bucket %s: %w", bucket, err)
		}
		if was == s.deployment.String() {
			continue
		}
		if err := s.claim(ctx, bucket, minio.PutObjectOptions{}); err != nil {
			return adopted, fmt.Errorf("media: bucket %s: %w", bucket, err)
		}
		adopted = append(adopted, Adopted{Bucket: bucket, Was: was})
	}
	return adopted, nil
}

// take marks a bucket as this deployment's and creates it if necessary; ErrForeign if it belongs to another deployment. A
// bucket without a mark was created by a release that set none.
func (s *Store) take(ctx context.Context, bucket string) error {
	was, err := s.mark(ctx, bucket)
	if err == nil && was == "" {
		return s.claimUnmarked(ctx, bucket)
	}
	if err == nil {
		return s.same(was)
	}
	if minio.ToErrorResponse(err).Code != minio.NoSuchBucket {
		return err
	}
	err = s.client.MakeBucket(ctx, bucket, minio.MakeBucketOptions{Region: s.region})
	// Another process may have created it in between.
	if code := minio.ToErrorResponse(err).Code; err != nil && code != "BucketAlreadyOwnedByYou" && code != "BucketAlreadyExists" {
		return err
	}
	return s.claimUnmarked(ctx, bucket)
}

// claimUnmarked marks a bucket that had no mark; ErrForeign if another deployment has marked it in the meantime. On a store
// that does not support conditional writes, the last writer wins.
func (s *Store) claimUnmarked(ctx context.Context, bucket string) error {
	var unmarked minio.PutObjectOptions
	unmarked.SetMatchETagExcept("*")
	err := s.claim(ctx, bucket, unmarked)
	if code := minio.ToErrorResponse(err).Code; code != minio.PreconditionFailed {
		return err
	}
	was, err := s.mark(ctx, bucket)
	if err != nil {
		return err
	}
	return s.same(was)
}

// owned returns ErrForeign unless a bucket is marked as this deployment's. Code that removes objects without a row calls it
// first: if two deployments claimed a bucket at the same time, one of them finds the other's mark.
func (s *Store) owned(ctx context.Context, bucket string) error {
	if _, err := s.reach(); err != nil {
		return err
	}
	was, err := s.mark(ctx, bucket)
	if err != nil {
		return unavailable(err)
	}
	if err := s.same(was); err != nil {
		return fmt.Errorf("media: bucket %s: %w", bucket, err)
	}
	return nil
}

func (s *Store) same(mark string) error {
	if mark == s.deployment.String() {
		return nil
	}
	return fmt.Errorf("%w: its mark is %q, the database has %q", ErrForeign, mark, s.deployment)
}

// mark reads the id in a bucket's mark; empty if there is no mark.
func (s *Store) mark(ctx context.Context, bucket string) (string, error) {
	object, err := s.client.GetObject(ctx, bucket, markKey, minio.GetObjectOptions{})
	if err != nil {
		return "", err
	}
	defer object.Close()
	text, err := io.ReadAll(object)
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return "", nil
	}
	return string(text), err
}

func (s *Store) claim(ctx context.Context, bucket string, how minio.PutObjectOptions) error {
	id := s.deployment.String()
	how.ContentType = "text/plain"
	_, err := s.client.PutObject(ctx, bucket, markKey, strings.NewReader(id), int64(len(id)), how)
	return err
}
