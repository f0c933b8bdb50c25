package remind_test

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// addCopies copies the loan of the fixture. The copies are due on its due date and on the 35 days before it.
func (w fixture) addCopies(t testing.TB, n int) {
	t.Helper()
	owner, err := postgrestest.Owner(t, w.pool).Acquire(t.Context())
	require.NoError(t, err)
	defer owner.Release()
	// A million rows take longer than the statement timeout.
	_, err = owner.Exec(t.Context(), `SET statement_timeout = 0`)
	require.NoError(t, err)
	_, err = owner.Exec(t.Context(), `
		ALTER TABLE loan_order DISABLE TRIGGER USER;
		CREATE TABLE twin AS SELECT n, uuidv7() AS member, uuidv7() AS id FROM generate_series(1, `+strconv.Itoa(n)+`) n;
		INSERT INTO member (id, region, phone, phone_hash, lang, created_at)
			SELECT member, 'vi', '0901234567', decode(md5(n::text), 'hex'), 'vi', '2026-01-01Z' FROM twin;
		INSERT INTO bank_card (id, member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4, account_type, status, created_at)
			SELECT id, member, 'vi', 'VCB', 'X', 'x', decode(md5(n::text), 'hex'), '1234', 'account', 1, '2026-01-01Z' FROM twin;
		INSERT INTO loan_order (id, order_no, member_id, region, app_product_id, product_id, product_version, lender_code, currency, status, repay_status,
				applied_amount, principal, term_days, terms, bank_card_id, applied_at, applied_on, confirmed_at)
			SELECT twin.id, 'T' || n, member, region, app_product_id, product_id, product_version, lender_code, currency, status, repay_status,
				applied_amount, o.principal, term_days, terms, twin.id, applied_at, applied_on, confirmed_at FROM twin, loan_order o;
		INSERT INTO loan (order_id, member_id, principal, actual_received, disbursed_on, first_due_date, due_date, interest_at_due, total_at_due)
			SELECT id, member, principal, actual_received, disbursed_on, first_due_date - 40, first_due_date - n % 36, interest_at_due, total_at_due FROM twin, loan;
		DROP TABLE twin;
		ALTER TABLE loan_order ENABLE TRIGGER USER;
		ANALYZE loan, loan_order, reminder, member`)
	require.NoError(t, err)
}

// reminders counts the reminders, and the loans that have one.
func (w fixture) reminders(t testing.TB) (all, loans int) {
	t.Helper()
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT count(*), count(DISTINCT order_id) FROM reminder`).Scan(&all, &loans))
	return all, loans
}

// jobs counts the reminders in jobs, those of them that exist, and the jobs.
func (w fixture) jobs(t testing.TB) []int {
	t.Helper()
	var all, distinct, jobs int
	require.NoError(t, w.pool.QueryRow(t.Context(), `
		SELECT count(*), count(DISTINCT r.id), count(DISTINCT j.id)
		FROM river_job j CROSS JOIN jsonb_array_elements_text(j.args -> 'reminderIds') AS sent (reminder)
			LEFT JOIN reminder r ON r.id = sent.reminder::uuid
		WHERE j.kind = 'reminder.send_all'`).Scan(&all, &distinct, &jobs))
	return []int{all, distinct, jobs}
}

// More loans than one run processes are processed by several, each continuing where the last one stopped; two processes
// share them. Each loan is queued once per day.
func TestEveryDueLoanIsQueuedOncePerDay(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	const loans = remind.LoansPerRun + 500
	w.addCopies(t, loans-1)
	w.at(0, "09:00")
	asked, more, err := w.Scan(t.Context())
	require.NoError(t, err)
	require.True(t, more)
	require.Equal(t, remind.LoansPerRun, asked)
	var oldest, missed money.Date
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT min(due_date) FROM reminder`).Scan(&oldest))
	require.NoError(t, w.pool.QueryRow(t.Context(), `
		SELECT max(due_date) FROM loan l WHERE NOT EXISTS (SELECT FROM reminder r WHERE r.order_id = l.order_id)`).Scan(&missed))
	require.False(t, missed.After(oldest), "the loans with the latest due dates come first")

	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			_, more, err := w.Scan(t.Context())
			if err != nil || more {
				t.Error(more, err)
			}
		})
	}
	wait.Wait()
	all, distinct := w.reminders(t)
	require.Equal(t, []int{loans, loans}, []int{all, distinct})
	require.Equal(t, []int{loans, loans, loans / remind.RemindersPerJob}, w.jobs(t), "each is sent by one job")
	w.at(0, "15:00")
	asked, _, err = w.Scan(t.Context())
	require.NoError(t, err)
	require.Zero(t, asked, "no loan is queued twice on one day")
}

// A run ends if another run is working on the pass. If a pass takes longer than the interval between two runs, each of
// them would otherwise occupy a worker.
func TestScanEndsIfAnotherRunHoldsThePass(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	w.at(-1, "09:00")
	_, _, err := w.Scan(t.Context())
	require.NoError(t, err)
	w.at(0, "09:00")
	held, err := w.pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), `SELECT FROM reminder_pass FOR NO KEY UPDATE`)
	require.NoError(t, err)
	asked, more, err := w.Scan(t.Context())
	require.NoError(t, err)
	require.False(t, more)
	require.Zero(t, asked)
	require.NoError(t, held.Rollback(t.Context()))
	asked, _, err = w.Scan(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, asked)
}

// A run that is interrupted has written whole pages, each with its position in the pass. The next run continues after
// them, and no loan is queued twice or left out.
func TestInterruptedPassContinues(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	const loans = remind.PageSize*2 + 10
	w.addCopies(t, loans-1)
	w.at(0, "09:00")
	owner := postgrestest.Owner(t, w.pool)
	_, err := owner.Exec(t.Context(), `ALTER TABLE reminder_pass ADD CONSTRAINT cut CHECK (finished_at IS NULL)`)
	require.NoError(t, err)
	asked, _, err := w.Scan(t.Context())
	require.Error(t, err)
	require.Equal(t, remind.PageSize*2, asked)
	require.Equal(t, []int{asked, asked, asked / remind.RemindersPerJob}, w.jobs(t), "the interrupted page is rolled back")
	_, err = owner.Exec(t.Context(), `ALTER TABLE reminder_pass DROP CONSTRAINT cut`)
	require.NoError(t, err)
	asked, _, err = w.Scan(t.Context())
	require.NoError(t, err)
	require.Equal(t, 10, asked)
	all, distinct := w.reminders(t)
	require.Equal(t, []int{loans, loans}, []int{all, distinct})
	require.Equal(t, loans, w.jobs(t)[1])
}

// tickingClock is a clock that advances with every reading.
type tickingClock struct {
	*clock.Manual
	by time.Duration
}

func (s tickingClock) Now() time.Time {
	now := s.Manual.Now()
	s.Advance(s.by)
	return now
}

// A run that exceeds the region's hours stops. The rest belongs to the next morning, whose reminder is another one, and
// each loan is queued once on each of the days.
func TestScanStopsAtTheEndOfTheHoursAndRestartsTheNextDay(t *testing.T) {
	t.Parallel()
	var ticking *tickingClock
	w := newFixture(t, func(d *remind.Deps) {
		ticking = &tickingClock{Manual: d.Clock.(*clock.Manual), by: 30 * time.Second}
		d.Clock = ticking
	})
	const loans = remind.PageSize*2 + 10
	w.addCopies(t, loans-1)
	w.at(0, "20:59")
	asked, more, err := w.Scan(t.Context())
	require.NoError(t, err)
	require.False(t, more)
	require.Equal(t, remind.PageSize*2, asked, "only pages that started before 21:00")
	var late int
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM reminder WHERE send_on <> $1`, w.loan.Loan.DueDate).Scan(&late))
	require.Zero(t, late)

	ticking.by = 0
	w.at(1, "07:00")
	_, _, err = w.Scan(t.Context())
	require.NoError(t, err)
	var reached, twice int
	require.NoError(t, w.pool.QueryRow(t.Context(), `
		SELECT count(DISTINCT order_id), count(*) - count(DISTINCT (order_id, send_on)) FROM reminder`).Scan(&reached, &twice))
	require.Equal(t, []int{loans, 0}, []int{reached, twice})
}

// A loan whose reminder cannot be written does not block the others, and the pass continues after it.
func TestLoanThatFailsToQueueDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	w.addCopies(t, 9)
	_, err := postgrestest.Owner(t, w.pool).Exec(t.Context(), `ALTER TABLE reminder ADD CONSTRAINT broken CHECK (order_id <> '`+w.loan.OrderID.String()+`')`)
	require.NoError(t, err)
	w.at(0, "09:00")
	asked, more, err := w.Scan(t.Context())
	require.ErrorContains(t, err, w.loan.OrderID.String())
	require.False(t, more)
	require.Equal(t, 9, asked)
	asked, _, err = w.Scan(t.Context())
	require.NoError(t, err, "the loan is retried only in the next pass")
	require.Zero(t, asked)
	require.Equal(t, []int{9, 9, 9}, w.jobs(t))
}

// A page of many loans locks neither the loans nor their members, so it does not wait for a transaction that changes
// one.
func TestScanDoesNotWaitForLocksOnLoansOrMembers(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	w.at(0, "09:00")
	tx, err := postgrestest.Owner(t, w.pool).Begin(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback(t.Context())) }()
	_, err = tx.Exec(t.Context(), `SELECT FROM member m JOIN loan_order o ON o.member_id = m.id WHERE o.id = $1 FOR UPDATE`, w.loan.OrderID)
	require.NoError(t, err)
	asked, _, err := w.Scan(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, asked)
	var member uuid.UUID
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT member_id FROM reminder`).Scan(&member))
	require.Equal(t, w.loan.MemberID, member, "the reminder is for the borrower of the loan")
}

func TestInsertRemindersSkipsMissingLoans(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	today := money.MustDate("2026-05-10")
	added, err := support.InsertReminders(t.Context(), tx, []support.Reminder{{ID: uuid.New(), OrderID: uuid.New(), DueDate: today, SendOn: today}}, time.Now())
	require.NoError(t, err)
	require.Empty(t, added)
}

// A change during or after a pass is seen by the next pass of the same day.
func TestLoanThatBecomesDueDuringTheDayIsQueued(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	w.at(0, "09:00")
	_, err := w.pool.Exec(t.Context(), `UPDATE loan SET due_date = due_date + 30 WHERE order_id = $1`, w.loan.OrderID)
	require.NoError(t, err)
	require.Zero(t, w.work(t))
	_, err = w.pool.Exec(t.Context(), `UPDATE loan SET due_date = due_date - 30 WHERE order_id = $1`, w.loan.OrderID)
	require.NoError(t, err)
	w.clock.Advance(29 * time.Minute)
	require.Zero(t, w.work(t))
	w.clock.Advance(time.Minute)
	require.Equal(t, 1, w.work(t))
}
