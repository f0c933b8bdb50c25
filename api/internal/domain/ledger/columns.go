package ledger

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// headColumns holds the columns of many transactions, ready for unnest.
type headColumns struct {
	ids, scopes     []uuid.UUID
	keys, kinds     []string
	posting, values []money.Date
	reverses        []*uuid.UUID
	at              []time.Time
}

func (c *headColumns) add(t Transaction) {
	c.ids, c.scopes = append(c.ids, t.ID), append(c.scopes, t.Scope)
	c.keys, c.kinds = append(c.keys, t.Key), append(c.kinds, t.Kind)
	c.posting, c.values = append(c.posting, t.PostingDate), append(c.values, t.ValueDate)
	c.reverses, c.at = append(c.reverses, t.Reverses), append(c.at, t.At)
}

func (c *headColumns) arguments() []any {
	return []any{c.ids, c.keys, c.kinds, c.scopes, c.posting, c.values, c.reverses, c.at}
}

// lineColumns holds the columns of all entries of these transactions.
type lineColumns struct {
	ids, scopes          []uuid.UUID
	seqs                 []int
	accounts, currencies []string
	amounts              []int64
}

func (c *lineColumns) add(t Transaction) {
	for i, e := range t.Entries {
		c.ids, c.seqs, c.scopes = append(c.ids, t.ID), append(c.seqs, i+1), append(c.scopes, t.Scope)
		c.accounts, c.currencies = append(c.accounts, string(e.Account)), append(c.currencies, string(t.Currency))
		c.amounts = append(c.amounts, e.Amount)
	}
}

func (c *lineColumns) arguments() []any {
	return []any{c.ids, c.seqs, c.scopes, c.accounts, c.currencies, c.amounts}
}
