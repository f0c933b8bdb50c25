package repay_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// insertIntent inserts an intent of a loan that is created the given minutes after today and lasts a day.
func insertIntent(t *testing.T, pool *pgxpool.Pool, paid flowtest.Paid, minutes int, purpose repay.Purpose, amount int64) repay.Intent {
	t.Helper()
	id, at := uuid.Must(uuid.NewV7()), today.Add(time.Duration(minutes)*time.Minute)
	i := repay.Intent{
		ID: id, OrderID: paid.OrderID, MemberID: paid.MemberID, Purpose: purpose, Method: repay.ByBank, Amount: amount,
		Currency: money.VND, Quote: repay.Quote{On: money.MustDate("2026-05-11"), Owed: repay.Amounts{}}, Code: repay.NewCode(),
		TokenHash: id[:], State: repay.Open, CreatedAt: at, ExpiresAt: at.Add(24 * time.Hour),
	}
	queue(t, pool, func(b *pgx.Batch) { repay.QueueAddIntent(b, i) })
	return i
}

// queue sends the batch that fill adds statements to.
func queue(t *testing.T, pool *pgxpool.Pool, fill func(b *pgx.Batch)) {
	t.Helper()
	b := &pgx.Batch{}
	fill(b)
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
}

// pay inserts a payment of a loan that was made at the given time.
func pay(t *testing.T, pool *pgxpool.Pool, paid flowtest.Paid, seq int, at time.Time, change func(*repay.Payment)) repay.Payment {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	p := repay.Payment{
		ID: id, Gateway: "sandbox", GatewayReference: "R" + id.String(), Serial: repay.NewSerial(money.MustDate("2026-05-11")),
		OrderID: &paid.OrderID, MemberID: &paid.MemberID, Seq: &seq, Amount: int64(seq) * 1000, Currency: money.VND, Type: repay.ByBank,
		State: repay.Posted, PaidAt: at, ValueDate: money.MustDate("2026-05-11"), ReceivedAt: at,
	}
	if change != nil {
		change(&p)
	}
	queue(t, pool, func(b *pgx.Batch) { repay.QueuePayment(b, p) })
	return p
}

// The pay link of an intent works until its expiry. The link of a paid intent works for a week longer.
func TestPayLinkExpires(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	i := insertIntent(t, pool, paid, 0, repay.ForRepayment, 1000)
	insertIntent(t, pool, paid, 1, repay.ForRepayment, 2000)
	_, err := repay.IntentByToken([]byte("unknown"), i.CreatedAt).Read(t.Context(), pool)
	require.Equal(t, reason.PayLinkExpired, reason.Of(err), "an unknown link")
	read := func(now time.Time) error {
		found, err := repay.IntentByToken(i.TokenHash, now).Read(t.Context(), pool)
		if err == nil {
			require.Equal(t, i.Code, found.Code)
		}
		return err
	}
	require.NoError(t, read(i.ExpiresAt.Add(-time.Microsecond)))
	require.Equal(t, reason.PayLinkExpired, reason.Of(read(i.ExpiresAt)))
	queue(t, pool, func(b *pgx.Batch) { repay.QueueIntentsPaid(b, i.ID, paid.OrderID, math.MaxInt64) })
	week := i.ExpiresAt.Add(7 * 24 * time.Hour)
	require.NoError(t, read(week.Add(-time.Microsecond)))
	require.Equal(t, reason.PayLinkExpired, reason.Of(read(week)))
}

func TestOpenIntentReturnsTheNewest(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	bought := insertIntent(t, pool, paid, 0, repay.ForExtension, 1000)
	older := insertIntent(t, pool, paid, 1, repay.ForExtension, 2000)
	same := insertIntent(t, pool, paid, 1, repay.ForExtension, 2500)
	newer := insertIntent(t, pool, paid, 2, repay.ForExtension, 2500)
	insertIntent(t, pool, flowtest.PayOut(t, pool, flowtest.Loan{}), 1, repay.ForExtension, 2000)
	insertIntent(t, pool, paid, 2, repay.ForRepayment, 1000)
	newest := insertIntent(t, pool, paid, 2, repay.ForPayoff, 1000) // from the same instant, but later
	other := insertIntent(t, pool, paid, 4, repay.ForRepayment, 3000)
	open := func(amount int64, now time.Time) *repay.Intent {
		i, err := repay.OpenIntent(paid.OrderID, amount, now).Read(t.Context(), pool)
		require.NoError(t, err)
		return i
	}
	require.Equal(t, newest.ID, open(1000, newest.CreatedAt).ID)
	require.Equal(t, other.ID, open(3000, newest.CreatedAt).ID)
	require.Nil(t, open(2000, newest.CreatedAt), "an intent for an extension is not a repayment intent")
	require.Nil(t, open(1000, newest.ExpiresAt))

	queue(t, pool, func(b *pgx.Batch) { repay.QueueIntentsPaid(b, bought.ID, paid.OrderID, math.MaxInt64) })
	waiting, err := repay.UnpaidExtensions(paid.OrderID).Read(t.Context(), pool)
	require.NoError(t, err)
	var extensions []uuid.UUID
	for _, i := range waiting {
		extensions = append(extensions, i.ID)
	}
	require.Equal(t, []uuid.UUID{newer.ID, same.ID, older.ID}, extensions)

	queue(t, pool, func(b *pgx.Batch) { repay.QueueReplaceOpenIntents(b, paid.OrderID, newest.CreatedAt) })
	require.Nil(t, open(1000, newest.CreatedAt), "the intent was replaced")

	late := insertIntent(t, pool, paid, 5, repay.ForRepayment, 4000)
	queue(t, pool, func(b *pgx.Batch) { repay.QueueReplaceOpenIntents(b, paid.OrderID, late.ExpiresAt) })
	over, _, err := repay.IntentWithPayment(t.Context(), pool, paid.MemberID, late.ID)
	require.NoError(t, err)
	require.Equal(t, repay.Expired, over.At(late.ExpiresAt), "an expired intent is not replaced")
}

// All intents of a day expire at the same time, after the newest statistics. A query by expires_at would read the intents of all loans.
func TestIntentsOfALoanAreReadByTheOrderIndex(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	others := func(expires string) string {
		return fmt.Sprintf(`
			INSERT INTO payment_intent (order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, created_at, expires_at)
			SELECT gen_random_uuid(), '%s', 'repayment', 'bank', 1, 'VND', '{}', 'X' || gen_random_uuid(), uuid_send(gen_random_uuid()), %s, %s
			FROM generate_series(1, 1000)`, paid.MemberID, expires, expires)
	}
	at := today.Format(time.RFC3339)
	postgrestest.Fill(t, pool, others(`'`+at+`'::timestamptz - interval '1 day'`))
	_, err := postgrestest.Owner(t, pool).Exec(t.Context(), `ALTER TABLE payment_intent SET (autovacuum_enabled = false)`)
	require.NoError(t, err)
	ctx, trips := postgres.CountTrips(t.Context())
	b := &pgx.Batch{}
	repay.QueueReplaceOpenIntents(b, paid.OrderID, today)
	require.NoError(t, postgres.Send(ctx, pool, b))
	_, err = repay.OpenIntent(paid.OrderID, 1, today).Read(ctx, pool)
	require.NoError(t, err)
	require.Len(t, trips.Statements(), 2)
	for _, sent := range trips.Statements() {
		rows, err := pool.Query(t.Context(), `EXPLAIN (COSTS OFF) `+sent.SQL, sent.Args...)
		require.NoError(t, err)
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		require.Contains(t, strings.Join(plan, "\n"), "payment_intent_order")
	}
}

func TestIntentIsReadWithItsNewestPayment(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	i := insertIntent(t, pool, paid, 0, repay.ForRepayment, 1000)
	_, payment, err := repay.IntentWithPayment(t.Context(), pool, paid.MemberID, i.ID)
	require.NoError(t, err)
	require.Nil(t, payment)
	for seq := 1; seq <= 2; seq++ {
		pay(t, pool, paid, seq, today.Add(time.Duration(seq)*time.Hour), func(p *repay.Payment) { p.IntentID = &i.ID })
	}
	found, payment, err := repay.IntentWithPayment(t.Context(), pool, paid.MemberID, i.ID)
	require.NoError(t, err)
	require.Equal(t, i.Code, found.Code)
	require.Equal(t, 2, *payment.Seq)
	_, _, err = repay.IntentWithPayment(t.Context(), pool, flowtest.Member(t, pool), i.ID)
	require.Equal(t, reason.NotFound, reason.Of(err), "it belongs to another member")
}

// A second payment for the same intent does not update the intent again.
func TestPaidIntentIsUpdatedOnce(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	i := insertIntent(t, pool, flowtest.PayOut(t, pool, flowtest.Loan{}), 0, repay.ForRepayment, 500)
	version := func() (state, at string) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT state, xmin::text FROM payment_intent WHERE id = $1`, i.ID).Scan(&state, &at))
		return state, at
	}
	queue(t, pool, func(b *pgx.Batch) { repay.QueueIntentsPaid(b, i.ID, i.OrderID, math.MaxInt64) })
	state, written := version()
	require.Equal(t, "paid", state)
	queue(t, pool, func(b *pgx.Batch) { repay.QueueIntentsPaid(b, i.ID, i.OrderID, math.MaxInt64) })
	_, again := version()
	require.Equal(t, written, again)
}
