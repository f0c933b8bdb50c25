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

// markKey is the object of each bucket that says whose the bucket is. No file has such a name.
const markKey = "deployment"

// ErrForeign says that a bucket is not known to be this deployment's: what has no row here may have one elsewhere.
var ErrForeign = errors.New("it is not this deployment's")

// Deployment asks which deployment a database is of. The id is given with the schema and goes along with a copy of it.
func Deployment() postgres.Query[uuid.UUID] {
	return postgres.Value[uuid.UUID]("media: deployment", `SELECT id FROM deployment`)
}

// buckets are all of this deployment's.
func (s *Store) buckets() []string {
	names := []string{s.prefix + apps}
	for _, kind := range Kinds {
		names = append(names, s.bucket(kind))
	}
	return names
}

// Adopted is a bucket that was not marked as this deployment's.
type Adopted struct {
	Bucket string
	// Was is what the mark said before; empty where there was none.
	Was string
}

// Adopt makes the buckets this deployment's, whosever they are, and tells of which that is new.
func (s *Store) Adopt(ctx context.Context) ([]Adopted, error) {
	var adopted []Adopted
	for _, bucket := range s.buckets() {
		was, err := s.mark(ctx, bucket)
		if minio.ToErrorResponse(err).Code == minio.NoSuchBucket {
			continue // the next start makes it
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

// take makes a bucket this deployment's, and makes it where there is none; ErrForeign where it is another's. One without a
// mark is of a release that set none.
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
	// Another process may have made it in between.
	if code := minio.ToErrorResponse(err).Code; err != nil && code != "BucketAlreadyOwnedByYou" && code != "BucketAlreadyExists" {
		return err
	}
	return s.claimUnmarked(ctx, bucket)
}

// claimUnmarked marks a bucket that had no mark; ErrForeign where another deployment has done so since. A store that knows no
// conditions lets the last of them have it.
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

// owned is ErrForeign unless a bucket is marked as this deployment's. Whoever removes what has no row here asks it first:
// of two that took a bucket at the same time, one finds the other's mark.
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
	return fmt.Errorf("%w: it says %q, the database %q", ErrForeign, mark, s.deployment)
}

// mark reads whose a bucket is; empty where it does not say.
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
