package repay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const intentColumns = `i.id, i.order_id, i.member_id, i.purpose, i.method, i.amount, i.currency, i.quote, i.code, i.token_hash,
	i.state, i.created_at, i.expires_at`

// QueueOpen writes an intent and replaces the open ones of the same loan.
// Several at once come one after the other: of each two, the later one sees what the earlier one opened.
func QueueOpen(b *pgx.Batch, i Intent) {
	b.Queue(`SELECT pg_advisory_xact_lock(hashtextextended('payment_intent/' || $1, 0))`, i.OrderID.String())
	QueueReplaceOpen(b, i.OrderID, i.CreatedAt)
	QueueAdd(b, i)
}

// QueueAdd writes an intent beside those that are open.
func QueueAdd(b *pgx.Batch, i Intent) {
	b.Queue(`
		INSERT INTO payment_intent (id, order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		i.ID, i.OrderID, i.MemberID, i.Purpose, i.Method, i.Amount, i.Currency, i.Quote, i.Code, i.TokenHash, i.CreatedAt, i.ExpiresAt)
}

// QueueReplaceOpen ends the intents of a loan that are open at a moment: their figures are no more. Their codes go on
// being recognised. One whose time was over before stays as it is: see Intent.At.
func QueueReplaceOpen(b *pgx.Batch, order uuid.UUID, at time.Time) {
	b.Queue(`UPDATE payment_intent SET state = 'replaced' WHERE order_id = $1 AND state = 'open' AND expires_at > $2`, order, at)
}

// QueuePaid closes an intent to which money came, in whatever state it was.
func QueuePaid(b *pgx.Batch, intent uuid.UUID) {
	b.Queue(`UPDATE payment_intent SET state = 'paid' WHERE id = $1`, intent)
}

// UnpaidExtensions reads the intents to pay for an extension of a loan to which no money has come, the newest first.
func UnpaidExtensions(ctx context.Context, db postgres.DB, order uuid.UUID) ([]Intent, error) {
	rows, err := db.Query(ctx, `
		SELECT `+intentColumns+` FROM payment_intent i WHERE i.order_id = $1 AND i.purpose = 'extension' AND i.state <> 'paid'
		ORDER BY i.created_at DESC, i.id DESC LIMIT 100`, order)
	if err != nil {
		return nil, fmt.Errorf("repay: intents: %w", postgres.Reason(err))
	}
	return collectIntents(rows)
}

// paidShown is how long after its time the link of an intent that was paid still says so.
const paidShown = 7 * 24 * time.Hour

// IntentByToken reads the intent of a pay link. A link whose time is over is reason.PayLinkExpired, like one that never
// was.
func IntentByToken(ctx context.Context, db postgres.DB, tokenHash []byte, now time.Time) (Intent, error) {
	intent, err := postgres.One[Intent](ctx, db, `SELECT `+intentColumns+` FROM payment_intent i
		WHERE i.token_hash = $1 AND i.expires_at > CASE WHEN i.state = 'paid' THEN $3::timestamptz ELSE $2 END`, tokenHash, now, now.Add(-paidShown))
	if err == nil && intent == nil {
		return Intent{}, reason.New(reason.PayLinkExpired)
	}
	if err != nil {
		return Intent{}, fmt.Errorf("repay: intent: %w", err)
	}
	return *intent, nil
}

func collectIntents(rows pgx.Rows) ([]Intent, error) {
	intents, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Intent])
	if err != nil {
		return nil, fmt.Errorf("repay: intents: %w", err)
	}
	return intents, nil
}

// IntentWithPayment reads an intent of a member with the newest payment that came in for it, nil when there is none.
func IntentWithPayment(ctx context.Context, db postgres.DB, member, intent uuid.UUID) (Intent, *Payment, error) {
	b := &pgx.Batch{}
	var intents []Intent
	var payments []Payment
	b.Queue(`SELECT `+intentColumns+` FROM payment_intent i WHERE i.id = $1 AND i.member_id = $2`, intent, member).
		Query(func(rows pgx.Rows) (err error) { intents, err = collectIntents(rows); return err })
	b.Queue(`SELECT `+paymentColumns+` FROM payment p WHERE p.intent_id = $1 ORDER BY p.received_at DESC LIMIT 1`, intent).
		Query(func(rows pgx.Rows) (err error) {
			payments, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Payment])
			return err
		})
	if err := db.SendBatch(ctx, b).Close(); err != nil {
		return Intent{}, nil, fmt.Errorf("repay: intent: %w", postgres.Reason(err))
	}
	if len(intents) == 0 {
		return Intent{}, nil, reason.New(reason.NotFound)
	}
	if len(payments) == 0 {
		return intents[0], nil, nil
	}
	return intents[0], &payments[0], nil
}

// OpenIntent is the newest intent to pay an amount back on a loan that is open at now; no id when there is none.
func OpenIntent(ctx context.Context, db postgres.DB, order uuid.UUID, amount int64, now time.Time) (uuid.UUID, error) {
	var id uuid.UUID
	err := db.QueryRow(ctx, `
		SELECT id FROM payment_intent WHERE order_id = $1 AND state = 'open' AND expires_at > $2 AND amount = $3 AND purpose <> 'extension'
		ORDER BY created_at DESC, id DESC LIMIT 1`, order, now, amount).Scan(&id)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, fmt.Errorf("repay: open intent: %w", postgres.Reason(err))
	}
	return id, nil
}
