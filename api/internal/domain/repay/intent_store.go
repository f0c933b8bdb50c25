package repay

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// intentState is the state of an intent. replaced_at is a separate column without an index, so that replacing an intent updates no
// index. An intent that had expired before counts as expired, not as replaced: see Intent.At.
const intentState = `CASE WHEN i.state = 'open' AND i.replaced_at < i.expires_at THEN 'replaced' ELSE i.state END`

const intentColumns = `i.id, i.order_id, i.member_id, i.purpose, i.method, i.amount, i.currency, i.quote, i.code, i.token_hash,
	` + intentState + ` AS state, i.created_at, i.expires_at`

// QueueOpenIntent inserts an intent and replaces the open intents of the same loan. The lock serializes concurrent calls, so that
// each sees the intents of the earlier ones.
func QueueOpenIntent(b *pgx.Batch, i Intent) {
	b.Queue(`SELECT pg_advisory_xact_lock(hashtextextended('payment_intent/' || $1, 0))`, i.OrderID.String())
	QueueReplaceOpenIntents(b, i.OrderID, i.CreatedAt)
	QueueAddIntent(b, i)
}

// QueueAddIntent inserts an intent and leaves the other open ones as they are.
func QueueAddIntent(b *pgx.Batch, i Intent) {
	b.Queue(`
		INSERT INTO payment_intent (id, order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		i.ID, i.OrderID, i.MemberID, i.Purpose, i.Method, i.Amount, i.Currency, i.Quote, i.Code, i.TokenHash, i.CreatedAt, i.ExpiresAt)
}

// QueueReplaceOpenIntents replaces the open intents of a loan, because their amounts are outdated. Their codes still match
// payments. There is no condition on expires_at: it lies after the newest statistics, so PostgreSQL would expect no matching rows
// and read the intents of all loans by that column's index.
func QueueReplaceOpenIntents(b *pgx.Batch, order uuid.UUID, at time.Time) {
	b.Queue(`
		UPDATE payment_intent SET replaced_at = $2
		WHERE order_id = $1 AND state = 'open' AND replaced_at IS NULL`, order, at)
}

// QueueIntentsPaid marks the intent paid, whatever its state, and expires the open intents of the loan with amounts above owed,
// its remaining debt. Their codes still match payments. An intent that is already paid is not written again. paid is uuid.Nil if
// the payment has no intent.
func QueueIntentsPaid(b *pgx.Batch, paid, order uuid.UUID, owed int64) {
	b.Queue(`
		UPDATE payment_intent SET state = CASE WHEN id = $1 THEN 'paid' ELSE 'expired' END
		WHERE id = $1 AND state <> 'paid' OR order_id = $2 AND state = 'open' AND replaced_at IS NULL AND amount > $3`, paid, order, owed)
}

// UnpaidExtensions reads the 100 newest unpaid intents for an extension of a loan, newest first.
func UnpaidExtensions(order uuid.UUID) postgres.Query[[]Intent] {
	return intents(`WHERE i.order_id = $1 AND i.purpose = 'extension' AND i.state <> 'paid' ORDER BY i.created_at DESC, i.id DESC LIMIT 100`, order)
}

// paidLinkTTL is how long after its expiry the link of a paid intent still shows that it is paid.
const paidLinkTTL = 7 * 24 * time.Hour

// IntentByToken reads the intent of a pay link. An expired link and an unknown one are both reason.PayLinkExpired.
func IntentByToken(tokenHash []byte, now time.Time) postgres.Query[Intent] {
	return postgres.OneRow[Intent]("repay: intent", reason.PayLinkExpired, `SELECT `+intentColumns+` FROM payment_intent i
		WHERE i.token_hash = $1 AND i.expires_at > CASE WHEN i.state = 'paid' THEN $3::timestamptz ELSE $2 END`, tokenHash, now, now.Add(-paidLinkTTL))
}

func intents(rest string, args ...any) postgres.Query[[]Intent] {
	return postgres.Rows[Intent]("repay: intents", `SELECT `+intentColumns+` FROM payment_intent i `+rest, args...)
}

// IntentWithPayment reads an intent of a member and the newest payment for it, or nil if there is none. An intent of another
// member is reason.NotFound.
func IntentWithPayment(ctx context.Context, db postgres.DB, member, intent uuid.UUID) (Intent, *Payment, error) {
	b := &pgx.Batch{}
	own := postgres.OneRow[Intent]("repay: intent", reason.NotFound,
		`SELECT `+intentColumns+` FROM payment_intent i WHERE i.id = $1 AND i.member_id = $2`, intent, member).Queue(b)
	paid := PaymentOfIntent(intent).Queue(b)
	if err := postgres.Send(ctx, db, b); err != nil {
		return Intent{}, nil, err
	}
	return own.Get(), paid.Get(), nil
}

// PaymentOfIntent reads the newest payment for an intent, or nil if there is none.
func PaymentOfIntent(intent uuid.UUID) postgres.Query[*Payment] {
	return postgres.Row[Payment]("repay: payment of an intent",
		`SELECT `+paymentColumns+` FROM payment p WHERE p.intent_id = $1 ORDER BY p.received_at DESC LIMIT 1`, intent)
}

// OpenIntent reads the newest open intent of a loan with this amount, other than for an extension, or nil if there is none.
func OpenIntent(order uuid.UUID, amount int64, now time.Time) postgres.Query[*Intent] {
	newest := postgres.Row[Intent]("repay: open intent", `
		SELECT `+intentColumns+` FROM payment_intent i
		WHERE i.order_id = $1 AND i.state = 'open' AND i.replaced_at IS NULL AND i.amount = $2 AND i.purpose <> 'extension'
		ORDER BY i.created_at DESC, i.id DESC LIMIT 1`, order, amount)
	// expires_at is not a condition of the query: see QueueReplaceOpenIntents.
	return postgres.Then(newest, func(i *Intent) (*Intent, error) {
		if i == nil || i.At(now) != Open {
			return nil, nil
		}
		return i, nil
	})
}
