package loan

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/recent"
)

// knownTerms are terms by their text, which every order keeps and the orders of a product share.
var knownTerms = recent.New[string, Terms](1000, 0)

// UnmarshalJSON reads terms; those whose text was read before are not taken apart again.
func (t *Terms) UnmarshalJSON(text []byte) error {
	known, read := knownTerms.Find(string(text))
	if !read {
		type plain Terms
		if err := json.Unmarshal(text, (*plain)(&known)); err != nil {
			return err
		}
		knownTerms.Note(string(text), known, time.Time{})
	}
	// The order is the one thing that copies would share.
	known.AllocationOrder = slices.Clone(known.AllocationOrder)
	*t = known
	return nil
}
