package pay_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// accrue posts what a loan has been charged up to today, as if the accrual were posted every night.
func (w *fixture) accrue(t flowtest.T, paid flowtest.Paid) {
	flowtest.Accrue(t, w.pool, paid.OrderID, w.today(), w.clock.Now())
}

// postings counts the accruals in the journal of a loan.
func (w *fixture) postings(t flowtest.T, paid flowtest.Paid) int {
	return w.count(t, `SELECT count(*) FROM ledger_transaction WHERE scope = $1 AND kind = 'accrual' AND key LIKE 'accrual:%'`, paid.OrderID)
}

// month posts the month's accrual until none is left.
func (w *fixture) month(t flowtest.T) {
	for more := true; more; {
		var err error
		more, err = w.flow.AccrueMonth(t.Context())
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

	// The job does not run on the last day of April; it runs on 3 May, after a payment of the first loan.
	w.days(32)
	w.receive(t, w.intent(t, busy, repay.ForRepayment, 1_000).Code, 1_000)
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
	more, err := w.flow.AccrueMonth(t.Context())
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
	w.copies(t, pay.LoansPerRun+600, `CASE n WHEN 7 THEN '"broken"' ELSE terms END`)
	w.days(19)
	more, err := w.flow.AccrueMonth(t.Context())
	var broken uuid.UUID
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT id FROM loan_order WHERE terms = '"broken"'`).Scan(&broken))
	processed := func() int {
		return w.count(t, `SELECT count(*) FROM loan WHERE order_id <= (SELECT order_id FROM accrual_pass)`)
	}
	require.True(t, more)
	require.Equal(t, pay.LoansPerRun, processed())
	failed := err
	more, err = w.flow.AccrueMonth(t.Context())
	require.False(t, more)
	if failed == nil {
		failed = err
	}
	require.ErrorContains(t, failed, broken.String())
	posted := `SELECT count(*) FROM ledger_transaction WHERE kind = 'accrual' AND value_date = '2026-03-31'`
	require.Equal(t, pay.LoansPerRun+600, w.count(t, posted))
	require.Equal(t, 1, w.postings(t, paid))
	more, err = w.flow.AccrueMonth(t.Context())
	require.NoError(t, err, "the month is finished")
	require.False(t, more)
	require.Equal(t, pay.LoansPerRun+600, w.count(t, posted))
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

// posted is the interest in the journal with a value date.
type posted struct{ accrued, corrected int64 }

// nightly reads the interest by value date of a loan that is posted every night: the nightly postings, and the changes
// by other events.
func (w *fixture) nightly(t flowtest.T, paid flowtest.Paid) map[money.Date]posted {
	journal, err := ledger.Journal(t.Context(), w.pool, paid.OrderID)
	require.NoError(t, err)
	days := map[money.Date]posted{}
	for _, posting := range journal {
		for _, e := range posting.Entries {
			day := days[posting.PostingDate]
			switch {
			case e.Account != ledger.InterestIncome:
				continue
			case strings.HasPrefix(posting.Key, "accrual:"+paid.OrderID.String()):
				day.accrued -= e.Amount
			default:
				day.corrected -= e.Amount
			}
			days[posting.PostingDate] = day
		}
	}
	for on, day := range days {
		if day == (posted{}) {
			delete(days, on)
		}
	}
	return days
}

// earned returns the interest that all loans together earned between two value dates.
func (w *fixture) earned(t flowtest.T, from, to money.Date) (sum posted) {
	all, err := servicing.EarnedInterest(t.Context(), postgres.NewReplica(w.pool, nil), servicing.InterestPeriod{Region: vietnam, From: from, To: to})
	require.NoError(t, err)
	for _, e := range all {
		sum.accrued += e.Accrued
		sum.corrected += e.Corrected
	}
	return sum
}

// until advances the time to a business date.
func (w *fixture) until(on string) { w.days(money.MustDate(on).DaysSince(w.today())) }

// The bank takes a payment back weeks later, as a whole or in parts. A report of a past period does not change, and the
// change of each decision is corrected on the day of the decision. 5,000,000 were outstanding for 4 nights, and
// 2,068,219 since.
func TestReversalDoesNotChangeReportedInterest(t *testing.T) {
	t.Parallel()
	type taken struct {
		on   string
		part int64 // zero means everything
		want int64
	}
	for name, reversals := range map[string][]taken{
		"all at once":  {{"2026-05-04", 0, 59_037}},
		"a part":       {{"2026-05-04", 2_000_000, 40_274}},
		"all in parts": {{"2026-05-04", 2_000_000, 40_274}, {"2026-05-06", 1_000_000, 19_529}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-16")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 3_000_000).Code, 3_000_000)
			begun, over := paid.Loan.DisbursedOn, money.MustDate("2026-04-30")
			w.until("2026-05-04")
			require.Equal(t, posted{accrued: 46_467}, w.earned(t, begun, over))
			for _, r := range reversals {
				w.until(r.on)
				if r.part == 0 {
					w.takeBack(t, e)
				} else {
					w.takeBackPart(t, e, r.part, r.on)
					require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, r.on)))
				}
				require.Equal(t, r.want, w.earned(t, w.today(), w.today()).corrected)
			}
			require.Equal(t, posted{accrued: 46_467}, w.earned(t, begun, over))
			w.until("2026-05-20")
			all := w.earned(t, begun, w.today())
			require.Equal(t, w.state(t, paid).Charged[repay.Interest], all.accrued+all.corrected)
		})
	}
}

// An extension that is undone with a part of its fee was in force until that day, and so was the due date of a later
// extension. The interest of the extended nights stays where it was reported and is taken off on that day.
func TestUndoneExtensionDoesNotChangeReportedInterest(t *testing.T) {
	t.Parallel()
	for name, another := range map[string]bool{"alone": false, "followed by another": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-06-01")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			c := w.choices(t, paid)[0]
			fee := w.receive(t, w.extension(t, paid, c).Code, c.Fee)
			if another {
				_, err := w.flow.Extend(t.Context(), w.key(paid.MemberID), ask(paid, w.choices(t, paid)[0], false))
				require.NoError(t, err)
			}
			w.until("2026-07-03")
			begun, over := paid.Loan.DisbursedOn, money.MustDate("2026-06-30")
			before := w.earned(t, begun, over)
			for _, part := range []int64{10_000, c.Fee - 10_000} {
				reference := fmt.Sprint(part)
				w.takeBackPart(t, fee, part, reference)
				require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, reference)))
				require.Equal(t, before, w.earned(t, begun, over))
				w.days(1)
			}
			all := w.earned(t, begun, w.today())
			require.Negative(t, all.corrected)
			require.Equal(t, w.state(t, paid).Charged[repay.Interest], all.accrued+all.corrected)
		})
	}
}

// A refund fails long after a debt arose that its money now pays from the first day on, and after another payment has
// settled the loan. The interest that this removes is corrected on the day of the failure. 5,000,000 for 60 nights cost
// 123,288, and with 100,000 for 8 more 123,616.
func TestLateRefundFailureCorrectsInterestOnItsDay(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	first := w.receive(t, payoff.Code, payoff.Amount+150_000)
	unheard := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}}})
	_, err := unheard.Refund(t.Context(), w.refundOf(t, first).ID)
	require.NoError(t, err)
	w.until("2026-05-12")
	twice := w.receive(t, payoff.Code, 100_000)
	require.Zero(t, w.refund(t, w.refundOf(t, twice).ID))
	w.takeBack(t, twice)
	w.until("2026-05-20")
	w.receive(t, payoff.Code, w.state(t, paid).Owed.Total())
	begun, over := paid.Loan.DisbursedOn, money.MustDate("2026-05-31")
	w.until("2026-06-02")
	may := w.earned(t, begun, over)
	closed := &slowBank{Gateway: w.bank, lookups: []payment.Result{{State: payment.Failed, FailureReason: payment.AccountClosed}}}
	_, err = w.over(closed).Refund(t.Context(), w.refundOf(t, first).ID)
	require.NoError(t, err)
	require.Equal(t, money.MustDate("2026-05-11"), w.facts(t, paid).Loan.SettledOn)
	require.Equal(t, may, w.earned(t, begun, over))
	june := w.earned(t, over.AddDays(1), w.today())
	require.Equal(t, posted{corrected: -328}, june)
	require.Equal(t, w.state(t, paid).Charged[repay.Interest], may.accrued+may.corrected+june.corrected)
	w.reconciled(t)
}

// checkInterest checks the earned interest of each of the two loans: by day it equals the nightly postings of the first
// loan.
func (two *pairedLoans) checkInterest(r *rapid.T) {
	want := two.w.nightly(r, two.loans[0])
	for _, paid := range two.loans {
		all, err := servicing.EarnedInterest(r.Context(), postgres.NewReplica(two.w.pool, nil), servicing.InterestPeriod{
			Region: vietnam, From: paid.Loan.DisbursedOn, To: two.w.today(), Lender: paid.OrderID.String(),
		})
		require.NoError(r, err)
		got := map[money.Date]posted{}
		for _, e := range all {
			got[e.On] = posted{e.Accrued, e.Corrected}
		}
		require.Equal(r, want, got)
	}
}
