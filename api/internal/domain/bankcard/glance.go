package bankcard

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Glance is a card as other parts of the house see it: without its number.
type Glance struct {
	ID          uuid.UUID
	BankCode    string
	HolderName  string
	Last4       string
	AccountType string
	// Status is 0 inactive (in review or not proved), 1 active, 2 closed.
	Status    int
	IsDefault bool
	CreatedAt time.Time
}

// Active reports whether money may go there.
func (g Glance) Active() bool { return g.Status == 1 }

// InReview reports whether the card waits for its proof or its review.
func (g Glance) InReview() bool { return g.Status == 0 }

// QueueGlances reads the cards of a member in a batch, closed ones too: an old order still names its card.
func QueueGlances(b *pgx.Batch, member uuid.UUID) *Glances {
	var all Glances
	b.Queue(`
		SELECT id, bank_code, holder_name, account_last4, account_type, status, is_default, created_at
		FROM bank_card WHERE member_id = $1 ORDER BY created_at, id`, member).
		Query(func(rows pgx.Rows) error {
			var err error
			all, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Glance])
			return err
		})
	return &all
}

// Glances are a member's cards.
type Glances []Glance

// Find is the card of an id, nil when the member has none.
func (all Glances) Find(id uuid.UUID) *Glance {
	for i := range all {
		if all[i].ID == id {
			return &all[i]
		}
	}
	return nil
}

// AnyActive reports whether there is a card that money may go to.
func (all Glances) AnyActive() bool {
	for _, g := range all {
		if g.Active() {
			return true
		}
	}
	return false
}
