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

// Summary is a card as other packages see it, without its account number.
type Summary struct {
	ID          uuid.UUID
	BankCode    string
	HolderName  string
	Last4       string
	AccountType string
	// Status is 0 inactive (in review or not yet proved), 1 active, 2 closed.
	Status    int
	IsDefault bool
	CreatedAt time.Time
	// IDLast4 is the end of the holder's ID number, if it was requested. A card always belongs to the verified member.
	IDLast4 string
	// Passbook is the photo of the passbook, or nil if none was required.
	Passbook *uuid.UUID
}

// Active reports whether the card can receive money.
func (s Summary) Active() bool { return s.Status == 1 }

// InReview reports whether the card waits for a proof or a review.
func (s Summary) InReview() bool { return s.Status == 0 }

const (
	summaries = `
		SELECT c.id, c.bank_code, c.holder_name, c.account_last4 AS last4, c.account_type, c.status, c.is_default, c.created_at,
			%s AS id_last4, c.passbook_file_id AS passbook
		FROM bank_card c WHERE %s`
	idLast4   = `CASE WHEN c.erased_at IS NULL THEN COALESCE((SELECT id_last4 FROM proved_identity WHERE member_id = c.member_id), '') ELSE '' END`
	noIDLast4 = `''`
)

// OfMember reads the cards of a member, oldest first. Closed cards are included, because old orders refer to them.
func OfMember(member uuid.UUID) postgres.Query[Summaries] { return ofMember(noIDLast4, member) }

// OfMemberWithIDLast4 is OfMember with the end of the holder's ID number.
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

// Last4 reads the last four characters of a card's account number. It is empty if the number was erased.
func Last4(card uuid.UUID) postgres.Query[string] {
	return postgres.Value[string]("bankcard: last four", `SELECT account_last4 FROM bank_card WHERE id = $1`, card)
}

// MatchesNumber reports whether typed is the account number that ends in end, or at least that end.
func MatchesNumber(end, typed string) bool { return strings.HasSuffix(squeeze(typed), end) }

// SummaryRows returns an unsorted column with the cards of a member that have the given ids. member and ids name columns of the
// surrounding statement, ids separated by commas.
func SummaryRows(member, ids string) string {
	return postgres.SelectRowArray[Summary]("c", `FROM (`+fmt.Sprintf(summaries, noIDLast4, `c.id IN (`+ids+`) AND c.member_id = `+member)+`) c`)
}

// Summaries are a member's cards.
type Summaries []Summary

// Find returns the card with an id, or nil.
func (all Summaries) Find(id uuid.UUID) *Summary {
	for i := range all {
		if all[i].ID == id {
			return &all[i]
		}
	}
	return nil
}

// AnyActive reports whether any card can receive money.
func (all Summaries) AnyActive() bool {
	for _, g := range all {
		if g.Active() {
			return true
		}
	}
	return false
}

// QueueLock locks a card until the transaction ends, so that a concurrent review is decided before or after it. Queue it after the
// lock on the order, as everywhere.
func QueueLock(b *pgx.Batch, member, card uuid.UUID) {
	b.Queue(`SELECT FROM bank_card WHERE id = $1 AND member_id = $2 FOR SHARE`, card, member)
}
