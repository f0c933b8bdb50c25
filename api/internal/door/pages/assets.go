package pages

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
)

const (
	// missingTTL is how long a missing file is not requested from the store again. maxOldAssets is the size of the
	// cache.
	missingTTL   = time.Minute
	maxOldAssets = 400
	// oldAssetTimeout is how long the object store may take to return a file.
	oldAssetTimeout = 5 * time.Second
	// storeTimeout is how long a process that stores a new build delays its readiness at most.
	storeTimeout = 30 * time.Second
)

// assetName matches the file names that the build generates, which contain a hash.
var assetName = regexp.MustCompile(`^[A-Za-z0-9_.-]+-[A-Za-z0-9_-]{8}\.(?:js|css|svg|png|webp|woff2)$`)

type oldAsset struct {
	page  *page // nil: the file does not exist
	until time.Time
}

// oldAssets caches files of earlier builds.
type oldAssets struct {
	mu    sync.Mutex
	known map[string]oldAsset
	asked singleflight.Group[*page]
}

// keepAssets stores the files of this build for pages that are still open after the next deploy, until the server
// stops. During a deploy, a page of this build may request a file from a process of the previous build. So the server
// becomes ready only after the first try.
func (s *Site) keepAssets(ctx context.Context) {
	tried := sync.OnceFunc(func() { close(s.filesKept) })
	if s.assets.Store == nil || s.built.version == "" {
		tried()
		return
	}
	waited := time.AfterFunc(storeTimeout, tried)
	defer waited.Stop()
	s.assets.Serve(ctx, s.built.version, s.built.assets(), func(err error) {
		tried()
		// An unreachable store is already reported elsewhere.
		if err == nil || errors.Is(err, media.ErrUnreachable) {
			return
		}
		s.Log.Warn().Err(err).Msg("the app's files could not be stored for the time after the next deploy")
	})
}

// assets returns the files of the build with a hash in their names, by name.
func (b *Build) assets() map[string][]byte {
	files := map[string][]byte{}
	for name, p := range b.files {
		if short := strings.TrimPrefix(name, assets); short != name && assetName.MatchString(short) {
			files[short] = p.plain
		}
	}
	return files
}

// oldAsset returns a file of an earlier build; nil if there is none.
func (s *Site) oldAsset(ctx context.Context, name string) *page {
	short := strings.TrimPrefix(name, assets)
	if s.assets.Store == nil || short == name || !assetName.MatchString(short) {
		return nil
	}
	s.old.mu.Lock()
	entry, known := s.old.known[short]
	s.old.mu.Unlock()
	if known && (entry.page != nil || time.Now().Before(entry.until)) {
		return entry.page
	}
	found, _ := s.old.asked.Do(ctx, short, func(ctx context.Context) (*page, error) { return s.askOldAsset(ctx, short), nil })
	return found
}

// askOldAsset asks the object store once for all concurrent requests of a file.
func (s *Site) askOldAsset(ctx context.Context, short string) *page {
	ctx, cancel := context.WithTimeout(ctx, oldAssetTimeout)
	defer cancel()
	content, err := s.assets.Store.Asset(ctx, short)
	if err != nil && reason.Of(err) != reason.NotFound {
		return nil // the store is unreachable, so the file may exist
	}
	entry := oldAsset{until: time.Now().Add(missingTTL)}
	if err == nil {
		entry.page = &page{mime: mediaType(short), plain: content, etag: etag(content)}
	}
	s.old.mu.Lock()
	defer s.old.mu.Unlock()
	if s.old.known == nil || len(s.old.known) >= maxOldAssets {
		s.old.known = map[string]oldAsset{}
	}
	s.old.known[short] = entry
	return entry.page
}
