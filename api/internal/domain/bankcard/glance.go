package bankcard

import (
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
}

// Active reports whether money may go there.
func (g Glance) Active() bool { return g.Status == 1 }

// QueueGlances reads the cards of a member that are not closed, and those of ids even if they are, in a batch.
func QueueGlances(b *pgx.Batch, member uuid.UUID, ids ...uuid.UUID) *Glances {
	var all Glances
	b.Queue(`
		SELECT id, bank_code, holder_name, account_last4, account_type, status, is_default
		FROM bank_card WHERE member_id = $1 AND (status <> 2 OR id = ANY($2)) ORDER BY created_at, id`, member, ids).
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
