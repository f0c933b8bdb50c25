package repay

import (
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// cutFor is how old an intent may be to be recognised by the beginning of its code.
const cutFor = 30 * 24 * time.Hour

// MatchOf looks up what the memo of a transfer means. A whole code decides at any age. The beginning of one decides
// together with the amount, when it is that of a single intent which is no older than cutFor and to which no money has
// come. Whatever is not certain is left for a person, so the answer may mean nothing.
func MatchOf(memo Memo, amount int64, now time.Time) postgres.Query[Match] {
	return postgres.Together("repay: match", func(b *pgx.Batch) func() (Match, error) {
		var whole, cut *postgres.Answer[[]Intent]
		if len(memo.Whole) > 0 {
			whole = intents(`WHERE i.code = ANY($1) ORDER BY i.created_at DESC`, memo.Whole).Queue(b)
		}
		if len(memo.Cut) > 0 {
			cut = cutIntents(memo.Cut, amount, now).Queue(b)
		}
		return func() (m Match, err error) {
			if whole != nil {
				m.whole = whole.Get()
			}
			if cut != nil {
				m.cut = cut.Get()
			}
			return m, nil
		}
	})
}

// cutIntents finds the intents that the beginnings of codes may mean. Two are enough to know that it is not certain.
func cutIntents(beginnings []string, amount int64, now time.Time) postgres.Query[[]Intent] {
	// In byte order '~' comes after every character of a code.
	return postgres.Rows[Intent]("repay: cut codes", `
		SELECT i.* FROM unnest($1::text[]) AS cut (code)
		CROSS JOIN LATERAL (
			SELECT `+intentColumns+` FROM payment_intent i
			WHERE i.code >= cut.code COLLATE "C" AND i.code < (cut.code || '~') COLLATE "C"
				AND i.amount = $2 AND i.state <> 'paid' AND i.created_at > $3 ORDER BY i.code LIMIT 2) i
		LIMIT 2`, beginnings, amount, now.Add(-cutFor))
}

// Match is what was found for a memo.
type Match struct{ whole, cut []Intent }

// Intent is the one that the memo means, or nil when it means none or may mean several loans.
func (m Match) Intent() *Intent {
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
