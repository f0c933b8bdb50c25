package repay_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const (
	intentCount = 1_000_000
	// batchSize is the number of memos looked up per batch.
	batchSize = 200
)

var today = time.Date(2026, time.May, 11, 3, 0, 0, 0, time.UTC)

// popularAmounts lists amounts that many products share. Every intent has one of them.
var popularAmounts = []int64{500_000, 1_000_000, 3_330_000, 5_121_644}

// millionIntents returns a database with a million intents of all ages and states, and those intents.
func millionIntents(t *testing.T) (*pgxpool.Pool, []repay.Intent) {
	t.Helper()
	pool := postgrestest.New(t)
	owner := postgrestest.Owner(t, pool)
	line, err := owner.Acquire(t.Context())
	require.NoError(t, err)
	defer line.Release()
	// The loans and members behind the intents do not matter here, so their constraints are dropped. The index of the codes is
	// created after the insert.
	_, err = line.Exec(t.Context(), `SET statement_timeout = 0;
		ALTER TABLE payment_intent DROP CONSTRAINT payment_intent_order_id_fkey, DROP CONSTRAINT payment_intent_member_id_fkey,
			DROP CONSTRAINT payment_intent_token_key, DROP CONSTRAINT payment_intent_code_key;
		DROP INDEX payment_intent_order;
		ALTER TABLE payment DROP CONSTRAINT payment_intent_id_fkey;
		ALTER TABLE payment_intent SET UNLOGGED`)
	require.NoError(t, err)
	states := []repay.IntentState{repay.Open, repay.Paid, repay.Expired, repay.Replaced}
	intents, seen := make([]repay.Intent, 0, intentCount), make(map[string]bool, intentCount)
	for n := 0; n < intentCount; {
		code := repay.NewCode()
		if seen[code] {
			continue
		}
		seen[code] = true
		intents = append(intents, repay.Intent{
			ID: uuid.New(), OrderID: uuid.New(), Code: code, Amount: popularAmounts[n%len(popularAmounts)],
			State: states[n/7%len(states)], CreatedAt: today.Add(-time.Duration(n%720) * 24 * time.Hour),
		})
		n++
	}
	_, err = line.CopyFrom(t.Context(), pgx.Identifier{"payment_intent"},
		[]string{"id", "order_id", "member_id", "purpose", "method", "amount", "currency", "quote", "code", "token_hash", "state", "created_at", "expires_at"},
		pgx.CopyFromSlice(intentCount, func(n int) ([]any, error) {
			i := intents[n]
			return []any{
				i.ID, i.OrderID, i.OrderID, repay.ForRepayment, repay.ByBank, i.Amount, money.VND, "{}", i.Code, i.ID[:], i.State,
				i.CreatedAt, i.CreatedAt.Add(24 * time.Hour),
			}, nil
		}))
	require.NoError(t, err)
	_, err = line.Exec(t.Context(), `ALTER TABLE payment_intent ADD CONSTRAINT payment_intent_code_key UNIQUE (code); ANALYZE payment_intent`)
	require.NoError(t, err)
	return pool, intents
}

// testT is a *testing.T or the *rapid.T of a property.
type testT interface {
	require.TestingT
	Context() context.Context
}

type transfer struct {
	memo   string
	amount int64
}

// found returns the intent that each transfer is matched to.
func found(t testT, pool *pgxpool.Pool, all []transfer) []*repay.Intent {
	b := &pgx.Batch{}
	matches := make([]*postgres.Answer[repay.Match], len(all))
	for n, one := range all {
		matches[n] = repay.MatchOf(repay.ReadMemo(one.memo), one.amount, today).Queue(b)
	}
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	intents := make([]*repay.Intent, len(all))
	for n, m := range matches {
		intents[n] = m.Get().Intent()
	}
	return intents
}

// mayMatch reports whether a transfer may be matched to an intent: it has the complete code, or a beginning with the amount while
// the intent is recent and unpaid.
func mayMatch(one transfer, i repay.Intent) bool {
	compact := strings.ToUpper(strings.NewReplacer(" ", "", ".", "", "-", "").Replace(one.memo))
	if strings.Contains(compact, i.Code) {
		return true
	}
	return strings.Contains(compact, i.Code[:7]) && one.amount == i.Amount && i.State != repay.Paid && today.Sub(i.CreatedAt) < 30*24*time.Hour
}

// Among a million intents, a transfer matches only with a complete valid code, or with a beginning and the amount.
func TestMatchAmongAMillionIntentsRequiresCodeOrPrefixAndAmount(t *testing.T) {
	if testing.Short() {
		t.Skip("a million rows")
	}
	t.Parallel()
	pool, intents := millionIntents(t)

	t.Run("random memos", func(t *testing.T) {
		hits := 0
		rapid.Check(t, func(r *rapid.T) {
			all := make([]transfer, batchSize)
			for n := range all {
				all[n] = draw(r, intents)
			}
			for n, hit := range found(r, pool, all) {
				if hit == nil {
					continue
				}
				hits++
				require.True(r, mayMatch(all[n], *hit), "%+v must not match %s with amount %d, state %s, created at %s", all[n], hit.Code, hit.Amount, hit.State, hit.CreatedAt)
			}
		})
		require.Positive(t, hits, "at least one transfer was matched")
	})

	// How often a text that happens to look like the beginning of a code matches an intent with a popular amount.
	t.Run("random prefixes", func(t *testing.T) {
		const tries = 100_000
		hits, unique := 0, 0
		for range tries / batchSize {
			all := make([]transfer, batchSize)
			for n := range all {
				all[n] = transfer{memo: "CHUYEN TIEN LM" + letters(5), amount: popularAmounts[n%len(popularAmounts)]}
			}
			for _, hit := range found(t, pool, all) {
				if hit != nil {
					hits++
				}
			}
			var any int
			require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM unnest($1::text[]) AS m (code) WHERE (
				SELECT count(*) FROM payment_intent i WHERE i.code >= m.code COLLATE "C" AND i.code < (m.code || '~') COLLATE "C") = 1`, memos(all)).Scan(&any))
			unique += any
		}
		t.Logf("of %d random prefixes, %d match exactly one intent, and %d match one together with the amount", tries, unique, hits)
		// A beginning alone matches one intent in 3.5 % of the cases. With one of four amounts, a month out of two years, and
		// unpaid only, it is about a hundredth of that.
		require.Less(t, hits, tries/500)
		require.Greater(t, unique, tries/100)
	})
}

func memos(all []transfer) []string {
	codes := make([]string, len(all))
	for n, one := range all {
		codes[n] = one.memo[strings.Index(one.memo, "LM"):]
	}
	return codes
}

// draw returns a transfer that matches an intent, nearly matches one, or is unrelated to all.
func draw(r *rapid.T, intents []repay.Intent) transfer {
	i := intents[rapid.IntRange(0, len(intents)-1).Draw(r, "intent")]
	other := intents[rapid.IntRange(0, len(intents)-1).Draw(r, "other")]
	length := rapid.IntRange(3, repay.CodeLength).Draw(r, "length")
	memo := rapid.SampledFrom([]string{
		i.Code, i.Code[:length], "CT DEN " + i.Code[:length], i.Code[:length] + " FT26320987654321", "PA" + i.Code[:length],
		i.Code[:4] + " " + i.Code[4:], i.Code[:length] + " " + other.Code[:length], "LM BEACH", "LM" + letters(length), other.Code[:8],
	}).Draw(r, "memo")
	return transfer{memo: memo, amount: rapid.SampledFrom([]int64{i.Amount, i.Amount + 1, 700_001, popularAmounts[0], popularAmounts[2]}).Draw(r, "amount")}
}

// letters returns n random characters of the code alphabet.
func letters(n int) string {
	text := make([]byte, n)
	_, _ = rand.Read(text)
	for at := range text {
		text[at] = alphabet[int(text[at])%len(alphabet)]
	}
	return string(text)
}

// A complete code matches at any age. Its beginning matches with the amount for a month, until the intent is paid.
func TestCodePrefixMatchesRecentUnpaidIntents(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, err := postgrestest.Owner(t, pool).Exec(t.Context(), `
		ALTER TABLE payment_intent DROP CONSTRAINT payment_intent_order_id_fkey, DROP CONSTRAINT payment_intent_member_id_fkey`)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		state  repay.IntentState
		age    time.Duration
		off    int64
		prefix bool
	}{
		"open":                  {state: repay.Open, prefix: true},
		"replaced":              {state: repay.Replaced, age: 24 * time.Hour, prefix: true},
		"expired last week":     {state: repay.Expired, age: 7 * 24 * time.Hour, prefix: true},
		"another amount":        {state: repay.Open, off: 1},
		"paid":                  {state: repay.Paid},
		"expired two years ago": {state: repay.Expired, age: 700 * 24 * time.Hour},
	} {
		i := repay.Intent{ID: uuid.New(), OrderID: uuid.New(), Code: repay.NewCode(), Amount: 3_330_000}
		_, err := pool.Exec(t.Context(), `
			INSERT INTO payment_intent (id, order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, state, created_at, expires_at)
			VALUES ($1, $2, $2, 'repayment', 'bank', $3, 'VND', '{}', $4, $5, $6, $7, $7)`,
			i.ID, i.OrderID, i.Amount, i.Code, i.ID[:], c.state, today.Add(-c.age))
		require.NoError(t, err)
		got := found(t, pool, []transfer{{i.Code, i.Amount + 1}, {fmt.Sprintf("CT %s.", i.Code[:8]), i.Amount + c.off}})
		require.NotNil(t, got[0], name)
		require.Equal(t, i.ID, got[0].ID)
		require.Equal(t, c.prefix, got[1] != nil, name)
	}
}
