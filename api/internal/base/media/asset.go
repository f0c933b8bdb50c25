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

// The bucket of the native apps also contains the asset files of the web builds, and a mark object for each build.
const (
	assetFolder = "assets/"
	buildFolder = "builds/"
)

// Build is a web build whose files are kept.
type Build struct {
	Version string
	// Files are the names of its files; nil if the mark does not list them.
	Files []string
	// Used is when a process last reported that it serves this build, by the store's clock.
	Used time.Time
}

// KeepBuild uploads the files of a build, whose names contain the hash of their content, and marks the build as used now.
// Existing files are not uploaded again. It returns service_unavailable if the store is unreachable; then it may be called
// again.
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

// Builds returns the builds that are kept, most recently used first.
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

// Assets returns the files of all builds with their upload times by the store's clock.
func (s *Store) Assets(ctx context.Context) (map[string]time.Time, error) {
	return s.list(ctx, assetFolder)
}

// Asset reads a file of any build that is kept; reason not_found if there is none.
func (s *Store) Asset(ctx context.Context, name string) ([]byte, error) {
	return s.object(ctx, assetFolder+name)
}

// RemoveAssets deletes asset files; deleting one that does not exist is not an error. It returns ErrForeign if the bucket
// belongs to another deployment, as does RemoveBuilds.
func (s *Store) RemoveAssets(ctx context.Context, names ...string) error {
	return s.removeKeys(ctx, assetFolder, names)
}

// RemoveBuilds deletes the marks of builds, but not their files.
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

// list returns the objects of a folder by their names in it, with the times of their last change.
func (s *Store) list(ctx context.Context, folder string) (map[string]time.Time, error) {
	client, err := s.reach()
	if err != nil {
		return nil, err
	}
	// Cancelling ctx frees the resources of the listing if it is not read to its end.
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
