package loan

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/cache"
)

// knownTerms are terms by their text, which every order keeps and the orders of a product share.
var knownTerms = cache.New[string, Terms](1000, 0)

// ScanBytes reads terms from their column, a pgtype.BytesScanner; those whose text was read before are not taken apart again.
func (t *Terms) ScanBytes(text []byte) error {
	known, read := knownTerms.Find(string(text))
	if !read {
		if err := json.Unmarshal(text, &known); err != nil {
			return fmt.Errorf("loan: terms: %w", err)
		}
		knownTerms.Note(string(text), known, time.Time{})
	}
	// The order is the one thing that copies would share.
	known.AllocationOrder = slices.Clone(known.AllocationOrder)
	*t = known
	return nil
}
