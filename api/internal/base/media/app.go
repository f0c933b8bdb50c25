package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// apps is the bucket of the native apps. Anyone may download them, so they do not belong to a member and are not encrypted.
const apps = "app"

// App is the native Android app of a product, an APK.
type App struct {
	// Version is set by the operator, "1.2.3"; SHA256 is in hex.
	Version, SHA256 string
	// ETag identifies exactly these bytes; Size is in bytes; At is the upload time by the store's clock.
	ETag string
	Size int64
	At   time.Time
}

// PutApp replaces the app of a product atomically: a download in progress gets the old bytes or an error, never a mixture.
func (s *Store) PutApp(ctx context.Context, product, version string, content io.ReadSeeker) (App, error) {
	client, err := s.reach()
	if err != nil {
		return App{}, err
	}
	sum := sha256.New()
	size, err := io.Copy(sum, content)
	if err != nil {
		return App{}, fmt.Errorf("media: app: %w", err)
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return App{}, fmt.Errorf("media: app: %w", err)
	}
	app := App{Version: version, SHA256: hex.EncodeToString(sum.Sum(nil)), Size: size}
	info, err := client.PutObject(ctx, s.prefix+apps, appKey(product), content, size, minio.PutObjectOptions{
		ContentType:  "application/vnd.android.package-archive",
		UserMetadata: map[string]string{"Version": version, "Sha256": app.SHA256},
	})
	if err != nil {
		return App{}, unavailable(err)
	}
	app.ETag, app.At = info.ETag, info.LastModified
	return app, nil
}

// FindApp returns the app of a product; reason not_found if there is none.
func (s *Store) FindApp(ctx context.Context, product string) (App, error) {
	client, err := s.reach()
	if err != nil {
		return App{}, err
	}
	info, err := client.StatObject(ctx, s.prefix+apps, appKey(product), minio.StatObjectOptions{})
	if err != nil {
		return App{}, appError(err)
	}
	return App{
		Version: info.UserMetadata["Version"], SHA256: info.UserMetadata["Sha256"],
		ETag: info.ETag, Size: info.Size, At: info.LastModified,
	}, nil
}

// OpenApp reads the bytes from first to last, both inclusive, of the version identified by etag; not_found if it has been
// replaced. The caller closes the reader.
func (s *Store) OpenApp(ctx context.Context, product, etag string, first, last int64) (io.ReadCloser, error) {
	var options minio.GetObjectOptions
	if err := options.SetMatchETag(etag); err != nil {
		return nil, fmt.Errorf("media: app: %w", err)
	}
	if err := options.SetRange(first, last); err != nil {
		return nil, fmt.Errorf("media: app: %w", err)
	}
	client, err := s.reach()
	if err != nil {
		return nil, err
	}
	core := minio.Core{Client: client}
	content, _, _, err := core.GetObject(ctx, s.prefix+apps, appKey(product), options)
	if err != nil {
		return nil, appError(err)
	}
	return content, nil
}

func appKey(product string) string { return product + ".apk" }

func appError(err error) error {
	code := minio.ToErrorResponse(err).Code
	if code == minio.NoSuchKey || code == minio.NoSuchBucket || strings.HasPrefix(code, "Precondition") {
		return reason.New(reason.NotFound).Because(err)
	}
	return unavailable(err)
}
