package loan

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/cache"
)

// knownTerms caches parsed terms by their JSON text. Each order stores a copy, and the orders of a product share the same text.
var knownTerms = cache.New[string, Terms](1000, 0)

// ScanBytes reads terms from their column (pgtype.BytesScanner). A text that was parsed before comes from the cache.
func (t *Terms) ScanBytes(text []byte) error {
	known, read := knownTerms.Get(string(text))
	if !read {
		if err := json.Unmarshal(text, &known); err != nil {
			return fmt.Errorf("loan: terms: %w", err)
		}
		knownTerms.Set(string(text), known, time.Time{})
	}
	// AllocationOrder is the only field that copies of Terms would share.
	known.AllocationOrder = slices.Clone(known.AllocationOrder)
	*t = known
	return nil
}
