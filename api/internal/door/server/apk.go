package server

import (
	"context"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
)

const (
	// apkCacheTTL is how long a process caches whether an APK exists.
	apkCacheTTL = 10 * time.Second
	// apkTimeout is how long the first page of a process waits for the object store.
	apkTimeout = time.Second
)

// APKs caches which products have an APK in the object store, because the app requests the configuration at every
// start.
type APKs struct {
	mu    sync.Mutex
	known map[string]apkEntry
	asked singleflight.Group[bool]
}

type apkEntry struct {
	there bool
	until time.Time
}

// Remember caches for apkCacheTTL whether a product has an APK.
func (a *APKs) Remember(product string, there bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil {
		a.known = map[string]apkEntry{}
	}
	a.known[product] = apkEntry{there: there, until: time.Now().Add(apkCacheTTL)}
}

// AndroidDownload returns the address of a product's Android app: the configured address (of a store), or else the path
// of the APK on this server; empty if there is neither.
func (s *Server) AndroidDownload(ctx context.Context, p appproduct.Product) string {
	if p.AndroidDownloadURL != "" || !s.hasAPK(ctx, p.ProductID) {
		return p.AndroidDownloadURL
	}
	return "/download/" + p.ProductID + ".apk"
}

// hasAPK asks the object store at most once per apkCacheTTL. A page waits only if there is no earlier answer.
func (s *Server) hasAPK(ctx context.Context, product string) bool {
	s.APKs.mu.Lock()
	entry, known := s.APKs.known[product]
	s.APKs.mu.Unlock()
	if known && time.Now().Before(entry.until) {
		return entry.there
	}
	wait := s.APKs.asked.Begin(ctx, product, func(context.Context) (bool, error) { return s.askAPK(product, entry.there), nil })
	// A stale answer is good enough for this page; the next one shows the new answer.
	if known {
		return entry.there
	}
	there, _ := wait(ctx)
	return there
}

// askAPK asks the object store once for all concurrent callers, for at most apkTimeout. If the store does not answer,
// the previous value is kept.
func (s *Server) askAPK(product string, before bool) bool {
	ctx, cancel := context.WithTimeout(s.serving, apkTimeout)
	defer cancel()
	_, err := s.deps.Media.FindApp(ctx, product)
	there := err == nil || before && reason.Of(err) != reason.NotFound
	s.APKs.Remember(product, there)
	return there
}
