package repay

import (
	"time"

	"github.com/jackc/pgx/v5"
)

// cutFor is how old an intent may be to be recognised by the beginning of its code.
const cutFor = 30 * 24 * time.Hour

// QueueMatch looks up what the memo of a transfer means. A whole code decides at any age. The beginning of one decides
// together with the amount, when it is that of a single intent which is no older than cutFor and to which no money has
// come. Whatever is not certain is left for a person, so the answer may be nil: it is filled when the batch is closed.
func QueueMatch(b *pgx.Batch, memo Memo, amount int64, now time.Time) *Match {
	m := &Match{}
	if len(memo.Whole) > 0 {
		b.Queue(`SELECT `+intentColumns+` FROM payment_intent i WHERE i.code = ANY($1) ORDER BY i.created_at DESC`, memo.Whole).
			Query(func(rows pgx.Rows) (err error) { m.whole, err = collectIntents(rows); return err })
	}
	if len(memo.Cut) > 0 {
		// In byte order '~' comes after every character of a code. Two are enough to know that it is not certain.
		b.Queue(`
			SELECT i.* FROM unnest($1::text[]) AS cut (code)
			CROSS JOIN LATERAL (
				SELECT `+intentColumns+` FROM payment_intent i
				WHERE i.code >= cut.code COLLATE "C" AND i.code < (cut.code || '~') COLLATE "C"
					AND i.amount = $2 AND i.state <> 'paid' AND i.created_at > $3 ORDER BY i.code LIMIT 2) i
			LIMIT 2`, memo.Cut, amount, now.Add(-cutFor)).
			Query(func(rows pgx.Rows) (err error) { m.cut, err = collectIntents(rows); return err })
	}
	return m
}

// Match is what was found for a memo.
type Match struct{ whole, cut []Intent }

// Intent is the one that the memo means, or nil when it means none or may mean several loans.
func (m *Match) Intent() *Intent {
	found := m.whole
	if len(found) == 0 {
		found = m.cut
		if len(found) > 1 {
			return nil
		}
	}
	for _, other := range found {
		if other.OrderID != found[0].OrderID {
			return nil
		}
	}
	if len(found) == 0 {
		return nil
	}
	return &found[0]
}
