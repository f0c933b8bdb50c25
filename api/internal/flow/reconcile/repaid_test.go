package reconcile_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// repaid returns books in which a loan has received a payment of amount, and another payment of 300 waits for its owner.
func repaid(t *testing.T, amount int64) (*pgxpool.Pool, reconcile.Books) {
	t.Helper()
	pool, vietnam := postgrestest.New(t), region.Get("vi")
	now := clock.NewManual(money.MustDate("2026-03-16").In(vietnam.TimeZone).Add(10 * time.Hour))
	flow := pay.New(pool, now, payment.NewSandbox(pool), pay.Config{
		Region: vietnam, Collection: payment.Collection{Gateway: "sandbox", Number: "1017595600"},
	})
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	for reference, amount := range map[string]int64{"theirs": amount, "nobody's": 300} {
		require.NoError(t, flow.Receive(t.Context(), "sandbox", payment.Report{
			Type: payment.ReportPayment, ID: reference, Reference: reference, Amount: amount, Currency: "VND", Account: "1017595600", PaidAt: now.Now(),
		}))
	}
	kept, err := repay.ByReference("sandbox", "theirs").Read(t.Context(), pool)
	require.NoError(t, err)
	require.NoError(t, flow.Match(t.Context(), kept.ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	b := books(pool)
	b.Bank = nil
	return pool, b
}

func found(t *testing.T, b reconcile.Books) []reconcile.Difference {
	t.Helper()
	result, err := b.Check(t.Context())
	require.NoError(t, err)
	return result.Differences
}

// How a payment was allocated is recomputed, and so is what the journal holds of a payment without an owner.
func TestErrorsInPaymentsAreFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plant           string
		what            string
		expected, found int64
	}{
		"an allocation to another component": {
			`ALTER TABLE payment_allocation DISABLE TRIGGER USER; UPDATE payment_allocation SET component = 'late_fee' WHERE component = 'service_fee'`, "split of payment", 1, 0,
		},
		"a payment sent back that is still in suspense in the journal": {
			`ALTER TABLE payment DISABLE TRIGGER USER; UPDATE payment SET state = 'returned' WHERE state = 'suspense'`, "suspense", 0, 300,
		},
		"a payment of a loan that is still in suspense in the journal": {
			`ALTER TABLE payment DISABLE TRIGGER USER;
			UPDATE payment SET state = 'reversed', seq = 2, (order_id, member_id) = (SELECT id, member_id FROM loan_order) WHERE state = 'suspense'`,
			"suspense", 0, 300,
		},
		"another amount in suspense": {
			`ALTER TABLE payment DISABLE TRIGGER USER; UPDATE payment SET amount = 400 WHERE state = 'suspense'`, "suspense", 400, 300,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool, b := repaid(t, 100_000)
			require.Empty(t, found(t, b))
			_, err := postgrestest.Owner(t, pool).Exec(t.Context(), c.plant)
			require.NoError(t, err)
			differ := found(t, b)
			require.Len(t, differ, 1, "%v", differ)
			require.Contains(t, differ[0].What, c.what)
			require.Equal(t, c.expected, differ[0].Expected)
			require.Equal(t, c.found, differ[0].Found)
		})
	}
}

// A comparison of changes finds it as well, once something is posted to the payment.
func TestPaymentLeftInSuspenseIsFoundAmongChanges(t *testing.T) {
	t.Parallel()
	pool, b := repaid(t, 100_000)
	changes := func() reconcile.Result {
		result, err := b.CheckChanged(t.Context())
		require.NoError(t, err)
		return result
	}
	require.Empty(t, changes().Differences)
	kept, err := repay.ByReference("sandbox", "nobody's").Read(t.Context(), pool)
	require.NoError(t, err)
	_, err = postgrestest.Owner(t, pool).Exec(t.Context(), `ALTER TABLE payment DISABLE TRIGGER USER; UPDATE payment SET state = 'returned' WHERE state = 'suspense'`)
	require.NoError(t, err)
	day := money.MustDate("2026-03-16")
	require.NoError(t, ledger.Post(t.Context(), pool, ledger.Transaction{
		Key: "half", Kind: ledger.KindRefund, Scope: kept.ID, PostingDate: day, ValueDate: day, At: day.Time(), Currency: "VND",
		Entries: ledger.Entries{}.Debit(ledger.Suspense, 100).Credit(ledger.Bank, 100),
	}))
	result := changes()
	require.False(t, result.Whole)
	require.Equal(t, []reconcile.Difference{{Subject: "payment " + kept.ID.String(), What: "suspense", Found: 200}}, result.Differences)
}

func TestSettledLoanHasTheStatusOfOne(t *testing.T) {
	t.Parallel()
	pool, b := repaid(t, 6_000_000)
	require.Empty(t, found(t, b))
	_, err := postgrestest.Owner(t, pool).Exec(t.Context(), `UPDATE loan_order SET repay_status = 1`)
	require.NoError(t, err)
	differ := found(t, b)
	require.Len(t, differ, 1)
	require.Equal(t, "repay status is 1, should be 3", differ[0].String()[len(differ[0].Subject)+2:])
}

// silentBank fails to answer one of the two questions.
type silentBank struct {
	payment.Statement

	lines, since error
}

func (b silentBank) Lines(ctx context.Context, references []string) ([]payment.Line, error) {
	if b.lines != nil {
		return nil, b.lines
	}
	return b.Statement.Lines(ctx, references)
}

func (b silentBank) Since(ctx context.Context, at time.Time, after string, n int) ([]payment.Line, error) {
	if b.since != nil {
		return nil, b.since
	}
	return b.Statement.Since(ctx, at, after, n)
}

// A run that could not compare everything is not recorded, because the next one would continue from it.
func TestRunWithoutTheBanksAnswerIsNotRecorded(t *testing.T) {
	t.Parallel()
	silent := errors.New("the bank does not answer")
	for name, bank := range map[string]silentBank{"lines": {lines: silent}, "since": {since: silent}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := postgrestest.New(t)
			flowtest.PayOut(t, pool, flowtest.Loan{})
			b := books(pool)
			bank.Statement = b.Bank
			b.Bank = bank
			_, err := b.Check(t.Context())
			require.ErrorIs(t, err, silent)
			var runs int
			require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM reconcile_run`).Scan(&runs))
			require.Zero(t, runs)
		})
	}
}

// The same holds for every table that the comparison reads.
func TestRunThatCannotReadIsNotRecorded(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"ledger_transaction", "ledger_entry", "ledger_balance", "loan", "disbursement", "disbursement_return", "payment", "refund", "payment_allocation"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			pool, b := repaid(t, 100_000)
			_, err := postgrestest.Owner(t, pool).Exec(t.Context(), `ALTER TABLE `+table+` RENAME TO gone`)
			require.NoError(t, err)
			_, err = b.Check(t.Context())
			require.ErrorContains(t, err, table)
			var runs int
			require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM reconcile_run`).Scan(&runs))
			require.Zero(t, runs)
		})
	}
}

// askedBank notes from when on it was asked for its movements.
type askedBank struct {
	payment.Statement

	since []time.Time
}

func (b *askedBank) Since(ctx context.Context, at time.Time, after string, n int) ([]payment.Line, error) {
	b.since = append(b.since, at)
	return b.Statement.Since(ctx, at, after, n)
}

// A comparison of changes asks for what the bank has booked since the last good run, and for what was then so new that its report
// could still arrive.
func TestComparisonOfChangesAsksTheBankForNewMovements(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	bank := &askedBank{Statement: payment.NewSandbox(pool)}
	b := books(pool)
	b.Bank = bank
	for range 2 {
		_, err := b.CheckChanged(t.Context())
		require.NoError(t, err)
	}
	require.Len(t, bank.since, 2)
	require.Zero(t, bank.since[0])
	require.WithinDuration(t, time.Now().Add(-20*time.Minute), bank.since[1], time.Minute)
}
