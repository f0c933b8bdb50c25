package repay

import (
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// maxCutCodeAge is the maximum age of an intent that can be found by the beginning of its code.
const maxCutCodeAge = 30 * 24 * time.Hour

// MatchOf looks up the intents that the memo of a transfer may mean. A complete code matches at any age. The beginning of a code
// matches only together with the amount, and only if it fits a single unpaid intent that is not older than maxCutCodeAge. Everything
// uncertain is left to an operator, so there may be no match.
func MatchOf(memo Memo, amount int64, now time.Time) postgres.Query[Match] {
	return postgres.Combine("repay: match", func(b *pgx.Batch) func() (Match, error) {
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

// cutIntents finds the intents that the beginnings of codes may mean. It reads at most two, because two already make the match uncertain.
func cutIntents(beginnings []string, amount int64, now time.Time) postgres.Query[[]Intent] {
	// In byte order '~' sorts after every character of a code.
	return postgres.Rows[Intent]("repay: cut codes", `
		SELECT i.* FROM unnest($1::text[]) AS cut (code)
		CROSS JOIN LATERAL (
			SELECT `+intentColumns+` FROM payment_intent i
			WHERE i.code >= cut.code COLLATE "C" AND i.code < (cut.code || '~') COLLATE "C"
				AND i.amount = $2 AND i.state <> 'paid' AND i.created_at > $3 ORDER BY i.code LIMIT 2) i
		LIMIT 2`, beginnings, amount, now.Add(-maxCutCodeAge))
}

// Match holds the intents found for a memo.
type Match struct{ whole, cut []Intent }

// Intent returns the matching intent, or nil if there is none or the memo may mean several loans.
func (m Match) Intent() *Intent {
	found := m.whole
	if len(found) == 0 {
		found = m.cut
		// At most two are read, so a third one may belong to another loan.
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
