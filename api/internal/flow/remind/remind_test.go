package remind_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// fixture is a loan that is due on a known day, and its reminders.
type fixture struct {
	*remind.Remind
	pool  *pgxpool.Pool
	clock *clock.Manual
	loan  flowtest.Paid
}

func newFixture(t testing.TB, change func(*remind.Deps)) fixture {
	t.Helper()
	pool := postgrestest.New(t)
	w := fixture{pool: pool, clock: clock.NewManual(time.Now()), loan: flowtest.PayOut(t, pool, flowtest.Loan{})}
	deps := remind.Deps{
		Pool: pool, Clock: w.clock, Region: region.Get("vi"), SMS: sms.NewDesk(pool, w.clock),
		Links:    func(context.Context, pgx.Tx, uuid.UUID, uuid.UUID) (string, error) { return "token", nil },
		Products: []appproduct.Product{{ProductID: "20005", ProdName: "Vay Rõ"}},
	}
	if change != nil {
		change(&deps)
	}
	w.Remind = remind.New(deps)
	return w
}

// at sets the clock to a local time on a day relative to the due date.
func (w fixture) at(days int, hour string) {
	local, err := time.Parse("15:04", hour)
	if err != nil {
		panic(err)
	}
	midnight := w.loan.Loan.DueDate.AddDays(days).In(region.Get("vi").TimeZone)
	w.clock.Set(midnight.Add(time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute))
}

// work scans and sends the queued reminders.
func (w fixture) work(t *testing.T) int {
	t.Helper()
	_, _, err := w.Scan(t.Context())
	require.NoError(t, err)
	return w.send(t)
}

// send sends every queued reminder and returns the total number of messages.
func (w fixture) send(t *testing.T) int {
	t.Helper()
	rows, err := w.pool.Query(t.Context(), `SELECT id FROM reminder WHERE state = 'queued'`)
	require.NoError(t, err)
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	require.NoError(t, err)
	for _, id := range ids {
		_, err := w.Send(t.Context(), id)
		require.NoError(t, err)
	}
	return len(w.messages(t))
}

func (w fixture) messages(t *testing.T) []string {
	t.Helper()
	rows, err := w.pool.Query(t.Context(), `SELECT body FROM desk_sms ORDER BY id`)
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return all
}

func TestRemindersAreSentOnTheirDaysWithinTheRegionsHours(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	for _, c := range []struct {
		day  int
		hour string
		sent int
	}{
		{-4, "12:00", 0},
		{-3, "06:59", 0}, {-3, "07:00", 1}, {-3, "20:59", 1}, {-3, "21:00", 1},
		{-2, "12:00", 1},
		{-1, "21:00", 1}, {-1, "20:59", 2},
		{0, "00:00", 2}, {0, "09:00", 3},
		{1, "09:00", 4}, {2, "09:00", 4},
		// The reminder of the third day, on which nothing ran, is sent on the fourth.
		{4, "09:00", 5}, {5, "09:00", 5},
	} {
		w.at(c.day, c.hour)
		require.Equal(t, c.sent, w.work(t), "day %d at %s", c.day, c.hour)
	}
	all := w.messages(t)
	atDue := lang.PlainSpaces(money.Format(money.Of(w.loan.Loan.TotalAtDue, money.VND), "vi"))
	require.Contains(t, all[0], "Vay Rõ: khoản vay "+w.loan.OrderNo+" đến hạn sau 3 ngày: "+atDue+" vào "+money.FormatDate(w.loan.Loan.DueDate, "vi"),
		"the message names the amount owed on the due date; the linked page shows the smaller amount owed today")
	require.NotContains(t, strings.Join(all, ""), lang.NoBreakSpace, "GSM 03.38 has no no-break space: one shortens the room of a message by more than half")
	require.Contains(t, all[2], "đến hạn hôm nay")
	require.Contains(t, all[4], "quá hạn 4 ngày")
	box, err := support.ReadInbox(t.Context(), w.pool, w.loan.MemberID, uuid.New(), "", 0)
	require.NoError(t, err)
	require.Len(t, box.Notices, 5, "the inbox has a notice for each message")
	require.Equal(t, []string{"overdue", "overdue", "due_today", "due_soon", "due_soon"},
		[]string{box.Notices[0].Kind, box.Notices[1].Kind, box.Notices[2].Kind, box.Notices[3].Kind, box.Notices[4].Kind})
}

func TestSettledLoanIsNotReminded(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	_, err := w.pool.Exec(t.Context(), `UPDATE loan SET settled_on = due_date - 10, settled_at = '2026-05-01Z' WHERE order_id = $1`, w.loan.OrderID)
	require.NoError(t, err)
	_, err = w.pool.Exec(t.Context(), `UPDATE loan_order SET repay_status = 3 WHERE id = $1`, w.loan.OrderID)
	require.NoError(t, err)
	for _, day := range []int{-3, 0, 7} {
		w.at(day, "12:00")
		require.Zero(t, w.work(t))
	}
}

// A change between the scan and the sending stops the message.
func TestQueuedReminderIsDroppedIfItNoLongerApplies(t *testing.T) {
	t.Parallel()
	for why, change := range map[string]func(t *testing.T, w fixture){
		"outside_hours": func(_ *testing.T, w fixture) { w.at(-1, "21:00") },
		"another_day":   func(_ *testing.T, w fixture) { w.at(0, "12:00") },
		"nothing_owed": func(t *testing.T, w fixture) {
			_, err := w.pool.Exec(t.Context(), `UPDATE loan SET settled_on = due_date - 1, settled_at = '2026-05-01Z' WHERE order_id = $1`, w.loan.OrderID)
			require.NoError(t, err)
		},
		"due_date_moved": func(t *testing.T, w fixture) {
			_, err := w.pool.Exec(t.Context(), `UPDATE loan SET due_date = due_date + 30 WHERE order_id = $1`, w.loan.OrderID)
			require.NoError(t, err)
		},
		"paid_lately": func(t *testing.T, w fixture) {
			days := region.Get("vi").Reminders.AfterPaymentDays
			_, err := w.pool.Exec(t.Context(), `
				INSERT INTO payment (gateway, gateway_reference, serial_number, order_id, member_id, seq, amount, currency, payment_type, state, paid_at, value_date, received_at)
				VALUES ('sandbox', 'R1', 'RP1', $1, $2, 1, 1000, 'VND', 'bank', 'posted', $3, $4, $3)`,
				w.loan.OrderID, w.loan.MemberID, w.clock.Now(), w.loan.Loan.DueDate.AddDays(-1-days))
			require.NoError(t, err)
		},
		"no_phone": func(t *testing.T, w fixture) {
			_, err := w.pool.Exec(t.Context(), `UPDATE member SET phone = NULL, status = 'deleted' WHERE id = $1`, w.loan.MemberID)
			require.NoError(t, err)
		},
		"hardship":    func(t *testing.T, w fixture) { w.addHardship(t) },
		"proof_waits": func(t *testing.T, w fixture) { w.addProof(t) },
	} {
		t.Run(why, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t, nil)
			w.at(-1, "12:00")
			asked, _, err := w.Scan(t.Context())
			require.NoError(t, err)
			require.Equal(t, 1, asked)
			change(t, w)
			require.Zero(t, w.send(t))
			var state, reason string
			require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT state, why FROM reminder`).Scan(&state, &reason))
			require.Equal(t, []string{"dropped", why}, []string{state, reason})
		})
	}
}

func TestPaidLatelyCountsOnlyRecentPostedPayments(t *testing.T) {
	t.Parallel()
	today := money.MustDate("2026-05-10")
	paid := func(daysAgo int, state repay.PaymentState) []repay.Split {
		return []repay.Split{{State: state, ValueDate: today.AddDays(-daysAgo)}}
	}
	require.True(t, remind.PaidLately(paid(0, repay.Posted), today, 2))
	require.True(t, remind.PaidLately(paid(2, repay.Posted), today, 2))
	require.False(t, remind.PaidLately(paid(3, repay.Posted), today, 2))
	require.False(t, remind.PaidLately(paid(0, repay.Reversed), today, 2), "a reversed payment does not count")
	require.False(t, remind.PaidLately(nil, today, 2))
}

// addHardship creates a hardship request that suspends reminders.
func (w fixture) addHardship(t *testing.T) {
	t.Helper()
	_, err := w.pool.Exec(t.Context(), `
		INSERT INTO hardship (member_id, order_id, kind, amount, currency, until, repaid, created_at)
		VALUES ($1, $2, 'promise', 1, 'VND', $3, 0, $4)`, w.loan.MemberID, w.loan.OrderID, w.loan.Loan.DueDate.AddDays(14), w.clock.Now())
	require.NoError(t, err)
}

func TestOpenHardshipRequestSuspendsReminders(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	w.addHardship(t)
	for _, day := range []int{-3, -1, 0, 1} {
		w.at(day, "12:00")
		require.Zero(t, w.work(t))
	}
	_, err := w.pool.Exec(t.Context(), `UPDATE hardship SET state = 'withdrawn', ended_at = $1`, w.clock.Now())
	require.NoError(t, err)
	require.Zero(t, w.work(t), "the current pass has already finished")
	w.at(1, "12:30")
	require.Equal(t, 1, w.work(t))
}

// The job that ends requests may run later than the scan, or not at all. A promise whose day has passed does not
// suspend reminders.
func TestExpiredPromiseDoesNotSuspendReminders(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	w.addHardship(t)
	w.at(14, "12:00")
	require.Zero(t, w.work(t), "the promise still counts on the promised day")
	w.at(15, "12:00")
	require.Equal(t, 1, w.work(t))
}

// Two processes scan and send at the same time: one message is sent.
func TestConcurrentScansAndSendsSendOneMessage(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	w.at(-1, "12:00")
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			if _, _, err := w.Scan(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	var id uuid.UUID
	var jobs int
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT id FROM reminder`).Scan(&id), "exactly one reminder")
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'reminder.send_all'`).Scan(&jobs))
	require.Equal(t, 1, jobs)
	for range 6 {
		wait.Go(func() {
			if _, err := w.Send(t.Context(), id); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	require.Len(t, w.messages(t), 1)
}

// A borrower with many loans gets no more reminders per day than the region allows.
func TestRemindersPerDayAreLimited(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	for range 7 {
		flowtest.PayOut(t, w.pool, flowtest.Loan{MemberID: w.loan.MemberID})
	}
	w.at(-1, "12:00")
	require.Equal(t, region.Get("vi").ReminderHours.PerDay, w.work(t))
	require.Equal(t, region.Get("vi").ReminderHours.PerDay, w.work(t), "a second run on the same day sends nothing")
}

func TestMessageContainsAPayLinkIfTheProductHasABaseURL(t *testing.T) {
	t.Parallel()
	w := newFixture(t, func(d *remind.Deps) { d.Products[0].BaseURL = "https://vayro.example/" })
	w.at(0, "12:00")
	require.Equal(t, 1, w.work(t))
	require.Contains(t, w.messages(t)[0], " https://vayro.example/m/repay/normal#token")
}

// The hours are the region's own, in its own time zone.
func TestHoursOfEveryRegion(t *testing.T) {
	t.Parallel()
	for _, code := range region.Codes() {
		r := region.Get(code)
		midnight := money.MustDate("2026-12-31").In(r.TimeZone)
		from, to := r.ReminderHours.From, r.ReminderHours.To
		require.False(t, r.ReminderHours.Allows(midnight.Add(time.Duration(from)*time.Hour-time.Second), r.TimeZone), code)
		require.True(t, r.ReminderHours.Allows(midnight.Add(time.Duration(from)*time.Hour), r.TimeZone), code)
		require.True(t, r.ReminderHours.Allows(midnight.Add(time.Duration(to)*time.Hour-time.Second), r.TimeZone), code)
		require.False(t, r.ReminderHours.Allows(midnight.Add(time.Duration(to)*time.Hour), r.TimeZone), code)
	}
	require.Equal(t, []int{7, 21, 5}, []int{region.Get("vi").ReminderHours.From, region.Get("vi").ReminderHours.To, region.Get("vi").ReminderHours.PerDay})
	require.Equal(t, 20, region.Get("id").ReminderHours.To)
}
