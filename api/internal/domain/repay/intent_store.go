package repay

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// intentState is the state of an intent. That it was replaced stands in a column of its own: no index holds that, so none
// is written for it. Nothing replaces an intent whose time was over before: see Intent.At.
const intentState = `CASE WHEN i.state = 'open' AND i.replaced_at < i.expires_at THEN 'replaced' ELSE i.state END`

const intentColumns = `i.id, i.order_id, i.member_id, i.purpose, i.method, i.amount, i.currency, i.quote, i.code, i.token_hash,
	` + intentState + ` AS state, i.created_at, i.expires_at`

// QueueOpenIntent writes an intent and replaces the open ones of the same loan.
// Several at once come one after the other: of each two, the later one sees what the earlier one opened.
func QueueOpenIntent(b *pgx.Batch, i Intent) {
	b.Queue(`SELECT pg_advisory_xact_lock(hashtextextended('payment_intent/' || $1, 0))`, i.OrderID.String())
	QueueReplaceOpenIntents(b, i.OrderID, i.CreatedAt)
	QueueAddIntent(b, i)
}

// QueueAddIntent writes an intent beside those that are open.
func QueueAddIntent(b *pgx.Batch, i Intent) {
	b.Queue(`
		INSERT INTO payment_intent (id, order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		i.ID, i.OrderID, i.MemberID, i.Purpose, i.Method, i.Amount, i.Currency, i.Quote, i.Code, i.TokenHash, i.CreatedAt, i.ExpiresAt)
}

// QueueReplaceOpenIntents ends the intents of a loan that are open at a moment: their figures are no more. Their codes go on
// being recognised. It names no expires_at: what expires tonight is beyond the statistics of yesterday, and PostgreSQL
// would take it for nothing and read the intents of everybody by the index of that column.
func QueueReplaceOpenIntents(b *pgx.Batch, order uuid.UUID, at time.Time) {
	b.Queue(`
		UPDATE payment_intent SET replaced_at = $2
		WHERE order_id = $1 AND state = 'open' AND replaced_at IS NULL`, order, at)
}

// QueueIntentsPaid closes the intent to which money came, in whatever state it was, and ends those of the loan that ask for more
// than is owed since. Their codes go on being recognised. An intent to which money has come before is not written again; paid is
// zero where the money named none.
func QueueIntentsPaid(b *pgx.Batch, paid, order uuid.UUID, owed int64) {
	b.Queue(`
		UPDATE payment_intent SET state = CASE WHEN id = $1 THEN 'paid' ELSE 'expired' END
		WHERE id = $1 AND state <> 'paid' OR order_id = $2 AND state = 'open' AND replaced_at IS NULL AND amount > $3`, paid, order, owed)
}

// UnpaidExtensions reads the intents to pay for an extension of a loan to which no money has come, the newest first.
func UnpaidExtensions(order uuid.UUID) postgres.Query[[]Intent] {
	return intents(`WHERE i.order_id = $1 AND i.purpose = 'extension' AND i.state <> 'paid' ORDER BY i.created_at DESC, i.id DESC LIMIT 100`, order)
}

// paidShown is how long after its time the link of an intent that was paid still says so.
const paidShown = 7 * 24 * time.Hour

// IntentByToken reads the intent of a pay link. A link whose time is over is reason.PayLinkExpired, like one that never
// was.
func IntentByToken(tokenHash []byte, now time.Time) postgres.Query[Intent] {
	return postgres.OneRow[Intent]("repay: intent", reason.PayLinkExpired, `SELECT `+intentColumns+` FROM payment_intent i
		WHERE i.token_hash = $1 AND i.expires_at > CASE WHEN i.state = 'paid' THEN $3::timestamptz ELSE $2 END`, tokenHash, now, now.Add(-paidShown))
}

func intents(rest string, args ...any) postgres.Query[[]Intent] {
	return postgres.Rows[Intent]("repay: intents", `SELECT `+intentColumns+` FROM payment_intent i `+rest, args...)
}

// IntentWithPayment reads an intent of a member with the newest payment that came in for it, nil when there is none;
// reason.NotFound for somebody else's.
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

// PaymentOfIntent reads the newest payment that came in for an intent; nil when there is none.
func PaymentOfIntent(intent uuid.UUID) postgres.Query[*Payment] {
	return postgres.Row[Payment]("repay: payment of an intent",
		`SELECT `+paymentColumns+` FROM payment p WHERE p.intent_id = $1 ORDER BY p.received_at DESC LIMIT 1`, intent)
}

// OpenIntent is the newest intent to pay an amount back on a loan that is open at now; nil when there is none.
func OpenIntent(order uuid.UUID, amount int64, now time.Time) postgres.Query[*Intent] {
	newest := postgres.Row[Intent]("repay: open intent", `
		SELECT `+intentColumns+` FROM payment_intent i
		WHERE i.order_id = $1 AND i.state = 'open' AND i.replaced_at IS NULL AND i.amount = $2 AND i.purpose <> 'extension'
		ORDER BY i.created_at DESC, i.id DESC LIMIT 1`, order, amount)
	// Not asked for by expires_at: see QueueReplaceOpenIntents.
	return postgres.Then(newest, func(i *Intent) (*Intent, error) {
		if i == nil || i.At(now) != Open {
			return nil, nil
		}
		return i, nil
	})
}
