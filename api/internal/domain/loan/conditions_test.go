package loan_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// now is the time of these tests: eleven in Vietnam on a Friday.
var now = time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)

// read runs a query that must not fail.
func read[T any](t *testing.T, pool *pgxpool.Pool, q postgres.Query[T]) T {
	t.Helper()
	value, err := q.Read(t.Context(), pool)
	require.NoError(t, err)
	return value
}

// send sends the batch that fill adds statements to.
func send(t *testing.T, pool *pgxpool.Pool, fill func(b *pgx.Batch)) error {
	t.Helper()
	b := &pgx.Batch{}
	fill(b)
	return postgres.Send(t.Context(), pool, b)
}

// attempt returns the only attempt of a confirmed order.
func attempt(t *testing.T, pool *pgxpool.Pool) (loan.Order, loan.Disbursement) {
	t.Helper()
	o := flowtest.Confirmed(t, pool, now)
	d := read(t, pool, loan.LiveDisbursement(o.ID))
	require.NotNil(t, d)
	require.Equal(t, 1, d.Attempt)
	require.Equal(t, d, read(t, pool, loan.DisbursementBy(d.Reference)))
	return o, *d
}

// What one attempt to pay out goes through leaves another one unchanged. A failure that was found before an operator allowed it to be
// sent again does not end it.
func TestAttemptChangesStateOnlyFromTheExpectedOne(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, waiting := attempt(t, pool)
	_, sent := attempt(t, pool)
	require.NoError(t, loan.MarkUnknown(t.Context(), pool, sent.ID))
	require.True(t, read(t, pool, loan.Decline(sent.ID, now)))
	sent = read(t, pool, loan.DisbursementByID(sent.ID))
	o, d := attempt(t, pool)
	decline := func() bool { return read(t, pool, loan.Decline(d.ID, now)) }
	resend := func() bool { return read(t, pool, loan.Resend(d.ID)) }
	finish := func(d loan.Disbursement, from, to loan.DisbursementState) error {
		return send(t, pool, func(b *pgx.Batch) { loan.QueueFinish(b, d, from, to, "", "", now) })
	}
	require.False(t, decline(), "it was not sent")
	require.False(t, resend())
	require.ErrorIs(t, finish(d, loan.DisbursementUnknown, loan.DisbursementSucceeded), loan.ErrState)
	require.NoError(t, loan.MarkUnknown(t.Context(), pool, d.ID))
	require.ErrorIs(t, loan.MarkUnknown(t.Context(), pool, d.ID), loan.ErrState)
	require.ErrorIs(t, finish(d, loan.DisbursementCreated, loan.DisbursementAttemptFailed), loan.ErrState, "it was sent since")
	require.False(t, resend(), "it was not declined")
	require.True(t, decline())
	require.False(t, decline())
	declined := read(t, pool, loan.DisbursementByID(d.ID))
	require.ErrorIs(t, finish(d, loan.DisbursementUnknown, loan.DisbursementAttemptFailed), loan.ErrState, "it was declined since")
	require.True(t, resend())
	require.ErrorIs(t, finish(declined, loan.DisbursementUnknown, loan.DisbursementAttemptFailed), loan.ErrState, "it may be on its way again")

	require.Equal(t, loan.DisbursementCreated, read(t, pool, loan.DisbursementByID(waiting.ID)).State)
	require.Equal(t, sent, read(t, pool, loan.DisbursementByID(sent.ID)))
	unfinished := func(before time.Time, after uuid.UUID) (ids []uuid.UUID) {
		for _, d := range read(t, pool, loan.UnfinishedDisbursements(before, after, 9)) {
			ids = append(ids, d.ID)
		}
		return ids
	}
	require.Equal(t, []uuid.UUID{waiting.ID, sent.ID, d.ID}, unfinished(now, uuid.Nil))
	require.Len(t, read(t, pool, loan.OpenDisbursements(paging.First(9))).Rows, 3)
	require.Equal(t, []uuid.UUID{d.ID}, unfinished(now, sent.ID))
	require.Empty(t, unfinished(now.Add(-time.Microsecond), uuid.Nil))

	require.NoError(t, finish(declined, loan.DisbursementUnknown, loan.DisbursementSucceeded))
	require.ErrorIs(t, finish(declined, loan.DisbursementUnknown, loan.DisbursementSucceeded), loan.ErrState)
	require.False(t, decline(), "it has ended")
	require.False(t, resend())
	require.Equal(t, []uuid.UUID{waiting.ID, sent.ID}, unfinished(now, uuid.Nil))
	require.Equal(t, d.ID, read(t, pool, loan.LiveDisbursement(o.ID)).ID)
	require.Len(t, read(t, pool, loan.OpenDisbursements(paging.First(9))).Rows, 2)
	require.NoError(t, finish(sent, loan.DisbursementUnknown, loan.DisbursementAttemptFailed))
	require.False(t, read(t, pool, loan.Resend(sent.ID)), "it was declined, and has ended since")
	require.Nil(t, read(t, pool, loan.LiveDisbursement(sent.OrderID)))
}

// The books list what succeeded, and returns that were not reported as payments.
func TestCompletedPayoutsAreThoseThatSucceeded(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, unsent := attempt(t, pool)
	paid, returned, reported := flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{})
	live := func(p flowtest.Paid) loan.Disbursement { return *read(t, pool, loan.LiveDisbursement(p.OrderID)) }
	payment := uuid.New()
	_, err := pool.Exec(t.Context(), `
		INSERT INTO payment (id, gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at)
		VALUES ($1, 'sandbox', 'RT2', 'S', 5, 'VND', 'bank', 'suspense', '2026-03-12Z', '2026-03-12', '2026-03-12Z')`, payment)
	require.NoError(t, err)
	require.NoError(t, send(t, pool, func(b *pgx.Batch) {
		loan.QueueDisbursementReturn(b, live(returned).ID, "RT1", 100, money.MustDate("2026-03-20"), nil, now)
		loan.QueueDisbursementReturn(b, live(reported).ID, "RT2", 0, money.MustDate("2026-03-20"), &payment, now)
	}))
	amount := paid.Loan.ActualReceived
	went := func(p flowtest.Paid) loan.CompletedPayout {
		return loan.CompletedPayout{Reference: live(p).Reference, Amount: amount}
	}
	back := loan.CompletedPayout{Reference: "RT1", Amount: 100 - amount}

	found, err := loan.CompletedPayoutsOf(t.Context(), pool, []uuid.UUID{paid.OrderID, returned.OrderID})
	require.NoError(t, err)
	require.ElementsMatch(t, []loan.CompletedPayout{went(paid), went(returned), back}, found)
	found, err = loan.CompletedPayoutsOf(t.Context(), pool, []uuid.UUID{paid.OrderID, unsent.OrderID})
	require.NoError(t, err)
	require.Equal(t, []loan.CompletedPayout{went(paid)}, found)
	found, err = loan.CompletedPayoutsBy(t.Context(), pool, []string{went(paid).Reference, unsent.Reference})
	require.NoError(t, err)
	require.Equal(t, []loan.CompletedPayout{went(paid)}, found)
	found, err = loan.CompletedPayoutsBy(t.Context(), pool, []string{went(reported).Reference, "RT1", "RT2"})
	require.NoError(t, err)
	require.ElementsMatch(t, []loan.CompletedPayout{went(reported), back}, found)
	nextDay := flowtest.PayOut(t, pool, flowtest.Loan{DisbursedOn: money.MustDate("2026-03-13")})
	between := func(day string) []loan.CompletedPayout {
		d := money.MustDate(day)
		found, err := loan.CompletedPayoutsBetween(t.Context(), pool, d, d, d.Time(), d.AddDays(1).Time())
		require.NoError(t, err)
		return found
	}
	require.ElementsMatch(t, []loan.CompletedPayout{went(paid), went(returned), went(reported)}, between("2026-03-12"))
	require.Equal(t, []loan.CompletedPayout{went(nextDay)}, between("2026-03-13"))
	require.Equal(t, []loan.CompletedPayout{back}, between("2026-03-20"))
	require.Empty(t, between("2026-11-20"), "the bank's day counts, not the day of the booking")
	_, err = pool.Exec(t.Context(), `UPDATE disbursement_return SET bank_day = NULL`)
	require.NoError(t, err)
	require.Equal(t, []loan.CompletedPayout{back}, between("2026-11-20"))
	require.Empty(t, between("2026-11-19"))
	require.Empty(t, between("2026-11-21"))
	day := money.MustDate("2026-11-20")
	for from, want := range map[time.Time]int{now.Add(-time.Hour): 0, now: 1} {
		found, err := loan.CompletedPayoutsBetween(t.Context(), pool, day, day, from, from.Add(time.Hour))
		require.NoError(t, err)
		require.Len(t, found, want, "from is inclusive, to is exclusive")
	}

	// A correction of one return leaves the others as they are.
	require.True(t, read(t, pool, loan.SetDisbursementReturnBankDay(live(returned).ID, day)))
	require.False(t, read(t, pool, loan.SetDisbursementReturnBankDay(live(returned).ID, day)))
	require.NoError(t, send(t, pool, func(b *pgx.Batch) { loan.QueueCorrectReturn(b, live(returned).ID, "RT9", day.AddDays(1), nil) }))
	require.Equal(t, "RT9", live(returned).ReturnReference)
	require.Equal(t, "RT2", live(reported).ReturnReference)
	rows, err := pool.Query(t.Context(), `SELECT concat_ws(' ', reference, bank_day) FROM disbursement_return r WHERE `+loan.ReturnBooked(`r.reference`)+` AND NOT `+loan.ReturnBooked(`'RT1'`)+` ORDER BY 1`)
	require.NoError(t, err)
	booked, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Equal(t, []string{"RT2", "RT9 2026-11-21"}, booked)

	fees := read(t, pool, loan.ReturnFees(paid.OrderID, returned.OrderID, reported.OrderID))
	require.Equal(t, map[uuid.UUID]int64{live(returned).ID: 100}, fees)
	require.Empty(t, read(t, pool, loan.ReturnFees(paid.OrderID)))
}

// An order whose time is up is found from that instant on, and a step that ends it applies from the same instant on.
func TestOrdersTimeOutAtTheirDeadline(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	owner := postgrestest.Owner(t, pool)
	reviewedSince := now.Add(-72 * time.Hour)
	failed := func(until time.Time, pending bool) loan.Order {
		o := flowtest.Confirmed(t, pool, now.Add(-100*time.Hour))
		_, err := owner.Exec(t.Context(), `
			UPDATE loan_order SET status = 6, mend_until = $2, pending_card_id = CASE WHEN $3 THEN bank_card_id END WHERE id = $1`, o.ID, until, pending)
		require.NoError(t, err)
		return o
	}
	inReview := func(at time.Time) loan.Order {
		o := flowtest.Offered(t, pool, at)
		_, err := owner.Exec(t.Context(), `ALTER TABLE loan_order DISABLE TRIGGER USER`)
		require.NoError(t, err)
		_, err = owner.Exec(t.Context(), `UPDATE loan_order SET status = 2, offer_expires_at = NULL WHERE id = $1`, o.ID)
		require.NoError(t, err)
		_, err = owner.Exec(t.Context(), `ALTER TABLE loan_order ENABLE TRIGGER USER`)
		require.NoError(t, err)
		return o
	}
	tick := time.Microsecond
	type order struct {
		loan.Order
		from loan.Status
		end  loan.Event
	}
	over := []order{
		{flowtest.Offered(t, pool, now.Add(-72*time.Hour)), loan.ToConfirm, loan.OfferExpired},
		{failed(now, false), loan.DisbursementFailed, loan.PayoutExpired},
		{failed(now.Add(-loan.MendGrace), true), loan.DisbursementFailed, loan.PayoutExpired},
		{inReview(reviewedSince), loan.UnderReview, loan.LenderWithdrew},
	}
	early := []order{
		{flowtest.Offered(t, pool, now.Add(-72*time.Hour+tick)), loan.ToConfirm, loan.OfferExpired},
		{failed(now.Add(tick), false), loan.DisbursementFailed, loan.PayoutExpired},
		{failed(now.Add(-loan.MendGrace+tick), true), loan.DisbursementFailed, loan.PayoutExpired},
		{inReview(reviewedSince.Add(tick)), loan.UnderReview, loan.LenderWithdrew},
	}
	flowtest.Confirmed(t, pool, now.Add(-1000*time.Hour))
	flowtest.PayOut(t, pool, flowtest.Loan{})
	ids := func(orders postgres.Query[[]loan.Order]) (ids []uuid.UUID) {
		for _, o := range read(t, pool, orders) {
			ids = append(ids, o.ID)
		}
		return ids
	}
	found := func(except ...uuid.UUID) []uuid.UUID {
		return ids(loan.TimedOut(now, reviewedSince, append([]uuid.UUID{}, except...), 10))
	}
	var all []uuid.UUID
	for _, o := range over {
		all = append(all, o.ID)
	}
	require.ElementsMatch(t, all, found())
	require.Empty(t, found(all...))
	require.ElementsMatch(t, []uuid.UUID{all[0], all[2], all[3]}, ids(loan.TimedOut(now.Add(tick), reviewedSince.Add(tick), []uuid.UUID{}, 1)), "of each kind the one whose time was up first")
	end := func(o order) error {
		by := now
		if o.from == loan.UnderReview {
			by = reviewedSince
		}
		return loan.Move{OrderID: o.ID, From: o.from, Event: o.end, Actor: loan.BySystem, At: now, ClosedAt: &now, OverBy: &by}.Apply(t.Context(), pool)
	}
	for _, o := range early {
		require.ErrorIs(t, end(o), loan.ErrState, "status %d", o.from)
	}
	for _, o := range over {
		require.NoError(t, end(o), "status %d", o.from)
		require.ErrorIs(t, end(o), loan.ErrState)
	}
	require.Empty(t, found())
	for _, o := range early {
		require.Equal(t, o.from, read(t, pool, loan.ByID(o.ID)).Status, "the end of one order ends no other")
	}
}

// A loan is settled and reopened once each time, and no other loan with it.
func TestSettlementIsRecordedOnce(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid, open, settled := flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{})
	do := func(fill func(b *pgx.Batch)) { require.NoError(t, send(t, pool, fill)) }
	first, second := money.MustDate("2026-11-18"), money.MustDate("2026-11-19")
	settle := func(p flowtest.Paid, on money.Date, at time.Time) {
		do(func(b *pgx.Batch) { loan.QueueSettle(b, p.OrderID, on, at) })
	}
	type row struct {
		SettledOn, ReturnedOn money.Date
		SettledAt, ClosedAt   *time.Time
		RepayStatus, Events   int
	}
	of := func(p flowtest.Paid) row {
		return *read(t, pool, postgres.Row[row]("test: loan", `
			SELECT l.settled_on, l.returned_on, l.settled_at, o.closed_at, o.repay_status, (SELECT count(*) FROM order_event e WHERE e.order_id = o.id) AS events
			FROM loan l JOIN loan_order o ON o.id = l.order_id WHERE o.id = $1`, p.OrderID))
	}
	settle(settled, first, now)
	untouched, others := of(open), of(settled)

	do(func(b *pgx.Batch) { loan.QueueReopen(b, paid.OrderID, now) })
	do(func(b *pgx.Batch) { loan.QueueResettle(b, paid.OrderID, first) })
	require.Equal(t, untouched, of(paid), "it is not settled")
	settle(paid, first, now)
	done := of(paid)
	require.Equal(t, int(loan.RepaySettled), done.RepayStatus)
	require.Equal(t, 1, done.Events)
	settle(paid, second, now.Add(time.Hour))
	require.Equal(t, done, of(paid), "it is settled already")
	do(func(b *pgx.Batch) { loan.QueueResettle(b, paid.OrderID, second) })
	require.Equal(t, second, of(paid).SettledOn)
	require.Equal(t, done.SettledAt, of(paid).SettledAt)
	do(func(b *pgx.Batch) { loan.QueueReopen(b, paid.OrderID, now) })
	reopened := of(paid)
	require.Equal(t, row{RepayStatus: int(loan.RepayAwaiting), Events: 2}, reopened)
	do(func(b *pgx.Batch) { loan.QueueReopen(b, paid.OrderID, now) })
	require.Equal(t, reopened, of(paid))
	do(func(b *pgx.Batch) { loan.QueueReturn(b, paid.OrderID, first, now) })
	do(func(b *pgx.Batch) { loan.QueueReturn(b, paid.OrderID, second, now) })
	require.Equal(t, first, of(paid).ReturnedOn)
	require.Equal(t, untouched, of(open))
	require.Equal(t, others, of(settled))

	require.Empty(t, read(t, pool, loan.SettledOf(paid.MemberID)), "a returned loan was not repaid")
	require.Empty(t, read(t, pool, loan.SettledOf(open.MemberID)))
	require.Len(t, read(t, pool, loan.SettledOf(settled.MemberID)), 1)
}

// What limits a member's next loan counts only their own orders: those in progress, the applications of the day, and the settled loans
// that were not returned.
func TestActivityCountsTheMembersOwnOrders(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	today := money.MustDate("2026-11-20")
	member, stranger := flowtest.Member(t, pool), flowtest.Member(t, pool)
	paidOut := func(member uuid.UUID, on string) flowtest.Paid {
		return flowtest.PayOut(t, pool, flowtest.Loan{MemberID: member, DisbursedOn: money.MustDate(on)})
	}
	settledAt := func(p flowtest.Paid, days int) {
		require.NoError(t, send(t, pool, func(b *pgx.Batch) { loan.QueueSettle(b, p.OrderID, p.Loan.DueDate.AddDays(days), now) }))
	}
	settledAt(paidOut(member, "2026-01-01"), -1)
	settledAt(paidOut(member, "2026-01-02"), 0)
	settledAt(paidOut(member, "2026-01-03"), 1)
	returned := paidOut(member, "2026-01-04")
	require.NoError(t, send(t, pool, func(b *pgx.Batch) { loan.QueueReturn(b, returned.OrderID, returned.Loan.DueDate, now) }))
	_, err := pool.Exec(t.Context(), `UPDATE loan_order SET status = 8, repay_status = NULL WHERE id = $1`, returned.OrderID)
	require.NoError(t, err)
	overdue, dueToday, newest := paidOut(member, "2026-05-01"), paidOut(member, today.AddDays(-91).String()), paidOut(member, today.String())
	settledAt(paidOut(stranger, "2026-01-01"), 0)
	paidOut(stranger, today.String())

	a := read(t, pool, loan.ActivityOf(member, today))
	require.Equal(t, 2, a.SettledOnTime)
	require.Equal(t, 1, a.SettledLate)
	require.Equal(t, 1, a.AppliedToday)
	require.Len(t, a.Open, 3)
	require.Equal(t, []uuid.UUID{newest.OrderID, dueToday.OrderID, overdue.OrderID}, []uuid.UUID{a.Open[0].ID, a.Open[1].ID, a.Open[2].ID})
	require.Equal(t, 1, a.OverdueNow(), "a loan is overdue from the day after its due date")

	offered, confirmed := flowtest.Offered(t, pool, now), flowtest.Confirmed(t, pool, now)
	require.Equal(t, loan.Confirmations{}, read(t, pool, loan.ConfirmationsOf(offered.MemberID, now)))
	require.Equal(t, loan.Confirmations{Principal: confirmed.Principal, Today: 1}, read(t, pool, loan.ConfirmationsOf(confirmed.MemberID, now)))
	require.Equal(t, loan.Confirmations{Principal: confirmed.Principal}, read(t, pool, loan.ConfirmationsOf(confirmed.MemberID, now.Add(time.Microsecond))))
	require.Equal(t, int64(3*5_000_000), read(t, pool, loan.ConfirmationsOf(member, today.Time())).Principal)

	progress := read(t, pool, loan.ActivityOf(confirmed.MemberID, today))
	require.Equal(t, confirmed.Principal, progress.Committed())
	require.Equal(t, 1, progress.AppliedToday)

	require.True(t, read(t, pool, loan.HasUnpaid(confirmed.MemberID)))
	require.False(t, read(t, pool, loan.HasUnpaid(member)), "their orders were paid out")
	unpaid := func(member uuid.UUID) (ids []uuid.UUID) {
		for _, o := range read(t, pool, loan.LockUnpaid(member)) {
			ids = append(ids, o.ID)
		}
		return ids
	}
	require.Equal(t, []uuid.UUID{confirmed.ID}, unpaid(confirmed.MemberID))
	require.Empty(t, unpaid(member))
}

// A card replaces that of the order that it was added for, and of no other.
func TestCardReplacesThatOfItsOrder(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	o, other := flowtest.Confirmed(t, pool, now), flowtest.Confirmed(t, pool, now)
	do := func(fill func(b *pgx.Batch)) { require.NoError(t, send(t, pool, fill)) }
	before := read(t, pool, loan.ByID(other.ID))
	waiting := func(card uuid.UUID) (ids []uuid.UUID) {
		for _, o := range read(t, pool, loan.LockWaitingFor(card)) {
			ids = append(ids, o.ID)
		}
		return ids
	}
	do(func(b *pgx.Batch) { loan.QueuePendingCard(b, other.ID, other.BankCardID, now) })
	before.PendingCardID = &other.BankCardID
	do(func(b *pgx.Batch) { loan.QueuePendingCard(b, o.ID, o.BankCardID, now) })
	require.Equal(t, []uuid.UUID{o.ID}, waiting(o.BankCardID))
	do(func(b *pgx.Batch) { loan.QueueCardRefused(b, o.ID, now) })
	require.Empty(t, waiting(o.BankCardID))
	do(func(b *pgx.Batch) { loan.QueueCard(b, o.ID, other.BankCardID, now) })
	require.Equal(t, other.BankCardID, read(t, pool, loan.ByID(o.ID)).BankCardID)
	require.Equal(t, before, read(t, pool, loan.ByID(other.ID)))
}

// Whether an operator recorded the return of a payout is a question about that order only.
func TestReturnByHandIsThatOfTheOrder(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	byHand, byBank, none := flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{}), flowtest.PayOut(t, pool, flowtest.Loan{})
	happened := func(p flowtest.Paid, event loan.Event, actor string) {
		require.NoError(t, send(t, pool, func(b *pgx.Batch) {
			loan.QueueEvent(b, loan.OrderEvent{OrderID: p.OrderID, Event: event, Actor: actor, At: now})
		}))
	}
	returned := func(p flowtest.Paid, actor string) {
		require.NoError(t, loan.Move{OrderID: p.OrderID, From: loan.WaitingPayment, Event: loan.PayoutReturned, Actor: actor, At: now}.Apply(t.Context(), pool))
	}
	returned(byHand, "ops:anna")
	returned(byBank, loan.ByBank)
	happened(byBank, loan.CardInReview, loan.ByMember)
	require.True(t, read(t, pool, loan.ReturnedByHand(byHand.OrderID)))
	require.False(t, read(t, pool, loan.ReturnedByHand(byBank.OrderID)))
	require.False(t, read(t, pool, loan.ReturnedByHand(none.OrderID)))
}
