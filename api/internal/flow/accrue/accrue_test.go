package accrue_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/accrue"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// vietnam is the region of these tests.
var vietnam = region.Get("vi")

// fixture is a database with the flow and a clock that the test moves.
type fixture struct {
	pool  *pgxpool.Pool
	clock *clock.Manual
	flow  *accrue.Accrue
}

// open starts at 10:00 on a business date.
func open(t testing.TB, on string) *fixture {
	t.Helper()
	w := &fixture{pool: postgrestest.Open(t, postgrestest.Create(t).AppURL)}
	w.clock = clock.NewManual(money.MustDate(on).In(vietnam.TimeZone).Add(10 * time.Hour))
	w.flow = accrue.New(w.pool, w.clock, vietnam)
	return w
}

func (w *fixture) days(n int) { w.clock.Advance(time.Duration(n) * 24 * time.Hour) }

func (w *fixture) today() money.Date { return vietnam.Today(w.clock.Now()) }

func (w *fixture) facts(t testing.TB, paid flowtest.Paid) servicing.Posted {
	facts, err := servicing.ReadPosted(paid.OrderID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	return facts
}

func (w *fixture) state(t testing.TB, paid flowtest.Paid) servicing.State {
	return w.facts(t, paid).Replay(w.today())
}

func (w *fixture) count(t testing.TB, sql string, args ...any) (n int) {
	require.NoError(t, w.pool.QueryRow(t.Context(), sql, args...).Scan(&n))
	return n
}

// reconciled asserts that the books have no differences.
func (w *fixture) reconciled(t testing.TB) {
	books := reconcile.Books{
		Pool: w.pool, Replica: postgres.NewReplica(w.pool, nil), Clock: w.clock, Gateway: config.Sandbox, Bank: payment.NewSandbox(w.pool),
	}
	result, err := books.Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, result.Differences)
}

// postings counts the accruals in the journal of a loan.
func (w *fixture) postings(t testing.TB, paid flowtest.Paid) int {
	return w.count(t, `SELECT count(*) FROM ledger_transaction WHERE scope = $1 AND kind = 'accrual' AND key LIKE 'accrual:%'`, paid.OrderID)
}

// month posts the month's accrual until none is left.
func (w *fixture) month(t testing.TB) {
	for more := true; more; {
		var err error
		more, err = w.flow.Month(t.Context())
		require.NoError(t, err)
	}
}

// The accrual is posted once, on the last day of a month or as soon afterwards as the job runs, with the last day's
// value date. The journal of a loan with an event since then already contains it.
func TestAccrualIsPostedOnceAMonth(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, busy := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()}), flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	late := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: money.MustDate("2026-03-31")})
	w.month(t)
	require.Zero(t, w.postings(t, paid), "no month has ended since the payout")
	w.days(18)
	w.month(t)
	require.Zero(t, w.postings(t, paid), "it is 30 March")
	w.days(1)
	before := w.state(t, paid)
	for range 3 {
		w.month(t)
	}
	require.Equal(t, before, w.state(t, paid), "posting the accrual changes no figure")
	require.Equal(t, 1, w.postings(t, paid))
	require.Equal(t, -w.facts(t, paid).Balance[ledger.InterestIncome], before.Charged[repay.Interest], "the journal contains the whole month")
	require.Zero(t, w.postings(t, late), "the loan has not run for a night yet")
	w.reconciled(t)

	// The job does not run on the last day of April; it runs on 3 May, after an event of another loan.
	w.days(32)
	flowtest.Accrue(t, w.pool, busy.OrderID, w.today(), w.clock.Now())
	w.days(1)
	n := w.postings(t, busy)
	w.month(t)
	require.Equal(t, n, w.postings(t, busy), "its journal is already further ahead")
	require.Equal(t, 2, w.postings(t, paid))
	require.Equal(t, 1, w.postings(t, late))
	require.Equal(t, 2, w.count(t, `SELECT count(*) FROM ledger_transaction WHERE value_date = '2026-04-30' AND posting_date = '2026-05-03'`))
	require.Equal(t, -w.facts(t, paid).Balance[ledger.InterestIncome], w.facts(t, paid).Replay(money.MustDate("2026-04-30")).Charged[repay.Interest])
	w.reconciled(t)
}

// Reading one page of a pass over all loans does not read the loans of earlier pages.
func TestPageOfLoansDoesNotReadEarlierPages(t *testing.T) {
	t.Parallel()
	const page = 50
	w := open(t, "2026-03-12")
	flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	w.copies(t, 40*page, "terms")
	w.days(19)
	var after uuid.UUID
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT order_id FROM loan ORDER BY order_id OFFSET $1 LIMIT 1`, 20*page).Scan(&after))
	for name, loans := range map[string]postgres.Query[[]uuid.UUID]{
		"running": loan.RunningSince("vi", w.today(), after, page),
		"earning": loan.AccruingIn("vi", "", w.today(), w.clock.Now(), repay.RefundFailedSince(`l.order_id`, `$4`), after, page),
	} {
		// The counts are read in one transaction, because a session reports its counts to the server between two.
		tx, err := w.pool.Begin(t.Context())
		require.NoError(t, err)
		before := rowsRead(t, tx)
		found, err := loans.Read(t.Context(), tx)
		require.NoError(t, err)
		require.Len(t, found, page, name)
		read := rowsRead(t, tx) - before
		require.NoError(t, tx.Rollback(t.Context()))
		require.GreaterOrEqual(t, read, page, name)
		require.LessOrEqual(t, read, 3*page, name)
	}
}

// rowsRead returns how many rows of loans and orders a session has read that are not yet in the server's statistics.
func rowsRead(t *testing.T, tx pgx.Tx) (n int) {
	t.Helper()
	require.NoError(t, tx.QueryRow(t.Context(), `
		SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0) FROM pg_stat_xact_user_tables WHERE relname IN ('loan', 'loan_order')`).Scan(&n))
	return n
}

func TestPostedMonthIsNotPostedAgain(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-31")
	finished := func() (at time.Time) {
		require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT finished_at FROM accrual_pass`).Scan(&at))
		return at
	}
	w.month(t)
	before := finished()
	w.days(1)
	w.month(t)
	require.Equal(t, before, finished())
}

// A run ends if another run is working on the month, so that it does not occupy a worker.
func TestAccrualRunEndsIfAnotherHoldsTheMonth(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	w.month(t)
	w.days(19)
	held, err := w.pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), `SELECT FROM accrual_pass FOR NO KEY UPDATE`)
	require.NoError(t, err)
	more, err := w.flow.Month(t.Context())
	require.NoError(t, err)
	require.False(t, more)
	require.NoError(t, held.Rollback(t.Context()))
	require.Zero(t, w.postings(t, paid))
	w.month(t)
	require.Equal(t, 1, w.postings(t, paid))
}

// If there are more loans than one run posts, several runs post them, each continuing where the last one stopped. A
// loan that cannot be computed does not block the others.
func TestAccrualContinuesAcrossRunsAndSkipsABrokenLoan(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	w.copies(t, accrue.LoansPerRun+600, `CASE n WHEN 7 THEN '"broken"' ELSE terms END`)
	w.days(19)
	more, err := w.flow.Month(t.Context())
	var broken uuid.UUID
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT id FROM loan_order WHERE terms = '"broken"'`).Scan(&broken))
	processed := func() int {
		return w.count(t, `SELECT count(*) FROM loan WHERE order_id <= (SELECT order_id FROM accrual_pass)`)
	}
	require.True(t, more)
	require.Equal(t, accrue.LoansPerRun, processed())
	failed := err
	more, err = w.flow.Month(t.Context())
	require.False(t, more)
	if failed == nil {
		failed = err
	}
	require.ErrorContains(t, failed, broken.String())
	posted := `SELECT count(*) FROM ledger_transaction WHERE kind = 'accrual' AND value_date = '2026-03-31'`
	require.Equal(t, accrue.LoansPerRun+600, w.count(t, posted))
	require.Equal(t, 1, w.postings(t, paid))
	more, err = w.flow.Month(t.Context())
	require.NoError(t, err, "the month is finished")
	require.False(t, more)
	require.Equal(t, accrue.LoansPerRun+600, w.count(t, posted))
}

// Money that overflows is a panic.
func TestAccrualSkipsALoanWhoseFiguresOverflow(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	w.copies(t, 3, `CASE n WHEN 2 THEN jsonb_set(terms, '{annualRateBps}', '9000000000000000000') ELSE terms END`)
	w.days(19)
	more, err := w.flow.Month(t.Context())
	require.ErrorContains(t, err, "overflow")
	require.False(t, more)
	require.Equal(t, 3, w.count(t, `SELECT count(*) FROM ledger_transaction WHERE kind = 'accrual' AND value_date = '2026-03-31'`))
}

// copies creates n loans like the first one. terms is an SQL expression over n.
func (w *fixture) copies(t testing.TB, n int, terms string) {
	t.Helper()
	owner, err := postgrestest.Owner(t, w.pool).Acquire(t.Context())
	require.NoError(t, err)
	defer owner.Release()
	_, err = owner.Exec(t.Context(), `SET statement_timeout = 0`)
	require.NoError(t, err)
	_, err = owner.Exec(t.Context(), `
		ALTER TABLE loan_order DISABLE TRIGGER USER;
		CREATE TABLE copy AS SELECT n, uuidv7() AS id FROM generate_series(1, `+strconv.Itoa(n)+`) n;
		INSERT INTO loan_order (id, order_no, member_id, region, app_product_id, product_id, product_version, lender_code, currency, status, repay_status,
				applied_amount, principal, term_days, terms, bank_card_id, applied_at, applied_on, confirmed_at, reopened_at)
			SELECT copy.id, 'N' || n, member_id, region, app_product_id, product_id, product_version, lender_code, currency, status, repay_status,
				applied_amount, principal, term_days, `+terms+`, bank_card_id, applied_at, applied_on, confirmed_at, confirmed_at FROM copy, loan_order;
		INSERT INTO loan (order_id, member_id, principal, actual_received, disbursed_on, first_due_date, due_date, interest_at_due, total_at_due)
			SELECT copy.id, member_id, principal, actual_received, disbursed_on, first_due_date, due_date, interest_at_due, total_at_due FROM copy, loan;
		WITH head AS (
			INSERT INTO ledger_transaction (key, kind, scope, posting_date, value_date, created_at)
			SELECT 'copy:' || copy.id, t.kind, copy.id, posting_date, value_date, created_at FROM copy, ledger_transaction t RETURNING id, scope)
		INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount)
			SELECT head.id, e.seq, head.scope, e.account, e.currency, e.amount FROM head, (SELECT * FROM ledger_entry) e;
		DROP TABLE copy;
		ALTER TABLE loan_order ENABLE TRIGGER USER;
		ANALYZE loan, loan_order, ledger_transaction, ledger_entry, ledger_balance`)
	require.NoError(t, err)
}
