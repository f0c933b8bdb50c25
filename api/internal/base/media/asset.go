package media

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
)

// Beside the native apps lie the files of the builds of the pages, and a mark for each build.
const (
	assetFolder = "assets/"
	buildFolder = "builds/"
)

// Build is a build of the pages whose files are kept.
type Build struct {
	Version string
	// Files are the names of its files; nil where the mark does not say.
	Files []string
	// Used is when a process last said that it serves this build, by the store's clock.
	Used time.Time
}

// KeepBuild keeps the files of a build, by names that carry the hash of their content, and marks it as used now. What is
// there already is not sent again. service_unavailable when the store is away; then it may be called again.
func (s *Store) KeepBuild(ctx context.Context, version string, files map[string][]byte) error {
	there, err := s.Assets(ctx)
	if err != nil {
		return err
	}
	for name, content := range files {
		if _, known := there[name]; known {
			continue
		}
		if err := s.putAsset(ctx, assetFolder+name, content); err != nil {
			return err
		}
	}
	mark, err := json.Marshal(slices.Sorted(maps.Keys(files)))
	if err != nil {
		return err
	}
	return s.putAsset(ctx, buildFolder+version, mark)
}

func (s *Store) putAsset(ctx context.Context, key string, content []byte) error {
	client, err := s.reach()
	if err != nil {
		return err
	}
	_, err = client.PutObject(ctx, s.prefix+apps, key, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{})
	if err != nil {
		return unavailable(err)
	}
	return nil
}

// Builds lists the builds that are kept, the one used last first.
func (s *Store) Builds(ctx context.Context) ([]Build, error) {
	marks, err := s.list(ctx, buildFolder)
	if err != nil {
		return nil, err
	}
	var builds []Build
	for version, used := range marks {
		raw, err := s.object(ctx, buildFolder+version)
		if err != nil {
			return nil, err
		}
		b := Build{Version: version, Used: used}
		if json.Unmarshal(raw, &b.Files) != nil {
			b.Files = nil
		}
		builds = append(builds, b)
	}
	slices.SortFunc(builds, func(a, b Build) int { return b.Used.Compare(a.Used) })
	return builds, nil
}

// Assets lists the files of all builds with the time at which each was put there, by the store's clock.
func (s *Store) Assets(ctx context.Context) (map[string]time.Time, error) {
	return s.list(ctx, assetFolder)
}

// Asset reads a file of any build that was kept; reason not_found when there is none.
func (s *Store) Asset(ctx context.Context, name string) ([]byte, error) {
	return s.object(ctx, assetFolder+name)
}

// RemoveAssets deletes files of builds; one that is gone already is no error. ErrForeign where the bucket is another
// deployment's, as with RemoveBuilds.
func (s *Store) RemoveAssets(ctx context.Context, names ...string) error {
	return s.removeKeys(ctx, assetFolder, names)
}

// RemoveBuilds deletes the marks of builds, not their files.
func (s *Store) RemoveBuilds(ctx context.Context, versions ...string) error {
	return s.removeKeys(ctx, buildFolder, versions)
}

func (s *Store) removeKeys(ctx context.Context, folder string, names []string) error {
	client, err := s.reach()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return nil
	}
	if err := s.owned(ctx, s.prefix+apps); err != nil {
		return err
	}
	for _, name := range names {
		if err := client.RemoveObject(ctx, s.prefix+apps, folder+name, minio.RemoveObjectOptions{}); err != nil {
			return unavailable(err)
		}
	}
	return nil
}

// list is what lies in a folder, by the names inside it, with the times of their last change.
func (s *Store) list(ctx context.Context, folder string) (map[string]time.Time, error) {
	client, err := s.reach()
	if err != nil {
		return nil, err
	}
	// What the listing holds ends with ctx, also where it is not read to its end.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found := map[string]time.Time{}
	for object := range client.ListObjectsIter(ctx, s.prefix+apps, minio.ListObjectsOptions{Prefix: folder, Recursive: true}) {
		if object.Err != nil {
			return nil, unavailable(object.Err)
		}
		found[strings.TrimPrefix(object.Key, folder)] = object.LastModified
	}
	return found, nil
}

func (s *Store) object(ctx context.Context, key string) ([]byte, error) {
	client, err := s.reach()
	if err != nil {
		return nil, err
	}
	object, err := client.GetObject(ctx, s.prefix+apps, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, appError(err)
	}
	defer object.Close()
	content, err := io.ReadAll(object)
	if err != nil {
		return nil, appError(err)
	}
	return content, nil
}
