// Package bankcard stores the bank accounts and cards that receive money, and the reviews of those added while an order runs.
// Whether an order allows a step is decided in the flow.
package bankcard

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// The statuses of a card (spec 3).
const (
	// Inactive cards are in review.
	Inactive = 0
	Active   = 1
	// Closed cards were removed by the borrower or rejected.
	Closed = 2
)

// MaxCards is the maximum number of cards per borrower that are not closed.
const MaxCards = 10

var _ = postgres.Constraints(map[string]reason.Reason{
	"bank_card_account_key": reason.CardTaken,
	"bank_card_one_default": reason.StateChanged,
	"bank_card_review_open": reason.CardUnderReview,
})

// Cards is the service of this package. It encrypts account numbers.
type Cards struct {
	keyring *secret.Keyring
	hasher  *secret.Hasher
}

// New returns the service with its encryption keys and its hasher.
func New(keyring *secret.Keyring, hasher *secret.Hasher) *Cards {
	return &Cards{keyring: keyring, hasher: hasher}
}

func sealOwner(card uuid.UUID) string { return "bank_card/" + card.String() + "/account_number" }

// Open returns the cards that are not closed: the default card first, then the oldest first.
func (all Summaries) Open() Summaries {
	open := Summaries{}
	for _, g := range all {
		switch {
		case g.Status == Closed:
		case g.IsDefault:
			open = append(Summaries{g}, open...)
		default:
			open = append(open, g)
		}
	}
	return open
}
