package repay_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A payment expires the open intents of its loan that ask for more than is left. Paid and replaced ones, and those of other loans, stay.
func TestPaymentExpiresTheOpenIntentsThatAskForTooMuch(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid, other := flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{})
	state := func(i repay.Intent) repay.IntentState {
		found, _, err := repay.IntentWithPayment(t.Context(), pool, i.MemberID, i.ID)
		require.NoError(t, err)
		return found.State
	}
	settles := func(i repay.Intent, owed int64) {
		queue(t, pool, func(b *pgx.Batch) { repay.QueueIntentsPaid(b, i.ID, i.OrderID, owed) })
	}
	first := insertIntent(t, pool, paid, 0, repay.ForRepayment, 9_000)
	settles(first, 9_000)
	replaced := insertIntent(t, pool, paid, 1, repay.ForRepayment, 8_000)
	queue(t, pool, func(b *pgx.Batch) { repay.QueueReplaceOpenIntents(b, paid.OrderID, today.Add(time.Hour)) })
	tooMuch, exact := insertIntent(t, pool, paid, 2, repay.ForPayoff, 3_001), insertIntent(t, pool, paid, 3, repay.ForRepayment, 3_000)
	elsewhere := insertIntent(t, pool, other, 4, repay.ForPayoff, 7_000)
	last := insertIntent(t, pool, paid, 5, repay.ForRepayment, 1_000)
	settles(last, 3_000)
	require.Equal(t, repay.Paid, state(last))
	require.Equal(t, repay.Expired, state(tooMuch))
	require.Equal(t, repay.Open, state(exact))
	require.Equal(t, repay.Open, state(elsewhere))
	require.Equal(t, repay.Replaced, state(replaced))
	require.Equal(t, repay.Paid, state(first))
	settles(insertIntent(t, pool, paid, 6, repay.ForRepayment, 3_000), 3_000)
	open, err := repay.OpenIntent(paid.OrderID, 3_000, today).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, exact.ID, open.ID, "a newer intent of the same amount is paid")

	// An intent is replaced once: it stays replaced when its own expiry has passed. One that is paid is not replaced, and is open
	// again if its payment turns out to be of another loan.
	queue(t, pool, func(b *pgx.Batch) { repay.QueueReplaceOpenIntents(b, paid.OrderID, replaced.ExpiresAt.Add(time.Hour)) })
	require.Equal(t, repay.Replaced, state(replaced))
	require.Equal(t, repay.Open, state(elsewhere))
	p := pay(t, pool, paid, 1, today, func(p *repay.Payment) { p.IntentID = &first.ID })
	became := p
	became.ID, became.OrderID, became.MemberID, became.Seq, became.IntentID, became.State = uuid.New(), nil, nil, nil, nil, repay.Suspense
	became.Serial = repay.NewSerial(money.MustDate("2026-05-12"))
	queue(t, pool, func(b *pgx.Batch) {
		repay.QueueUnmatch(b, repay.Unmatch{Payment: p, Became: became, By: "ops:anna", Note: "x", At: today})
	})
	require.Equal(t, repay.Open, state(first))
	require.Equal(t, repay.Paid, state(last))
	settles(replaced, 3_000)
	require.Equal(t, repay.Paid, state(replaced), "the code of a replaced intent still matches a payment")
}

// A reversal is booked if the rest of its payment covers it. Reports that were not booked, and reversals of other payments, use up nothing.
func TestReversalIsBookedIfThePaymentCoversIt(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	p, other := pay(t, pool, paid, 5, today, nil), pay(t, pool, paid, 6, today, nil)
	booked := func(p repay.Payment, amount int64) bool {
		part, err := repay.RecordPartialReversal(repay.PartialReversal{
			PaymentID: p.ID, Reference: uuid.NewString(), Amount: amount, Currency: money.VND, Reason: "x", ReportedAt: today,
		}).Read(t.Context(), pool)
		require.NoError(t, err)
		return part.Booked
	}
	require.True(t, booked(other, 5_000))
	queue(t, pool, func(b *pgx.Batch) { repay.QueueReversed(b, other.ID, repay.Reversed, "RV", "x", money.Date{}, today) })
	require.False(t, booked(other, 1), "all of the payment was reversed")
	require.False(t, booked(p, 5_001))
	require.True(t, booked(p, 2_000))
	require.False(t, booked(p, 3_001))
	require.True(t, booked(p, 3_000))
}

// The result of a refund that was read before an operator allowed it to be sent again is not stored if it is a failure.
// What one refund goes through leaves another one unchanged.
func TestRefundChangesStateOnlyFromTheExpectedOne(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	p := pay(t, pool, paid, 5, today, nil)
	created := func() repay.Refund {
		r := repay.Refund{ID: uuid.New(), OrderID: paid.OrderID, PaymentID: p.ID, Amount: 100, Currency: money.VND, Reference: uuid.NewString(), CreatedAt: today}
		queue(t, pool, func(b *pgx.Batch) { repay.QueueRefund(b, r) })
		return r
	}
	read := func(r repay.Refund) repay.Refund {
		found, err := repay.RefundByID(r.ID).Read(t.Context(), pool)
		require.NoError(t, err)
		return found
	}
	begun := func(r repay.Refund) repay.Refund {
		r, _, err := repay.BeginRefund(t.Context(), pool, r.ID)
		require.NoError(t, err)
		return r
	}
	ask := func(changed bool, err error) bool {
		require.NoError(t, err)
		return changed
	}
	decline := func(r repay.Refund) bool { return ask(repay.DeclineRefund(r.ID, today).Read(t.Context(), pool)) }
	resend := func(r repay.Refund) bool { return ask(repay.ResendRefund(r.ID).Read(t.Context(), pool)) }
	finish := func(r repay.Refund, state repay.RefundState) bool {
		return ask(repay.FinishRefund(r, state, "", today).Read(t.Context(), pool))
	}
	returned := func(r repay.Refund, reference string) bool {
		return ask(repay.ReturnRefund(r.ID, reference, 0, money.Date{}, nil, today).Read(t.Context(), pool))
	}
	bystander, waiting := begun(created()), created()
	require.True(t, decline(bystander))
	bystander = read(bystander)

	r := created()
	require.False(t, decline(r), "it was not sent")
	require.False(t, resend(r))
	require.False(t, finish(r, repay.RefundSucceeded))
	r = begun(r)
	require.False(t, resend(r), "it was not declined")
	require.True(t, decline(r))
	require.False(t, decline(r))
	declined := read(r)
	require.False(t, finish(r, repay.RefundFailed), "it was declined since it was read")
	require.True(t, resend(r))
	require.False(t, finish(declined, repay.RefundFailed), "it may be on its way again")
	require.True(t, finish(declined, repay.RefundSucceeded))
	require.False(t, finish(declined, repay.RefundSucceeded))
	require.False(t, decline(r))
	require.False(t, resend(r))
	require.True(t, returned(r, "RT1"))
	require.False(t, returned(r, "RT2"))
	require.False(t, returned(bystander, "RT3"), "it has no outcome")
	require.Equal(t, bystander, read(bystander))
	require.Equal(t, repay.RefundCreated, read(waiting).State)

	setOff := repay.Refund{ID: uuid.New(), OrderID: paid.OrderID, PaymentID: p.ID, Amount: 10, Currency: money.VND, Reference: uuid.NewString(), CreatedAt: today, SetOff: true}
	queue(t, pool, func(b *pgx.Batch) { repay.QueuePaidRefund(b, setOff) })
	require.False(t, returned(setOff, "RT4"), "no money was sent")

	failed := begun(created())
	require.True(t, decline(failed))
	require.True(t, finish(read(failed), repay.RefundFailed))
	require.False(t, resend(failed), "it was declined, and has failed since")

	// Corrections concern one refund.
	day := money.MustDate("2026-05-12")
	queue(t, pool, func(b *pgx.Batch) {
		repay.QueueCorrectRefund(b, setOff.ID, "B9", day)
		repay.QueueCorrectRefundReturn(b, r.ID, "RT9", day, nil)
	})
	require.Equal(t, "B9", read(setOff).Reference)
	require.Equal(t, "RT9", read(r).ReturnReference)
	for _, want := range []bool{true, false} {
		require.Equal(t, want, ask(repay.SetRefundBankDay(setOff.ID, day.AddDays(1)).Read(t.Context(), pool)))
		require.Equal(t, want, ask(repay.SetRefundReturnBankDay(r.ID, day.AddDays(1)).Read(t.Context(), pool)))
	}
	require.Equal(t, bystander, read(bystander))
	require.Equal(t, r.Reference, read(r).Reference)
}

// A reversed payment cancels the unsent refunds of its loan, once. Refunds that were sent, and those of other loans, stay.
func TestReversalCancelsTheUnsentRefundsOfItsLoan(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid, other := flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{})
	p, second, elsewhere := pay(t, pool, paid, 5, today, nil), pay(t, pool, paid, 6, today, nil), pay(t, pool, other, 7, today, nil)
	refund := func(p repay.Payment) repay.Refund {
		r := repay.Refund{ID: uuid.New(), OrderID: *p.OrderID, PaymentID: p.ID, Amount: 100, Currency: money.VND, Reference: uuid.NewString(), CreatedAt: today}
		queue(t, pool, func(b *pgx.Batch) { repay.QueueRefund(b, r) })
		return r
	}
	state := func(r repay.Refund) repay.RefundState {
		found, err := repay.RefundByID(r.ID).Read(t.Context(), pool)
		require.NoError(t, err)
		return found.State
	}
	unsent, others := refund(p), refund(elsewhere)
	sent, _, err := repay.BeginRefund(t.Context(), pool, refund(second).ID)
	require.NoError(t, err)

	queue(t, pool, func(b *pgx.Batch) { repay.QueueCancelRefunds(b, paid.OrderID, second.ID, today) })
	require.Equal(t, repay.RefundFailed, state(unsent))
	require.Equal(t, repay.RefundUnknown, state(sent))
	require.Equal(t, repay.RefundCreated, state(others))

	// The reversal of another payment of another loan does not count as this one's.
	queue(t, pool, func(b *pgx.Batch) {
		repay.QueueReversed(b, elsewhere.ID, repay.Reversed, "RV1", "x", money.Date{}, today)
	})
	again := refund(p)
	queue(t, pool, func(b *pgx.Batch) { repay.QueueCancelRefunds(b, paid.OrderID, second.ID, today) })
	require.Equal(t, repay.RefundFailed, state(again))

	queue(t, pool, func(b *pgx.Batch) { repay.QueueReversed(b, second.ID, repay.Reversed, "RV2", "x", money.Date{}, today) })
	unsent = refund(p)
	queue(t, pool, func(b *pgx.Batch) { repay.QueueCancelRefunds(b, paid.OrderID, second.ID, today) })
	require.Equal(t, repay.RefundCreated, state(unsent), "the report is a repetition")

	// The return of a payment in suspense is cancelled on its own; a refund of an order is not one.
	require.NoError(t, pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		cancelled, err := repay.CancelReturn(t.Context(), tx, p.ID, today)
		require.False(t, cancelled)
		return err
	}))
	queue(t, pool, func(b *pgx.Batch) { repay.QueueCancelRefund(b, p.ID, today) })
	require.Equal(t, repay.RefundFailed, state(unsent))
	require.Equal(t, repay.RefundCreated, state(others))
	require.Equal(t, repay.RefundUnknown, state(sent))
	queue(t, pool, func(b *pgx.Batch) { repay.QueueCancelRefund(b, second.ID, today) })
	require.Equal(t, repay.RefundUnknown, state(sent), "it was sent")
}

// A report that the whole payment was reversed cancels nothing if a part of it was reversed before: an operator decides.
func TestReversalOfTheRestOfAPaymentCancelsNoRefund(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	p, other := pay(t, pool, paid, 5, today, nil), pay(t, pool, paid, 6, today, nil)
	takenBack := func(p repay.Payment, amount int64, booked bool) {
		part, err := repay.RecordPartialReversal(repay.PartialReversal{
			PaymentID: p.ID, Reference: uuid.NewString(), Amount: amount, Currency: money.VND, Reason: "x", ReportedAt: today,
		}).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Equal(t, booked, part.Booked)
	}
	cancelled := func() bool {
		r := repay.Refund{ID: uuid.New(), OrderID: paid.OrderID, PaymentID: p.ID, Amount: 100, Currency: money.VND, Reference: uuid.NewString(), CreatedAt: today}
		queue(t, pool, func(b *pgx.Batch) {
			repay.QueueRefund(b, r)
			repay.QueueCancelRefundsOfWhole(b, paid.OrderID, p.ID, today)
		})
		found, err := repay.RefundByID(r.ID).Read(t.Context(), pool)
		require.NoError(t, err)
		return found.State == repay.RefundFailed
	}
	require.True(t, cancelled())
	takenBack(other, 1, true)
	takenBack(p, 5_001, false)
	require.True(t, cancelled(), "no part of this payment was booked")
	takenBack(p, 1, true)
	require.False(t, cancelled())
}

// The alarm about a payment's reversals is closed once all of them are decided, and no other alarm with it. Until then the member
// whose payment it is has a decision to wait for.
func TestReversalWaitsUntilAllOfItsPaymentAreDecided(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid, other := flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{})
	p, elsewhere := pay(t, pool, paid, 5, today, nil), pay(t, pool, other, 6, today, nil)
	reported := func(p repay.Payment, amount int64) uuid.UUID {
		part, err := repay.RecordPartialReversal(repay.PartialReversal{
			PaymentID: p.ID, Reference: uuid.NewString(), Amount: amount, Currency: money.VND, Reason: "x", ReportedAt: today,
		}).Read(t.Context(), pool)
		require.NoError(t, err)
		queue(t, pool, func(b *pgx.Batch) {
			repay.QueueAlarm(b, repay.Alarm{Kind: repay.PartlyReversedAlarm, PaymentID: &p.ID, RaisedAt: today})
		})
		return part.ID
	}
	decided := func(reversal uuid.UUID, outcome repay.ReversalOutcome, at time.Time) {
		done, err := repay.DecideReversal(reversal, outcome, "ops:anna", "x", at).Read(t.Context(), pool)
		require.NoError(t, err)
		require.True(t, done)
		queue(t, pool, func(b *pgx.Batch) { repay.QueueCloseReversalAlarm(b, p.ID, "ops:anna", "x", at) })
	}
	alarms := func() (all []string) {
		rows, err := pool.Query(t.Context(), `
			SELECT concat_ws(' ', CASE payment_id WHEN $1 THEN 'own' ELSE 'other' END, kind, date_part('hour', closed_at)) FROM payment_alarm ORDER BY 1`, p.ID)
		require.NoError(t, err)
		all, err = pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		return all
	}
	waits := func(member uuid.UUID) bool {
		found, err := repay.UndecidedReversal(member).Read(t.Context(), pool)
		require.NoError(t, err)
		return found
	}
	require.False(t, waits(paid.MemberID))
	reported(elsewhere, 3)
	require.False(t, waits(paid.MemberID), "it is the payment of another member")
	first, second := reported(p, 1), reported(p, 2)
	queue(t, pool, func(b *pgx.Batch) {
		repay.QueueAlarm(b, repay.Alarm{Kind: repay.ReturnedAndReversedAlarm, PaymentID: &p.ID, RaisedAt: today})
	})
	require.True(t, waits(paid.MemberID))
	hour := func(h int) time.Time { return time.Date(2026, 5, 11, h, 0, 0, 0, time.UTC) }
	decided(first, repay.ReversalApplied, hour(1))
	require.Equal(t, []string{"other partial_reversal", "own partial_reversal", "own returned_and_reversed"}, alarms())
	require.True(t, waits(paid.MemberID))
	decided(second, repay.ReversalDismissed, hour(2))
	closed := []string{"other partial_reversal", "own partial_reversal 2", "own returned_and_reversed"}
	require.Equal(t, closed, alarms())
	require.False(t, waits(paid.MemberID))
	require.True(t, waits(other.MemberID))
	queue(t, pool, func(b *pgx.Batch) { repay.QueueCloseReversalAlarm(b, p.ID, "ops:anna", "x", hour(3)) })
	require.Equal(t, closed, alarms(), "it is closed once")

	parts, err := repay.AppliedReversalsOf(paid.OrderID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, parts[paid.OrderID], 1)
	require.Equal(t, int64(1), parts[paid.OrderID][0].Amount)
}

// A payment leaves and enters suspense only from the expected state.
func TestPaymentChangesStateOnlyFromTheExpectedOne(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	nobodys := func(seq int) repay.Payment {
		return pay(t, pool, paid, seq, today, func(p *repay.Payment) { p.OrderID, p.MemberID, p.Seq, p.State = nil, nil, nil, repay.Suspense })
	}
	state := func(p repay.Payment) repay.PaymentState {
		found, err := repay.PaymentByID(p.ID).Read(t.Context(), pool)
		require.NoError(t, err)
		return found.State
	}
	posted, waiting, p := pay(t, pool, paid, 1, today, nil), nobodys(2), nobodys(3)
	do := func(fill func(b *pgx.Batch)) { queue(t, pool, fill) }
	do(func(b *pgx.Batch) { repay.QueueReturned(b, posted.ID) })
	do(func(b *pgx.Batch) { repay.QueueSuspended(b, posted.ID) })
	require.Equal(t, repay.Posted, state(posted))
	do(func(b *pgx.Batch) { repay.QueueReturned(b, p.ID) })
	require.Equal(t, repay.Returned, state(p))
	seq := 4
	matched := p
	matched.OrderID, matched.MemberID, matched.Seq = &paid.OrderID, &paid.MemberID, &seq
	do(func(b *pgx.Batch) { repay.QueueMatched(b, matched) })
	require.Equal(t, repay.Returned, state(p), "it was sent back")
	do(func(b *pgx.Batch) { repay.QueueSuspended(b, p.ID) })
	require.Equal(t, repay.Suspense, state(p))
	do(func(b *pgx.Batch) { repay.QueueMatched(b, matched) })
	require.Equal(t, repay.Posted, state(p))
	require.Equal(t, repay.Suspense, state(waiting))

	reversed := func(p repay.Payment) bool {
		found, err := repay.WasReversed(p.ID).Read(t.Context(), pool)
		require.NoError(t, err)
		return found
	}
	do(func(b *pgx.Batch) { repay.QueueReversed(b, posted.ID, repay.Reversed, "RV", "x", money.Date{}, today) })
	require.True(t, reversed(posted))
	require.False(t, reversed(p))
	for _, reference := range []string{posted.GatewayReference, p.GatewayReference} {
		found, err := repay.ByReference("elsewhere", reference).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Nil(t, found, "another gateway may use the same reference")
	}
	serials, err := repay.SerialsOf(paid.OrderID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, map[uuid.UUID]string{posted.ID: posted.Serial, p.ID: p.Serial}, serials)
}
