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
	// apkKnown is how long a process trusts what it knows about an APK being there.
	apkKnown = 10 * time.Second
	// apkTimeout is how long the first page of a process waits for the object store.
	apkTimeout = time.Second
)

// APKs remembers which products have an APK in the object store: the configuration is asked for at every start of the
// app.
type APKs struct {
	mu    sync.Mutex
	known map[string]apkEntry
	asked singleflight.Group[bool]
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

// hasAPK asks the object store at most every apkKnown, and never keeps a page waiting that has an answer from before.
func (s *Server) hasAPK(ctx context.Context, product string) bool {
	s.APKs.mu.Lock()
	entry, known := s.APKs.known[product]
	s.APKs.mu.Unlock()
	if known && time.Now().Before(entry.until) {
		return entry.there
	}
	wait := s.APKs.asked.Begin(ctx, product, func(context.Context) (bool, error) { return s.askAPK(product, entry.there), nil })
	// What was known a moment ago is good enough for a page; the next one shows what is found out meanwhile.
	if known {
		return entry.there
	}
	there, _ := wait(ctx)
	return there
}

// askAPK asks the object store once for all who want to know, and for no longer than apkTimeout. A store that does not
// answer leaves what was known.
func (s *Server) askAPK(product string, before bool) bool {
	ctx, cancel := context.WithTimeout(s.serving, apkTimeout)
	defer cancel()
	_, err := s.deps.Media.FindApp(ctx, product)
	there := err == nil || before && reason.Of(err) != reason.NotFound
	s.APKs.Remember(product, there)
	return there
}
