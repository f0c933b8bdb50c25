package customersupport_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// desk is customer service with one borrower who has a running loan.
type desk struct {
	*customersupport.Support
	pool  *pgxpool.Pool
	clock *clock.Manual
	loan  flowtest.Paid
	who   borrower.Borrower
	inbox func() []string
}

func newDesk(t *testing.T) desk {
	t.Helper()
	pool := postgrestest.New(t)
	hasher, err := secret.NewHasher(make([]byte, secret.KeySize))
	require.NoError(t, err)
	d := desk{pool: pool, clock: clock.NewManual(time.Now().Truncate(time.Microsecond)), loan: flowtest.PayOut(t, pool, flowtest.Loan{})}
	d.Support = customersupport.New(pool, d.clock, limit.New(hasher))
	d.who = borrower.Borrower{ID: d.loan.MemberID, SessionID: d.loan.Session, Region: region.Get("vi")}
	d.inbox = func() (kinds []string) {
		box, err := support.ReadInbox(context.Background(), pool, d.who.ID, d.who.DeviceID, "", 0)
		require.NoError(t, err)
		for _, n := range box.Notices {
			kinds = append(kinds, n.Kind)
		}
		return kinds
	}
	// Requests of other borrowers stay as they are.
	for _, state := range []support.HardshipState{support.HardshipOpen, support.HardshipAccepted} {
		other := flowtest.PayOut(t, pool, flowtest.Loan{})
		_, err = pool.Exec(t.Context(), `INSERT INTO hardship (member_id, order_id, kind, amount, currency, until, state, repaid, created_at, answered_at, check_at)
			VALUES ($1, $2, 'plan', 100000, 'VND', CASE WHEN $4 = 'accepted' THEN '2099-01-01'::date END, $4, 0, $3, CASE WHEN $4 = 'accepted' THEN $3::timestamptz END, '2099-01-01Z')`,
			other.MemberID, other.OrderID, d.clock.Now(), state)
		require.NoError(t, err)
		row := func() (row string) {
			require.NoError(t, pool.QueryRow(context.Background(), `SELECT h::text FROM hardship h WHERE order_id = $1`, other.OrderID).Scan(&row))
			return row
		}
		before := row()
		t.Cleanup(func() { require.Equal(t, before, row()) })
	}
	return d
}

// plan requests a plan.
func (d desk) plan(t *testing.T) support.Hardship {
	t.Helper()
	asked, err := d.RequestHardship(t.Context(), flowtest.WithNewKey(d.who, "plan"), customersupport.HardshipRequest{OrderID: d.loan.OrderID, Kind: support.Plan, Amount: 100_000, Text: "Tôi nghỉ việc"})
	require.NoError(t, err)
	return asked
}

// promise promises a part by a day.
func (d desk) promise(t *testing.T, on money.Date) support.Hardship {
	t.Helper()
	asked, err := d.RequestHardship(t.Context(), flowtest.WithNewKey(d.who, "promise"), customersupport.HardshipRequest{OrderID: d.loan.OrderID, Kind: support.Promise, Amount: 100_000, On: on})
	require.NoError(t, err)
	return asked
}

// after advances the time by days, runs the check of the requests, and returns the stored state of the newest one.
func (d desk) after(t *testing.T, days int) support.HardshipState {
	t.Helper()
	d.clock.Set(d.clock.Now().AddDate(0, 0, days))
	_, err := d.EndDueHardships(t.Context())
	require.NoError(t, err)
	return d.written(t)
}

// written returns the stored state of the newest request, even if its time is over.
func (d desk) written(t *testing.T) support.HardshipState {
	t.Helper()
	latest, err := support.LatestHardship(d.loan.OrderID).Read(t.Context(), d.pool)
	require.NoError(t, err)
	return latest.State
}

func TestUndecidedPlanLapses(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	days := d.who.Region.Service.PlanDays
	d.plan(t)
	require.Equal(t, support.HardshipOpen, d.after(t, days), "the plan is open through its last day")
	require.Empty(t, d.inbox())
	require.Equal(t, support.HardshipLapsed, d.after(t, 1))
	require.Equal(t, []string{"hardship_lapsed"}, d.inbox(), "the borrower is notified that reminders resume")
	require.Equal(t, support.HardshipLapsed, d.after(t, 1))
	require.Len(t, d.inbox(), 1, "the notice is sent once")

	// An answer without a decision starts the deadline again for both sides.
	asked := d.plan(t)
	require.Equal(t, support.HardshipOpen, d.after(t, days-1))
	require.NoError(t, d.AnswerHardship(t.Context(), "ops:lan", asked.ID, "Bạn có thể trả bao nhiêu trước?", false))
	require.Equal(t, support.HardshipOpen, d.after(t, days))
	require.Equal(t, support.HardshipLapsed, d.after(t, 1))
}

func TestAcceptedPlanEndsOnItsDayWithANotice(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asked := d.plan(t)
	until := d.who.Region.Today(d.clock.Now()).AddDays(20)
	require.NoError(t, d.AcceptHardship(t.Context(), "ops:lan", asked.ID, customersupport.Acceptance{Until: until}))
	require.Equal(t, support.HardshipAccepted, d.after(t, 20))
	require.Equal(t, support.HardshipClosed, d.after(t, 1))
	require.Equal(t, []string{"hardship_over", "hardship_accepted"}, d.inbox())
}

// Only the requests that are due, or whose loan had an event, are read.
func TestOnlyDueOrChangedRequestsAreChecked(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asked := d.plan(t)
	toCheck := func(after time.Duration) []support.Hardship {
		all, err := support.HardshipsToCheck(d.clock.Now().Add(after), []uuid.UUID{}, 10).Read(t.Context(), d.pool)
		require.NoError(t, err)
		return all
	}
	require.Len(t, toCheck(0), 1)
	require.Equal(t, support.HardshipOpen, d.after(t, 0))
	require.Empty(t, toCheck(time.Hour))
	require.Len(t, toCheck(24*time.Hour), 1, "a request is checked again after a while even without an event")
	until := d.who.Region.Today(d.clock.Now()).AddDays(20)
	require.NoError(t, d.AcceptHardship(t.Context(), "ops:lan", asked.ID, customersupport.Acceptance{Until: until}))
	require.Len(t, toCheck(0), 1, "its deadline has changed")
	require.Equal(t, support.HardshipAccepted, d.after(t, 0))
	require.Empty(t, toCheck(time.Hour))
	b := &pgx.Batch{}
	support.QueueCheckHardship(b, d.loan.OrderID, d.clock.Now())
	require.NoError(t, postgres.Send(t.Context(), d.pool, b))
	require.Len(t, toCheck(0), 1, "a payment arrived")
	seen := toCheck(0)[0]
	require.NoError(t, support.CheckAgain(t.Context(), d.pool, seen, d.clock.Now().Add(time.Hour)))
	require.Error(t, support.EndUnchanged(t.Context(), d.pool, seen, support.HardshipBroken, d.clock.Now()), "the request has changed since it was read")
}

// A promise is kept by payments that come after it, whatever happens to older payments.
func TestPromiseIsKeptDespiteTheReversalOfAnOlderPayment(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	facts, err := servicing.Read(d.loan.OrderID).Read(t.Context(), d.pool)
	require.NoError(t, err)
	on := facts.Loan.DueDate
	promised := on.Time()
	payment := func(after time.Duration, amount int64) repay.Split {
		return repay.Split{PaymentID: uuid.New(), State: repay.Posted, ValueDate: on, ReceivedAt: promised.Add(after), Amount: amount}
	}
	h := support.Hardship{Kind: support.Promise, State: support.HardshipOpen, Amount: 500_000, Until: on.AddDays(5), CreatedAt: promised, Repaid: 1_000_000}
	before, after := payment(-time.Hour, 1_000_000), payment(time.Hour, 500_000)
	r := d.who.Region
	morning := h.Until.AddDays(1).In(r.TimeZone).Add(time.Duration(r.ReminderHours.From) * time.Hour)
	ends := func(splits ...repay.Split) support.HardshipState {
		facts.Splits = splits
		end, _ := customersupport.HardshipOutcome(h, facts, r, morning)
		return end
	}
	require.Equal(t, support.HardshipBroken, ends(before))
	require.Equal(t, support.HardshipKept, ends(before, after))
	facts.Splits = nil
	early, _ := customersupport.HardshipOutcome(h, facts, r, morning.Add(-time.Second))
	require.Empty(t, early, "an evening transfer may be reported during the night")
	late := payment(-time.Minute, 500_000)
	require.Equal(t, support.HardshipKept, ends(before, late), "the payment came before the promise and was matched after it")
	before.State = repay.Reversed
	require.Equal(t, support.HardshipKept, ends(before, after))
	after.State = repay.Reversed
	require.Equal(t, support.HardshipBroken, ends(before, after))
	facts.Loan.ReturnedOn = on
	require.Equal(t, support.HardshipClosed, ends(), "the payout came back, so the borrower owes nothing")
}

// Every run starts with the oldest request, so one that cannot be ended must not block the others.
func TestRequestThatFailsToEndDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	broken := d.plan(t)
	d.loan = flowtest.PayOut(t, d.pool, flowtest.Loan{})
	d.who.ID = d.loan.MemberID
	d.plan(t)
	postgrestest.Break(t, d.pool, "hardship", broken.ID)
	d.clock.Set(d.clock.Now().AddDate(0, 0, d.who.Region.Service.PlanDays+1))
	ended, err := d.EndDueHardships(t.Context())
	require.ErrorContains(t, err, broken.ID.String())
	require.Equal(t, 1, ended)
	require.Equal(t, support.HardshipLapsed, d.written(t))
}

// An operator's decision at the moment when a request is found to be over is kept.
func TestExpiryDoesNotOverwriteAConcurrentDecision(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asked := d.plan(t)
	d.clock.Set(d.clock.Now().AddDate(0, 0, 8))
	until := d.who.Region.Today(d.clock.Now()).AddDays(30)
	require.NoError(t, d.AcceptHardship(t.Context(), "ops:lan", asked.ID, customersupport.Acceptance{Until: until}))
	// The run that read the request before still has it as open.
	require.Error(t, support.EndUnchanged(t.Context(), d.pool, asked, support.HardshipLapsed, d.clock.Now()))
	require.Equal(t, support.HardshipAccepted, d.after(t, 0))
}

func TestRemindersPausedUntil(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	at := time.Date(2026, 3, 2, 20, 0, 0, 0, time.UTC)
	open := support.Hardship{Kind: support.Plan, State: support.HardshipOpen, CreatedAt: at}
	require.Equal(t, money.MustDate("2026-03-10"), open.RemindersPausedUntil(r), "seven days in Vietnam, where it is already the 3rd")
	later := at.AddDate(0, 0, 5)
	open.AnsweredAt = &later
	require.Equal(t, money.MustDate("2026-03-15"), open.RemindersPausedUntil(r))
	open.Until, open.State = money.MustDate("2026-05-01"), support.HardshipAccepted
	require.Equal(t, open.Until, open.RemindersPausedUntil(r))
	open.State = support.HardshipLapsed
	require.True(t, open.RemindersPausedUntil(r).IsZero())
}
