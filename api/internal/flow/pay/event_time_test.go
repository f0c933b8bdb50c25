package pay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// inOrder asserts that the journal of a loan is complete up to its last event, and that no event is dated before an
// earlier one.
func (w *fixture) inOrder(t *testing.T, paid flowtest.Paid) {
	t.Helper()
	w.reconciled(t)
	require.Zero(t, w.count(t, `
		SELECT count(*) FROM (SELECT posting_date, lag(posting_date) OVER (ORDER BY xact::text::bigint) AS before FROM ledger_transaction WHERE scope = $1) t
		WHERE posting_date < before`, paid.OrderID))
	require.Equal(t, w.today(), w.facts(t, paid).PostedUpTo)
}

// Another process, whose clock is a few seconds ahead, books an event just after midnight. What this process books next
// is not dated on the day before: it would take the charges of the night out of the journal again.
func TestEventIsNotDatedBeforeAnEarlierOneOfAnotherProcess(t *testing.T) {
	t.Parallel()
	// Each prepares a loan and returns the events: that of the process whose clock is ahead, then that of the other.
	type events func(ahead, behind *fixture)
	paying := func(t *testing.T, w *fixture, paid flowtest.Paid, event func(behind *fixture)) (flowtest.Paid, events) {
		code := w.intent(t, paid, repay.ForRepayment, 1_000).Code
		return paid, func(ahead, behind *fixture) {
			ahead.receive(t, code, 1_000)
			ahead.inOrder(t, paid)
			event(behind)
		}
	}
	refunding := func(t *testing.T, w *fixture, payouts ...payment.Result) (flowtest.Paid, events) {
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		first := w.receive(t, w.intent(t, paid, repay.ForRepayment, 1_000_000).Code, 1_000_000)
		payoff := w.intent(t, paid, repay.ForPayoff, 0)
		w.receive(t, payoff.Code, payoff.Amount+500_000)
		return paid, func(ahead, behind *fixture) {
			behind.flow = behind.over(&interruptedBank{Gateway: &slowBank{Gateway: w.bank, payouts: payouts}, meanwhile: func() { ahead.takeBack(t, first) }})
			behind.refund(t, w.refundID(t))
		}
	}
	for name, prepare := range map[string]func(*testing.T, *fixture) (flowtest.Paid, events){
		"a payment": func(t *testing.T, w *fixture) (flowtest.Paid, events) {
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			return paying(t, w, paid, func(behind *fixture) {
				behind.receive(t, behind.intent(t, paid, repay.ForRepayment, 2_000).Code, 2_000)
			})
		},
		"a payment that is matched": func(t *testing.T, w *fixture) (flowtest.Paid, events) {
			paid, e := flowtest.PayOut(t, w.pool, flowtest.Loan{}), w.receive(t, "no code", 2_000)
			return paying(t, w, paid, func(behind *fixture) { behind.match(t, e, paid) })
		},
		"a payment that is taken out again": func(t *testing.T, w *fixture) (flowtest.Paid, events) {
			e, wrong := w.mismatched(t, 2_000)
			return paying(t, w, wrong, func(behind *fixture) { require.NoError(t, behind.unmatch(t, e)) })
		},
		"a reversal": func(t *testing.T, w *fixture) (flowtest.Paid, events) {
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 2_000).Code, 2_000)
			return paying(t, w, paid, func(behind *fixture) { behind.takeBack(t, e) })
		},
		"a part of a payment that is owed again": func(t *testing.T, w *fixture) (flowtest.Paid, events) {
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 2_000).Code, 2_000)
			w.takeBackPart(t, e, 1_000, "part")
			return paying(t, w, paid, func(behind *fixture) {
				require.NoError(t, behind.flow.ApplyReversal(t.Context(), behind.decision(t, "part")))
			})
		},
		"an extension": func(t *testing.T, w *fixture) (flowtest.Paid, events) {
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			return paying(t, w, paid, func(behind *fixture) {
				_, err := behind.intents.Extend(t.Context(), behind.key(paid.MemberID), ask(paid, behind.choices(t, paid)[0], false))
				require.NoError(t, err)
			})
		},
		"a refund": func(t *testing.T, w *fixture) (flowtest.Paid, events) { return refunding(t, w) },
		"a refund that fails": func(t *testing.T, w *fixture) (flowtest.Paid, events) {
			return refunding(t, w, payment.Result{State: payment.Failed, FailureReason: payment.AccountClosed})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-04-11")
			paid, events := prepare(t, w)
			midnight := money.MustDate("2026-04-12").In(vietnam.TimeZone)
			behind := *w
			behind.clock = clock.NewManual(midnight.Add(-3 * time.Second))
			behind.intents, behind.flow = behind.asking(), behind.over(w.bank)
			behind.n = 100
			w.clock.Set(midnight.Add(time.Second))
			events(w, &behind)
			w.inOrder(t, paid)
		})
	}
}

// A report waits for the lock of its loan over midnight, while an event of the new day is booked.
func TestEventThatWaitsOverMidnightIsBookedOnTheNewDay(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	midnight := money.MustDate("2026-04-12").In(vietnam.TimeZone)
	w.clock.Set(midnight.Add(-time.Second))
	e := w.transfer(t, w.intent(t, paid, repay.ForRepayment, 1_000).Code, 1_000, w.clock.Now())
	holder := postgrestest.Begin(t, w.pool)
	_, err := holder.Exec(t.Context(), `SELECT FROM loan_order WHERE id = $1 FOR NO KEY UPDATE`, paid.OrderID)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- w.flow.Receive(t.Context(), "sandbox", e) }()
	require.Eventually(t, func() bool { return postgrestest.Blocks(t, holder) }, 30*time.Second, 5*time.Millisecond)
	w.clock.Set(midnight.Add(time.Second))
	require.NoError(t, holder.Rollback(t.Context()))
	require.NoError(t, <-done)
	w.inOrder(t, paid)
	p := w.payment(t, e)
	require.Equal(t, money.MustDate("2026-04-11"), p.ValueDate, "it counts from the day on which it was paid")
	require.WithinDuration(t, midnight.Add(-time.Second), p.ReceivedAt, 0)
}

// A borrower who agrees to an extension a second before midnight gets the one that they were shown, however long the
// loan was locked.
func TestExtensionCountsFromTheMomentTheBorrowerAgreed(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-12") // the first day after the due date
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: money.MustDate("2026-03-12")})
	midnight := w.today().AddDays(1).In(vietnam.TimeZone)
	w.clock.Set(midnight.Add(-time.Second))
	shown := w.choices(t, paid)[0]
	holder := postgrestest.Begin(t, w.pool)
	_, err := holder.Exec(t.Context(), `SELECT FROM loan_order WHERE id = $1 FOR NO KEY UPDATE`, paid.OrderID)
	require.NoError(t, err)
	done := make(chan error, 1)
	key := w.key(paid.MemberID)
	go func() {
		_, err := w.intents.Extend(t.Context(), key, ask(paid, shown, false))
		done <- err
	}()
	require.Eventually(t, func() bool { return postgrestest.Blocks(t, holder) }, 30*time.Second, 5*time.Millisecond)
	w.clock.Set(midnight.Add(time.Second))
	require.NoError(t, holder.Rollback(t.Context()))
	require.NoError(t, <-done)
	require.Equal(t, shown.TotalAtDue, w.facts(t, paid).Replay(shown.NewDueDate).Owed.Total())
	w.reconciled(t)
}

// A process whose clock is a few seconds ahead has posted the month that ends today. For this one it is still the day
// before, and the month before that is long finished.
func TestAccrualDoesNotReturnToAnEarlierMonth(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	midnight := money.MustDate("2026-03-31").In(vietnam.TimeZone)
	w.clock.Set(midnight.Add(time.Second))
	w.month(t)
	w.clock.Set(midnight.Add(-time.Second))
	w.month(t)
	require.Equal(t, 1, w.postings(t, paid))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM accrual_pass WHERE month_end = '2026-03-31' AND finished_at IS NOT NULL`))
}

// crossing is a clock that is at one time when it is first read, and at another one afterwards.
type crossing struct {
	first, then time.Time
	read        bool
}

func (c *crossing) Now() time.Time {
	if c.read {
		return c.then
	}
	c.read = true
	return c.first
}

// The amount of a pay link and its quote are of the same day, also if it is made at midnight.
func TestPayLinkMadeAtMidnightIsOfOneDay(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	midnight := money.MustDate("2026-04-12").In(vietnam.TimeZone)
	flow := intent.New(w.pool, &crossing{first: midnight.Add(-time.Second), then: midnight.Add(time.Second)}, intent.Config{
		Region: vietnam, TokenKey: []byte("a key of the test's own, 32 byte"),
	})
	tx := postgrestest.Begin(t, w.pool)
	_, err := flow.LinkToken(t.Context(), tx, paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	var amount, owed int64
	require.NoError(t, tx.QueryRow(t.Context(), `
		SELECT amount, (SELECT sum(value::bigint) FROM jsonb_each_text(quote->'owed')) FROM payment_intent`).Scan(&amount, &owed))
	require.Equal(t, owed, amount)
}

// A statement that is fetched from a process whose clock is behind does not take back a night that is already in the
// journal.
func TestStatementOfAProcessThatIsBehindTakesNoNightBack(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	code := w.intent(t, paid, repay.ForRepayment, 1_000).Code
	midnight := money.MustDate("2026-04-12").In(vietnam.TimeZone)
	w.clock.Set(midnight.Add(time.Second))
	w.receive(t, code, 1_000)
	lines := func(at time.Time) []string {
		made, err := document.New(w.pool, clock.Fixed(at), nil).Statement(t.Context(), document.StatementRequest{
			Member: paid.MemberID, Order: &paid.OrderID, CSV: true, Lang: lang.EN,
		})
		require.NoError(t, err)
		return strings.Split(string(made.Content), "\n")
	}
	require.Equal(t, lines(w.clock.Now()), lines(midnight.Add(-time.Second)))
}
