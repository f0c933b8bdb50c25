package pay_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// A borrower who has sent a proof of payment sees this where they would pay again.
func TestDueShowsAnUndecidedProof(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	since := func() *time.Time {
		due, err := w.intents.Due(t.Context(), paid.MemberID, paid.OrderID)
		require.NoError(t, err)
		return due.ProofWaitingSince
	}
	send := func() repay.Proof { return flowtest.SendProof(t, w.pool, paid.MemberID, paid.OrderID, w.clock.Now()) }
	require.Nil(t, since())
	sent := send()
	require.WithinDuration(t, sent.CreatedAt, *since(), time.Millisecond)
	flowtest.RejectProof(t, w.pool, sent, w.clock.Now())
	require.Nil(t, since())

	send()
	owed := w.state(t, paid).Owed.Total()
	w.receive(t, w.intent(t, paid, repay.ForPayoff, owed).Code, owed)
	require.Nil(t, since(), "nothing is owed any more")
}

// A remaining balance below the minimum of a payment code can be paid by transfer.
//
// spec: 5.qr-minimum, 9.qr-min-100
func TestRestBelowTheCodeMinimumIsPaidByTransfer(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	due := w.state(t, paid).Owed.Total()
	_, err := w.intents.Open(t.Context(), w.key(paid.MemberID), intent.Request{
		Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: repay.ByPaycode, Amount: vietnam.PaycodeMin,
	})
	require.NoError(t, err, "the minimum itself is accepted")
	w.receive(t, w.intent(t, paid, repay.ForRepayment, due-100).Code, due-100)
	left, err := w.intents.Due(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	require.True(t, left.Paycode, "the minimum itself can be paid by code")
	w.receive(t, w.intent(t, paid, repay.ForRepayment, 1).Code, 1)
	left, err = w.intents.Due(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	require.Equal(t, int64(99), left.Owed.Total())
	require.False(t, left.Paycode)
	_, err = w.intents.Open(t.Context(), w.key(paid.MemberID), intent.Request{
		Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForPayoff, Method: repay.ByPaycode, Amount: 1,
	})
	require.ErrorIs(t, err, reason.New(reason.AmountBelowMinimum))
	rest := w.intent(t, paid, repay.ForPayoff, 1)
	require.Equal(t, repay.PaidOff, w.payment(t, w.receive(t, rest.Code, 99)).Outcome)
}

func TestIntentStatesFromOpenToPaid(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	first := w.intent(t, paid, repay.ForRepayment, 1_000)
	second := w.intent(t, paid, repay.ForRepayment, 2_000)
	state := func(id uuid.UUID) repay.IntentState {
		i, err := w.intents.Intent(t.Context(), paid.MemberID, id)
		require.NoError(t, err)
		return i.State
	}
	require.Equal(t, repay.Replaced, state(first.ID))
	require.Equal(t, repay.Open, state(second.ID))
	w.days(1)
	require.Equal(t, repay.Expired, state(second.ID), "the intent expires without a job")
	third := w.intent(t, paid, repay.ForRepayment, 3_000)
	require.Equal(t, repay.Open, state(third.ID))
	require.Equal(t, repay.Expired, state(second.ID), "an expired intent is not replaced")

	w.receive(t, first.Code, 500)
	require.Equal(t, repay.Paid, state(first.ID), "an old code is recognised")
	got, err := w.intents.Intent(t.Context(), paid.MemberID, first.ID)
	require.NoError(t, err)
	require.Equal(t, int64(500), got.Payment.Amount)
	_, err = w.intents.Intent(t.Context(), uuid.New(), first.ID)
	require.ErrorIs(t, err, reason.New(reason.NotFound))
}

// Somebody pays with an older code. An open intent may then ask for more than is owed, or for a loan that is repaid.
func TestOpenIntentNeverAsksForMoreThanIsOwed(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	due := w.state(t, paid).Owed.Total()
	helpers := w.intent(t, paid, repay.ForRepayment, 2_000_000)
	all := w.intent(t, paid, repay.ForPayoff, 1)
	require.Equal(t, due, all.Amount)
	state := func(made intent.Intent) repay.IntentState {
		link, err := w.intents.Link(t.Context(), made.Token)
		require.NoError(t, err)
		own, err := w.intents.Intent(t.Context(), paid.MemberID, made.ID)
		require.NoError(t, err)
		require.Equal(t, own.State, link.State)
		return link.State
	}
	require.Equal(t, repay.Open, state(all))
	w.receive(t, helpers.Code, 2_000_000)
	require.Equal(t, repay.Expired, state(all), "part of its amount has been paid")

	rest := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, helpers.Code, 1_000)
	require.Equal(t, repay.Expired, state(rest))
	part := w.intent(t, paid, repay.ForRepayment, 500)
	w.receive(t, helpers.Code, 1_000)
	require.Equal(t, repay.Open, state(part), "its amount is still owed")
	w.receive(t, helpers.Code, w.state(t, paid).Owed.Total())
	require.Equal(t, repay.Expired, state(part), "nothing is owed any more")
	require.Equal(t, repay.Over, w.payment(t, w.receive(t, part.Code, 500)).Outcome, "its code is recognised")
	require.Equal(t, repay.Paid, state(part))
	w.refundAll(t)
	w.reconciled(t)
}

// A reminder names everything that is owed, and its link is for that amount, whatever other intents the borrower has.
func TestReminderLinkIsForTheTotalOwed(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	owed := w.state(t, paid).Owed.Total()
	linked := func() intent.Link {
		var token string
		require.NoError(t, postgres.InTx(t.Context(), w.pool, func(ctx context.Context, tx pgx.Tx) (err error) {
			token, err = w.intents.LinkToken(ctx, tx, paid.MemberID, paid.OrderID)
			return err
		}))
		link, err := w.intents.Link(t.Context(), token)
		require.NoError(t, err)
		require.Equal(t, repay.Open, link.State)
		return link
	}
	part := w.intent(t, paid, repay.ForRepayment, 1_000)
	link := linked()
	require.Equal(t, owed, link.Amount)
	require.Equal(t, link.ID, linked().ID, "the next reminder uses the same intent")
	still, err := w.intents.Intent(t.Context(), paid.MemberID, part.ID)
	require.NoError(t, err)
	require.Equal(t, repay.Open, still.State, "the borrower's own intent stays open")

	full := w.intent(t, paid, repay.ForPayoff, 1)
	require.Equal(t, full.ID, linked().ID, "the borrower's own intent for the total is used")
	w.receive(t, full.Code, 1_000)
	require.Equal(t, owed-1_000, linked().Amount)
}

func TestPaymentsArePaginated(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	other := flowtest.PayOut(t, w.pool, flowtest.Loan{MemberID: paid.MemberID})
	stranger := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	for n, of := range []flowtest.Paid{paid, other, stranger, paid, paid} {
		w.receive(t, w.intent(t, of, repay.ForRepayment, 1_000).Code, int64(n+1))
	}
	var amounts []int64
	page := repay.Page{MemberID: paid.MemberID, Limit: 3}
	for {
		listed, next, err := w.flow.Payments(t.Context(), page)
		require.NoError(t, err)
		for _, l := range listed {
			amounts = append(amounts, l.Amount)
			require.NotEmpty(t, l.OrderNo)
		}
		if page.Cursor = next; next == "" {
			break
		}
	}
	require.Equal(t, []int64{5, 4, 2, 1}, amounts, "newest first, each once")
	listed, _, err := w.flow.Payments(t.Context(), repay.Page{MemberID: paid.MemberID, OrderID: &other.OrderID})
	require.NoError(t, err)
	require.Len(t, listed, 1)
	for _, cursor := range []string{"x", "!", "OTk5OTk5OTk5OTk5OTk5OTk5OTku", "LTEuYQ"} {
		_, _, err := w.flow.Payments(t.Context(), repay.Page{MemberID: paid.MemberID, Cursor: cursor})
		require.ErrorIs(t, err, reason.InvalidField("cursor", reason.FieldFormat), cursor)
	}
}

func TestRoundTripsOfIntentsAndReads(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	made := w.intent(t, paid, repay.ForRepayment, 1_000)
	e := w.receive(t, made.Code, 1_000)
	w.pool = counted(t, w.pool)
	w.intents, w.flow = w.asking(), w.over(w.bank)
	id := w.payment(t, e).ID
	// The look-up of the session is not included.
	for name, c := range map[string]struct {
		most int
		call func(ctx context.Context) error
	}{
		"open": {2, func(ctx context.Context) error {
			_, err := w.intents.Open(ctx, idempotency.Key{Scope: "x", Route: "x", Key: "12345678", BodyHash: []byte{1}}, intent.Request{
				Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: repay.ByBank, Amount: 5,
			})
			return err
		}},
		"intent": {2, func(ctx context.Context) error { _, err := w.intents.Intent(ctx, paid.MemberID, made.ID); return err }},
		"link":   {3, func(ctx context.Context) error { _, err := w.intents.Link(ctx, made.Token); return err }},
		"record": {1, func(ctx context.Context) error {
			_, _, err := w.flow.Payments(ctx, repay.Page{MemberID: paid.MemberID})
			return err
		}},
		"receipt": {2, func(ctx context.Context) error { _, err := w.flow.Receipt(ctx, paid.MemberID, id, "vi"); return err }},
	} {
		ctx, trips := postgres.CountTrips(t.Context())
		require.NoError(t, c.call(ctx), name)
		require.LessOrEqual(t, trips.Count(), c.most, "%s: %q", name, trips.SQL())
	}
}
