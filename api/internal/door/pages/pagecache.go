package pages

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
)

const (
	// marketTTL is how long a page may show a cached market. It is less than a phone takes to load the page, which then
	// requests it again.
	marketTTL = 5 * time.Second
	// marketTimeout is how long a page waits for the market. After that the last version is sent, or the page without
	// the market.
	marketTimeout = 2 * time.Second
)

// cachedPage is a page with its embedded data and its expiry, because the advertised figures change with the market.
type cachedPage struct {
	page  *page
	data  []byte
	until time.Time
}

// pageCache caches the rendered pages by their key.
type pageCache struct {
	made   sync.Map // map of bootKey to cachedPage
	making singleflight.Group[cachedPage]
}

// get returns a page that has not expired, or renders it, once for all concurrent requests. If that fails, it returns
// the last version.
func (b *pageCache) get(ctx context.Context, key bootKey, anew func(ctx context.Context, before cachedPage) (cachedPage, error)) (*page, error) {
	var before cachedPage
	if made, ok := b.made.Load(key); ok {
		if before = made.(cachedPage); time.Now().Before(before.until) {
			return before.page, nil
		}
	}
	made, err := b.making.Do(ctx, fmt.Sprintf("%+v", key), func(ctx context.Context) (cachedPage, error) {
		ctx, cancel := context.WithTimeout(ctx, marketTimeout)
		defer cancel()
		made, err := anew(ctx, before)
		if err == nil {
			made.until = time.Now().Add(marketTTL)
			b.made.Store(key, made)
		}
		return made, err
	})
	if err != nil && before.page != nil {
		return before.page, nil
	}
	return made.page, err
}
