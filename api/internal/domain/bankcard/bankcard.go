// Package bankcard keeps the bank accounts and cards that money goes to, and the reviews of those that are added while an
// order runs. Whether an order allows a step is the flow's to know.
package bankcard

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// The statuses of a card (specification 3).
const (
	// Inactive: in review.
	Inactive = 0
	Active   = 1
	// Closed: taken away by the borrower, or not accepted.
	Closed = 2
)

// MaxCards is how many cards a borrower may have that are not closed.
const MaxCards = 10

var _ = postgres.Constraints(map[string]reason.Reason{
	"bank_card_account_key": reason.CardTaken,
	"bank_card_one_default": reason.StateChanged,
	"bank_card_review_open": reason.CardUnderReview,
})

// Cards is the package's service: it seals account numbers.
type Cards struct {
	keyring *secret.Keyring
	hasher  *secret.Hasher
}

// New makes it of the keys that seal and hash.
func New(keyring *secret.Keyring, hasher *secret.Hasher) *Cards {
	return &Cards{keyring: keyring, hasher: hasher}
}

func sealOwner(card uuid.UUID) string { return "bank_card/" + card.String() + "/account_number" }

// Open are the cards that are not closed: the default first, then the oldest.
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
