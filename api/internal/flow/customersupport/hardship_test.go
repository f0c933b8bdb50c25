package customersupport_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// live reports whether a request is live. It asserts that the list, the loan's page, the request's page and the refusal
// of another request agree. If none is live, it makes another one.
func (d desk) live(t *testing.T) bool {
	t.Helper()
	of := orders.New(d.pool, d.clock)
	cards, _, err := of.List(t.Context(), d.who, loan.TabRunning, "", 10)
	require.NoError(t, err)
	require.Len(t, cards, 1)
	page, err := of.Detail(t.Context(), d.who, d.loan.OrderID)
	require.NoError(t, err)
	at, err := d.Hardship(t.Context(), d.who.ID, d.loan.OrderID)
	require.NoError(t, err)
	_, err = d.RequestHardship(t.Context(), flowtest.WithNewKey(d.who, "again"), customersupport.HardshipRequest{
		OrderID: d.loan.OrderID, Kind: support.Promise, Amount: 50_000, On: at.First.AddDays(3),
	})
	live := reason.Of(err) == reason.HardshipOpen
	if !live {
		require.NoError(t, err)
	}
	said := map[string]bool{"list": cards[0].Hardship != nil, "page": page.Hardship != nil, "request": at.Latest.State.Live(), "refusal": !at.Open()}
	require.Equal(t, map[string]bool{"list": live, "page": live, "request": live, "refusal": live}, said)
	return live
}

// Whether or not the job has run, the borrower sees the promise and cannot make another until it is judged; after that
// they can.
func TestPromiseIsShownUntilAnotherCanBeMade(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	r := d.who.Region
	on := r.Today(d.clock.Now()).AddDays(2)
	asked := d.promise(t, on)
	midnight := on.AddDays(1).In(r.TimeZone)
	morning := midnight.Add(time.Duration(r.ReminderHours.From) * time.Hour)
	for _, at := range []time.Time{midnight.Add(-time.Second), midnight, morning.Add(-time.Second)} {
		d.clock.Set(at)
		require.True(t, d.live(t), "%v", at)
	}
	d.clock.Set(morning)
	_, err := d.Withdraw(t.Context(), flowtest.WithNewKey(d.who, "withdraw"), asked.ID)
	require.Equal(t, reason.StateChanged, reason.Of(err))
	require.Empty(t, d.inbox())
	require.False(t, d.live(t))
	before, err := support.HardshipByID(asked.ID).Read(t.Context(), d.pool)
	require.NoError(t, err)
	require.Equal(t, support.HardshipBroken, before.State)
	require.Empty(t, d.inbox(), "no notice: the new promise keeps reminders paused")
	require.Equal(t, support.HardshipOpen, d.after(t, 0))
	require.Empty(t, d.inbox())
	require.True(t, d.live(t), "the new promise is live")
}

// The money has arrived, and no job has run since.
func TestKeptPromiseEndedByANewRequestSendsItsNotice(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	r := d.who.Region
	on := r.Today(d.clock.Now())
	d.promise(t, on)
	_, err := d.pool.Exec(t.Context(), `
		WITH paid AS (
			INSERT INTO payment (gateway, gateway_reference, serial_number, order_id, member_id, seq, amount, currency, payment_type, state, paid_at, value_date, received_at)
			VALUES ('sandbox', 'R1', 'RP1', $1, $2, 1, 100000, 'VND', 'bank', 'posted', $3, $4, $3) RETURNING id)
		INSERT INTO payment_allocation (payment_id, round, component, amount) SELECT id, 1, 'principal', 100000 FROM paid`,
		d.loan.OrderID, d.loan.MemberID, d.clock.Now(), on)
	require.NoError(t, err)
	d.clock.Set(on.AddDays(2).In(r.TimeZone))
	require.False(t, d.live(t))
	require.Equal(t, []string{"hardship_kept"}, d.inbox())
}

func TestExpiredPlanDoesNotBlockANewRequest(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	r := d.who.Region
	over := r.Today(d.clock.Now()).AddDays(r.Service.PlanDays + 1).In(r.TimeZone)
	d.plan(t)
	d.clock.Set(over.Add(-time.Second))
	require.True(t, d.live(t))
	d.clock.Set(over)
	require.False(t, d.live(t))
	require.Empty(t, d.inbox())
}

// If several requests and jobs run at the moment when a request is over, one new request is made and one notice is
// sent.
func TestConcurrentRequestsEndAnExpiredOneOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	r := d.who.Region
	on := r.Today(d.clock.Now())
	d.promise(t, on)
	d.clock.Set(on.AddDays(2).In(r.TimeZone))
	var all sync.WaitGroup
	var made atomic.Int32
	for n := range 4 {
		all.Go(func() {
			_, err := d.RequestHardship(t.Context(), flowtest.WithNewKey(d.who, fmt.Sprint("again ", n)), customersupport.HardshipRequest{
				OrderID: d.loan.OrderID, Kind: support.Promise, Amount: 50_000, On: on.AddDays(5),
			})
			if err == nil {
				made.Add(1)
			} else {
				assert.Equal(t, reason.HardshipOpen, reason.Of(err), "%v", err)
			}
		})
		all.Go(func() {
			_, err := d.EndDueHardships(t.Context())
			assert.NoError(t, err)
		})
	}
	all.Wait()
	require.EqualValues(t, 1, made.Load())
	require.LessOrEqual(t, len(d.inbox()), 1, "a job sends a notice, a new request does not")
	require.Equal(t, support.HardshipOpen, d.written(t))
}
