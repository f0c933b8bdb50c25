package bankcard

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Summary is a card as other packages see it: without its number.
type Summary struct {
	ID          uuid.UUID
	BankCode    string
	HolderName  string
	Last4       string
	AccountType string
	// Status is 0 inactive (in review or not proved), 1 active, 2 closed.
	Status    int
	IsDefault bool
	CreatedAt time.Time
	// IDLast4 is the tail of the holder's ID number, where it was asked for: a card is always that of the verified person.
	IDLast4 string
	// Passbook is the photo of the passbook, nil where none was asked.
	Passbook *uuid.UUID
}

// Active reports whether money may go there.
func (s Summary) Active() bool { return s.Status == 1 }

// InReview reports whether the card waits for its proof or its review.
func (s Summary) InReview() bool { return s.Status == 0 }

const (
	summaries = `
		SELECT c.id, c.bank_code, c.holder_name, c.account_last4 AS last4, c.account_type, c.status, c.is_default, c.created_at,
			%s AS id_last4, c.passbook_file_id AS passbook
		FROM bank_card c WHERE %s`
	idLast4   = `CASE WHEN c.erased_at IS NULL THEN COALESCE((SELECT id_last4 FROM proved_identity WHERE member_id = c.member_id), '') ELSE '' END`
	noIDLast4 = `''`
)

// OfMember reads the cards of a member, the oldest first, closed ones too: an old order still names its card.
func OfMember(member uuid.UUID) postgres.Query[Summaries] { return ofMember(noIDLast4, member) }

// OfMemberWithIDLast4 is OfMember with the tail of the holder's ID number.
func OfMemberWithIDLast4(member uuid.UUID) postgres.Query[Summaries] {
	return ofMember(idLast4, member)
}

func ofMember(last4 string, member uuid.UUID) postgres.Query[Summaries] {
	read := postgres.Rows[Summary]("bankcard: of member", fmt.Sprintf(summaries, last4, `c.member_id = $1`), member)
	return postgres.Then(read, func(cards []Summary) (Summaries, error) {
		slices.SortFunc(cards, func(a, b Summary) int {
			return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), bytes.Compare(a.ID[:], b.ID[:]))
		})
		return cards, nil
	})
}

// Last4 reads the end of the account number of a card; empty where it was erased, and nobody knows it.
func Last4(card uuid.UUID) postgres.Query[string] {
	return postgres.Value[string]("bankcard: last four", `SELECT account_last4 FROM bank_card WHERE id = $1`, card)
}

// Names tells whether what somebody typed is the account number that ends like this, or its end, so much at least.
func Names(end, typed string) bool { return strings.HasSuffix(squeeze(typed), end) }

// SummaryRows is the column with a member's cards of some ids, in no order: member and ids are columns of the statement
// around it, the ids with commas between.
func SummaryRows(member, ids string) string {
	return postgres.SelectRowArray[Summary]("c", `FROM (`+fmt.Sprintf(summaries, noIDLast4, `c.id IN (`+ids+`) AND c.member_id = `+member)+`) c`)
}

// Summaries are a member's cards.
type Summaries []Summary

// Find is the card of an id, nil when the member has none.
func (all Summaries) Find(id uuid.UUID) *Summary {
	for i := range all {
		if all[i].ID == id {
			return &all[i]
		}
	}
	return nil
}

// AnyActive reports whether there is a card that money may go to.
func (all Summaries) AnyActive() bool {
	for _, g := range all {
		if g.Active() {
			return true
		}
	}
	return false
}

// QueueHold keeps a card of a member as it is until the transaction ends: a review that is being decided comes first or
// after it. Queue it behind the lock on the order, as everywhere.
func QueueHold(b *pgx.Batch, member, card uuid.UUID) {
	b.Queue(`SELECT FROM bank_card WHERE id = $1 AND member_id = $2 FOR SHARE`, card, member)
}
