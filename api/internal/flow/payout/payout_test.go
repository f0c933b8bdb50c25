package payout_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var now = time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)

// errDown is the error of a bank, or of a process, that is down.
var errDown = errors.New("down")

// bank is the sandbox behind an unreliable connection.
type bank struct {
	*payment.Sandbox
	before, after func() error
	lookup        func() error
	holder        string
	inquiry       error
	paid          int
	to            payment.Account
	mu            sync.Mutex
}

func (b *bank) NameInquiry(ctx context.Context, a payment.Account) (string, error) {
	if b.inquiry != nil {
		return "", b.inquiry
	}
	if b.holder != "" {
		return b.holder, nil
	}
	return b.Sandbox.NameInquiry(ctx, a)
}

func (b *bank) Payout(ctx context.Context, t payment.Transfer) (payment.Result, error) {
	b.mu.Lock()
	b.paid++
	b.to = t.To
	b.mu.Unlock()
	if err := call(b.before); err != nil {
		return payment.Result{}, err
	}
	r, err := b.Sandbox.Payout(ctx, t)
	if broken := call(b.after); broken != nil {
		return payment.Result{}, broken
	}
	return r, err
}

func (b *bank) Lookup(ctx context.Context, reference string) (payment.Result, error) {
	if err := call(b.lookup); err != nil {
		return payment.Result{}, err
	}
	return b.Sandbox.Lookup(ctx, reference)
}

func call(f func() error) error {
	if f == nil {
		return nil
	}
	return f()
}

type fixture struct {
	pool *pgxpool.Pool
	bank *bank
	flow *payout.Payout
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	pool := postgrestest.New(t)
	b := &bank{Sandbox: payment.NewSandbox(pool)}
	return &fixture{pool: pool, bank: b, flow: payout.New(pool, clock.Fixed(now), b, accounts("19031234"))}
}

func accounts(number string) payout.Accounts {
	return func(context.Context, postgres.DB, uuid.UUID, string, time.Time) (payment.Account, error) {
		return payment.Account{BankCode: "VCB", Number: number, Holder: "Nguyễn Thị Lan"}, nil
	}
}

// run runs a payout like a worker. A panic simulates a killed process.
func (w *fixture) run(order uuid.UUID) (again time.Duration, err error) {
	defer func() {
		if recover() != nil {
			err = errDown
		}
	}()
	return w.flow.Run(context.Background(), order)
}

// checkBooks checks that bank, journal, loan and order agree: paid once, or not at all.
func (w *fixture) checkBooks(t require.TestingT, o loan.Order, paid bool) {
	ctx := context.Background()
	got, err := loan.ByID(o.ID).Read(ctx, w.pool)
	require.NoError(t, err)
	balance, err := ledger.Balances(o.ID).Read(ctx, w.pool)
	require.NoError(t, err)
	found, err := w.bank.Sandbox.Lookup(ctx, o.OrderNo+"-1")
	require.NoError(t, err)
	if !paid {
		require.Empty(t, balance)
		require.NotEqual(t, payment.Succeeded, found.State)
		require.NotEqual(t, loan.WaitingPayment, got.Status)
		return
	}
	require.Equal(t, payment.Succeeded, found.State)
	require.Equal(t, loan.WaitingPayment, got.Status)
	running, err := servicing.ReadPosted(o.ID).Read(ctx, w.pool)
	require.NoError(t, err)
	l := running.Loan
	require.Equal(t, o.Terms.ActualReceived(o.Principal), l.ActualReceived)
	want := ledger.Balance{
		ledger.PrincipalReceivable: o.Principal, ledger.Bank: -l.ActualReceived,
		ledger.FrontServiceFeeIncome: -o.Terms.FrontServiceFeeOf(o.Principal),
		ledger.ServiceFeeReceivable:  o.Terms.ServiceFeeOf(o.Principal), ledger.ServiceFeeIncome: -o.Terms.ServiceFeeOf(o.Principal),
	}
	if nights := running.PostedUpTo.DaysSince(l.DisbursedOn); nights > 0 {
		interest, account := o.Terms.InterestOf(o.Principal, nights), o.Terms.AccountFeeOf(o.Principal, nights)
		want[ledger.InterestReceivable], want[ledger.InterestIncome] = interest, -interest
		want[ledger.AccountFeeReceivable], want[ledger.AccountFeeIncome] = account, -account
	}
	require.Equal(t, want, balance)
	require.Equal(t, l.TotalAtDue, o.Principal+l.InterestAtDue+o.Terms.ServiceFeeOf(o.Principal)+o.Terms.AccountFeeOf(o.Principal, l.DueDate.DaysSince(l.DisbursedOn)))
}

func TestPayoutSetsDueDateAndInterest(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	again, err := w.run(o.ID)
	require.NoError(t, err)
	require.Zero(t, again)
	w.checkBooks(t, o, true)
	running, err := servicing.Read(o.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Equal(t, money.MustDate("2026-11-20"), running.Loan.DisbursedOn)
	// 91 days later is Friday, 19 February 2027.
	require.Equal(t, money.MustDate("2027-02-19"), running.Loan.DueDate)
	require.Equal(t, o.Terms.InterestOf(o.Principal, 91), running.Loan.InterestAtDue)

	again, err = w.run(o.ID)
	require.NoError(t, err)
	require.Zero(t, again)
	require.Equal(t, 1, w.bank.paid, "a repeated run does not ask the bank")
	var reports int
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'conversion'`).Scan(&reports))
	require.Equal(t, 1, reports, "the payout is reported to the advertising platform")
}

// 91 days after Saturday, 21 November 2026, is a Saturday, on which no bank takes a transfer.
func TestPayoutMovesTheDueDateOffTheWeekend(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	saturday := now.AddDate(0, 0, 1)
	w.flow = payout.New(w.pool, clock.Fixed(saturday), w.bank, accounts("19031234"))
	o := flowtest.Confirmed(t, w.pool, saturday)
	_, err := w.run(o.ID)
	require.NoError(t, err)
	w.checkBooks(t, o, true)
	running, err := servicing.Read(o.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Equal(t, money.MustDate("2027-02-22"), running.Loan.DueDate)
	require.Equal(t, o.Terms.InterestOf(o.Principal, 93), running.Loan.InterestAtDue, "interest accrues until the moved due date")
}

func TestConnectionFailureNeverCausesASecondPayout(t *testing.T) {
	t.Parallel()
	down := func() error { return errDown }
	killed := func() error { panic("killed") }
	for name, c := range map[string]struct {
		before, after func() error
	}{
		"the request is lost":               {before: down},
		"the response is lost":              {after: down},
		"killed before the request":         {before: killed},
		"killed between request and commit": {after: killed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			o := flowtest.Confirmed(t, w.pool, now)
			w.bank.before, w.bank.after = c.before, c.after
			again, err := w.run(o.ID)
			require.True(t, err != nil || again > 0, "the run must fail or ask for a retry")
			// The connection recovers step by step: first the look-up still fails, then it succeeds.
			w.bank.before, w.bank.after, w.bank.lookup = nil, nil, down
			again, err = w.run(o.ID)
			require.NoError(t, err)
			require.Positive(t, again, "without a result of the look-up nothing is sent again")
			w.bank.lookup = nil
			sent := w.bank.paid
			_, err = w.run(o.ID)
			require.NoError(t, err)
			if c.after != nil {
				require.Equal(t, sent, w.bank.paid, "an executed payout is not requested again")
			}
			w.checkBooks(t, o, true)
		})
	}
}

func TestPayoutRefusedByTheBankFailsWithReasonAndDeadline(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		number, holder string
		inquiry        error
		failure        string
	}{
		"closed account":         {number: "1903" + payment.SuffixClosed, failure: payment.AccountClosed},
		"another account holder": {number: "19031234", holder: "TRAN VAN KHAC", failure: payment.NameMismatch},
		"unknown account":        {number: "19031234", inquiry: payment.ErrNoAccount, failure: payment.AccountUnknown},
		"a closed bank": {
			number: "19031234", inquiry: fmt.Errorf("%w: /inquiry answered 422", payment.ErrRefused), failure: payment.AccountUnconfirmed,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			w.flow = payout.New(w.pool, clock.Fixed(now), w.bank, accounts(c.number))
			w.bank.holder, w.bank.inquiry = c.holder, c.inquiry
			o := flowtest.Confirmed(t, w.pool, now)
			_, err := w.run(o.ID)
			require.NoError(t, err)
			got, err := loan.ByID(o.ID).Read(t.Context(), w.pool)
			require.NoError(t, err)
			require.Equal(t, loan.DisbursementFailed, got.Status)
			require.Equal(t, c.failure, got.FailureReason)
			require.Equal(t, now.Add(72*time.Hour), got.MendUntil.UTC())
			w.checkBooks(t, o, false)
			live, err := loan.LiveDisbursement(o.ID).Read(t.Context(), w.pool)
			require.NoError(t, err)
			require.Nil(t, live)
			again, err := w.run(o.ID)
			require.NoError(t, err)
			require.Zero(t, again, "a job that runs again has nothing to do")
		})
	}
}

func TestFailedNameInquiryIsRetried(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	w.bank.inquiry = errDown
	_, err := w.run(o.ID)
	require.ErrorIs(t, err, errDown)
	require.Zero(t, w.bank.paid)
	w.bank.inquiry = nil
	_, err = w.run(o.ID)
	require.NoError(t, err)
	w.checkBooks(t, o, true)
}

// The bank of a card has been closed since the card was added, so the name inquiry always fails. No transfer was
// ordered, so the borrower names another card and gets the money.
func TestRefusedNameInquiryLetsTheBorrowerChangeTheCard(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), l.Confirmation(t, who, o.ID))
	require.NoError(t, err)
	gone := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, `{"error":"closed"}`)
	}))
	t.Cleanup(gone.Close)
	refusing := payout.New(l.Pool, l.Clock, payment.NewHTTP(gone.URL, []byte("0123456789abcdef")), accounts("19031234"))
	again, err := refusing.Run(t.Context(), o.ID)
	require.NoError(t, err)
	require.Zero(t, again)
	o = l.Order(t, o.ID)
	require.Equal(t, loan.DisbursementFailed, o.Status)
	for _, language := range lang.All {
		require.NotEqual(t, orders.Failure("an unknown reason", language), orders.Failure(o.FailureReason, language), language)
	}

	second := l.Card(t, who.ID, 1)
	_, err = l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, second)
	require.NoError(t, err)
	numbers := map[uuid.UUID]string{card: "19031234", second: "19035678"}
	b := &bank{Sandbox: payment.NewSandbox(l.Pool)}
	_, err = payout.New(l.Pool, l.Clock, b, func(_ context.Context, _ postgres.DB, card uuid.UUID, _ string, _ time.Time) (payment.Account, error) {
		return payment.Account{BankCode: "VCB", Number: numbers[card], Holder: "Nguyễn Thị Lan"}, nil
	}).Run(t.Context(), o.ID)
	require.NoError(t, err)
	require.Equal(t, loan.WaitingPayment, l.Order(t, o.ID).Status)
	require.Equal(t, numbers[second], b.to.Number, "the money goes to the account of the new card")
}

func TestConcurrentRunsPayOnce(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	var wait sync.WaitGroup
	for range 12 {
		wait.Go(func() { _, _ = w.run(o.ID) })
	}
	wait.Wait()
	_, err := w.run(o.ID)
	require.NoError(t, err)
	w.checkBooks(t, o, true)
}

// Whatever fails in whichever order, in the end the money is paid once.
func TestRandomFaultsEndWithOnePayout(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	rapid.Check(t, func(r *rapid.T) {
		o := flowtest.Confirmed(r, w.pool, now)
		fault := func(name string) func() error {
			switch rapid.IntRange(0, 2).Draw(r, name) {
			case 0:
				return func() error { return errDown }
			case 1:
				return func() error { panic("killed") }
			default:
				return nil
			}
		}
		for range rapid.IntRange(0, 4).Draw(r, "runs") {
			w.bank.before, w.bank.after, w.bank.lookup = fault("before"), fault("after"), fault("lookup")
			_, _ = w.run(o.ID)
		}
		w.bank.before, w.bank.after, w.bank.lookup = nil, nil, nil
		again, err := w.run(o.ID)
		require.NoError(r, err)
		require.Zero(r, again)
		w.checkBooks(r, o, true)
	})
}
