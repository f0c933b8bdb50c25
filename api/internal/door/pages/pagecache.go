package pages

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
)

const (
	// marketFor is how long a page may show the market as it was: less than it takes a phone to load the page, which then
	// asks anew.
	marketFor = 5 * time.Second
	// marketTimeout is how long a page waits for the market. Behind it the page goes out as it was, or without.
	marketTimeout = 2 * time.Second
)

// cachedPage is a page with what the app would otherwise have to ask for, good until an instant: what is advertised changes with the
// market.
type cachedPage struct {
	page  *page
	data  []byte
	until time.Time
}

// pageCache holds the pages that were made, by what they are made for.
type pageCache struct {
	made   sync.Map // bootKey -> cachedPage
	making singleflight.Group[cachedPage]
}

// get gives a page that is good still, else makes it, once for all who want it at the same time. One that cannot be made stands as it
// was made last.
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
			made.until = time.Now().Add(marketFor)
			b.made.Store(key, made)
		}
		return made, err
	})
	if err != nil && before.page != nil {
		return before.page, nil
	}
	return made.page, err
}
