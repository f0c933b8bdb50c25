package server

import (
	"context"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
)

// apkKnown is how long a process trusts what it knows about an APK being there.
const apkKnown = 10 * time.Second

// APKs remembers which products have an APK in the object store: the configuration is asked for at every start of the
// app.
type APKs struct {
	mu    sync.Mutex
	known map[string]apkEntry
}

type apkEntry struct {
	there bool
	until time.Time
}

// Remember keeps for a while whether a product has an APK.
func (a *APKs) Remember(product string, there bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil {
		a.known = map[string]apkEntry{}
	}
	a.known[product] = apkEntry{there: there, until: time.Now().Add(apkKnown)}
}

// AndroidDownload is where a product's Android app is to be had: the configured address (a store's), else the APK of the
// object store, by its path on this server; empty when there is neither.
func (s *Server) AndroidDownload(ctx context.Context, p appproduct.Product) string {
	if p.AndroidDownloadURL != "" || !s.hasAPK(ctx, p.ProductID) {
		return p.AndroidDownloadURL
	}
	return "/download/" + p.ProductID + ".apk"
}

// hasAPK asks the object store at most every apkKnown. One that does not answer has nothing to offer.
func (s *Server) hasAPK(ctx context.Context, product string) bool {
	s.APKs.mu.Lock()
	entry, known := s.APKs.known[product]
	s.APKs.mu.Unlock()
	if known && time.Now().Before(entry.until) {
		return entry.there
	}
	_, err := s.deps.Media.FindApp(ctx, product)
	s.APKs.Remember(product, err == nil)
	return err == nil
}
