package pay_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// pairedLoans are two loans with the same events. The accrual of one is posted every night, that of the other once a
// month, as late as the job may run.
type pairedLoans struct {
	w      *fixture
	loans  [2]flowtest.Paid
	codes  [2]string
	fees   [2]intent.Intent // the last requested extension
	kept   []*pair          // payments that the bank has not taken back completely
	paid   []*pair          // all payments
	parts  []part           // parts that the bank took back and that are undecided
	waits  []*pair          // payments in suspense
	orders []uuid.UUID
}

// pair is the same payment of both loans. taken is what the bank took back of it in parts. matched means that it came
// without a code.
type pair struct {
	events  [2]payment.Report
	taken   int64
	matched bool
}

// part are the references of the reports that a part of a pair was taken back.
type part [2]string

// TestRandomEventsKeepTheBooksConsistent performs random events: payments, overpayments, back-dated payments, reversals
// of the whole or in parts, refunds that succeed or fail, by the gateway or by hand, returned refunds and payouts,
// sometimes less a fee, payments without a code that are matched and unmatched, and the passing of time.
func TestRandomEventsKeepTheBooksConsistent(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	start := w.clock.Now()
	rapid.Check(t, func(r *rapid.T) {
		w.clock.Set(start)
		two := newPairedLoans(r, w)
		r.Repeat(map[string]func(*rapid.T){
			"": two.check,
			"time passes": func(r *rapid.T) {
				for range rapid.IntRange(1, 25).Draw(r, "days") {
					w.days(1)
					w.accrue(r, two.loans[0])
				}
				w.month(r)
			},
			"pay":       func(r *rapid.T) { two.pay(r, rapid.Int64Range(1, 2_000_000).Draw(r, "amount"), 0) },
			"pay a lot": func(r *rapid.T) { two.pay(r, rapid.Int64Range(2_000_000, 7_000_000).Draw(r, "amount"), 0) },
			"pay off": func(r *rapid.T) {
				if due := w.state(r, two.loans[0]).Owed.Total(); due > 0 {
					two.pay(r, due, 0)
					require.True(r, w.state(r, two.loans[0]).Settled())
				}
			},
			"back-dated payment": func(r *rapid.T) {
				two.pay(r, rapid.Int64Range(1, 3_000_000).Draw(r, "amount"), rapid.IntRange(1, 60).Draw(r, "days ago"))
			},
			"extend, fee added":         func(r *rapid.T) { two.extend(r, false) },
			"extend, fee paid":          func(r *rapid.T) { two.extend(r, true) },
			"pay an old extension":      two.payExtension,
			"no code":                   func(r *rapid.T) { two.payUnknown(r, rapid.Bool().Draw(r, "matched at once")) },
			"match":                     two.match,
			"unmatch":                   two.unmatch,
			"unmatch another":           two.unmatch,
			"reversal":                  two.takeBack,
			"partial reversal":          two.takeBackPart,
			"decide a partial reversal": two.decide,
			"all refunds":               two.refundAll,
			"one refund":                two.refundOne,
			"overpay and refund":        two.tooMuch,
			"retry held refunds":        two.retry,
			"forbidden actions":         two.refused,
			"repeated report":           two.repeatReport,
			"returned payout":           two.payoutBack,
			"returned refund":           two.refundBack,
			"refund paid by hand":       two.byHand,
			"statement":                 func(r *rapid.T) { w.statements(r, rapid.SampledFrom(two.loans[:]).Draw(r, "of")) },
		})
		two.end(r)
	})
	w.reconciled(t)
}

func newPairedLoans(r *rapid.T, w *fixture) *pairedLoans {
	terms := flowtest.Terms()
	terms.AllocationOrder = rapid.SampledFrom([][]string{
		flowtest.Terms().AllocationOrder, {"interest", "principal", "late_fee"}, {"principal", "service_fee"}, nil,
	}).Draw(r, "order")
	terms.AnnualRateBps = rapid.Int64Range(0, 3600).Draw(r, "rate")
	two := &pairedLoans{w: w}
	for i := range two.loans {
		// Each has its own lender, so that its interest is reported separately.
		order := uuid.New()
		two.loans[i] = flowtest.PayOut(r, w.pool, flowtest.Loan{OrderID: order, Lender: order.String(), Terms: terms, DisbursedOn: w.today()})
		two.codes[i] = w.intent(r, two.loans[i], repay.ForRepayment, 1).Code
		two.orders = append(two.orders, two.loans[i].OrderID)
	}
	return two
}

func (two *pairedLoans) pay(r *rapid.T, amount int64, daysAgo int) {
	at := two.w.clock.Now().AddDate(0, 0, -daysAgo)
	p := &pair{}
	for i := range two.loans {
		p.events[i] = two.w.receiveAt(r, two.codes[i], amount, at)
	}
	two.kept, two.paid = append(two.kept, p), append(two.paid, p)
}

// extend moves the due date of both loans, if possible, with the fee added to the debt or with an intent to pay it.
func (two *pairedLoans) extend(r *rapid.T, paid bool) {
	w := two.w
	for i, loan := range two.loans {
		quote, err := w.intents.ExtendQuote(r.Context(), loan.MemberID, loan.OrderID)
		if err != nil {
			require.Contains(r, []reason.Reason{reason.LoanSettled, reason.ExtensionUsedUp, reason.ExtensionTooLate, reason.ExtensionUnavailable}, reason.Of(err))
			return
		}
		c := quote.Choices[0]
		if paid && c.Fee == 0 {
			return
		}
		done, err := w.intents.Extend(r.Context(), w.key(loan.MemberID), intent.ExtendRequest{
			Member: loan.MemberID, Session: loan.Session, Order: loan.OrderID, Times: c.Times, Fee: c.Fee, NewDueDate: c.NewDueDate, Paid: paid, Method: repay.ByBank, Accepted: true,
		})
		require.NoError(r, err)
		if paid {
			found, err := w.intents.Intent(r.Context(), loan.MemberID, *done.IntentID)
			require.NoError(r, err)
			two.fees[i] = found
		} else {
			require.Equal(r, c.NewDueDate, w.facts(r, loan).Loan.DueDate)
		}
	}
}

// payExtension pays the last requested extension, in time or late, with the fee or another amount.
func (two *pairedLoans) payExtension(r *rapid.T) {
	if two.fees[0].ID == uuid.Nil || two.fees[1].ID == uuid.Nil {
		return
	}
	more := rapid.SampledFrom([]int64{0, 0, 0, 1}).Draw(r, "more")
	p := &pair{}
	for i := range two.loans {
		p.events[i] = two.w.receive(r, two.fees[i].Code, two.fees[i].Amount+more)
	}
	two.kept, two.paid = append(two.kept, p), append(two.paid, p)
	require.Equal(r, two.w.payment(r, p.events[0]).Outcome, two.w.payment(r, p.events[1]).Outcome)
}

// payUnknown pays without a code, so that the loan is unknown unless an operator matches the payment at once.
func (two *pairedLoans) payUnknown(r *rapid.T, matched bool) {
	p, amount := &pair{matched: true}, rapid.Int64Range(1, 7_000_000).Draw(r, "amount")
	at := two.w.clock.Now().AddDate(0, 0, -rapid.IntRange(0, 60).Draw(r, "days ago"))
	for i := range p.events {
		p.events[i] = two.w.receiveAt(r, "no code", amount, at)
	}
	two.waits = append(two.waits, p)
	if matched {
		two.matchOne(r, len(two.waits)-1)
	}
}

// match matches a payment in suspense, to its loan or the other one, sends it back, or makes the bank take it back.
func (two *pairedLoans) match(r *rapid.T) {
	if len(two.waits) == 0 {
		return
	}
	n := rapid.IntRange(0, len(two.waits)-1).Draw(r, "which")
	p := two.waits[n]
	switch rapid.SampledFrom([]string{"match", "match", "match", "return", "take back"}).Draw(r, "what") {
	case "match":
		two.matchOne(r, n)
		return
	case "return":
		for _, e := range p.events {
			require.NoError(r, two.w.flow.Return(r.Context(), two.w.payment(r, e).ID, "ops:anna"))
		}
		two.refundAll(r)
	case "take back":
		for _, e := range p.events {
			two.w.takeBack(r, e)
		}
	}
	two.waits = slices.Delete(two.waits, n, n+1)
}

func (two *pairedLoans) matchOne(r *rapid.T, n int) {
	p := two.waits[n]
	if rapid.Bool().Draw(r, "the other way round") {
		p.events[0], p.events[1] = p.events[1], p.events[0]
	}
	for i, e := range p.events {
		two.w.match(r, e, two.loans[i])
	}
	two.waits = slices.Delete(two.waits, n, n+1)
	two.kept, two.paid = append(two.kept, p), append(two.paid, p)
}

// unmatch takes a payment out of its loan again, usually one that an operator had matched, if all of it is here.
func (two *pairedLoans) unmatch(r *rapid.T) {
	some := slices.Clone(two.kept)
	if rapid.IntRange(0, 4).Draw(r, "any") > 0 {
		some = slices.DeleteFunc(some, func(p *pair) bool { return !p.matched })
	}
	if len(some) == 0 {
		two.payUnknown(r, true)
		return
	}
	p, before := rapid.SampledFrom(some).Draw(r, "of"), two.w.rows(r)
	if why := two.w.unmatch(r, p.events[0]); why != nil {
		require.Equal(r, before, two.w.rows(r))
		require.ErrorIs(r, two.w.unmatch(r, p.events[1]), why, "both loans behave the same")
		return
	}
	require.NoError(r, two.w.unmatch(r, p.events[1]))
	two.kept, two.paid = slices.DeleteFunc(two.kept, p.is), slices.DeleteFunc(two.paid, p.is)
	two.waits = append(two.waits, p)
}

func (p *pair) is(other *pair) bool { return p == other }

func (two *pairedLoans) takeBack(r *rapid.T) {
	if len(two.kept) == 0 {
		return
	}
	n := rapid.IntRange(0, len(two.kept)-1).Draw(r, "which")
	if two.kept[n].taken == 0 {
		two.takeBackWhole(r, n)
	}
}

func (two *pairedLoans) takeBackWhole(r *rapid.T, n int) {
	for _, e := range two.kept[n].events {
		two.w.takeBack(r, e)
	}
	two.kept = append(two.kept[:n], two.kept[n+1:]...)
}

// takeBackPart makes the bank take back a part of a payment, or everything that is left. An operator may decide at
// once.
func (two *pairedLoans) takeBackPart(r *rapid.T) {
	if len(two.kept) == 0 {
		return
	}
	p := rapid.SampledFrom(two.kept).Draw(r, "of")
	most := p.events[0].Amount - p.taken
	if p.taken == 0 {
		most--
	}
	if most == 0 {
		return
	}
	amount := rapid.OneOf(rapid.Int64Range(1, most), rapid.Just(most)).Draw(r, "part")
	p.taken += amount
	var reported part
	for i, e := range p.events {
		reported[i] = fmt.Sprintf("RV-%s-%d", e.Reference, p.taken)
		two.w.takeBackPart(r, e, amount, reported[i])
	}
	two.parts = append(two.parts, reported)
	if rapid.IntRange(0, 2).Draw(r, "decided later") == 0 {
		two.decideAbout(r, len(two.parts)-1)
	}
}

// decide applies or dismisses a partial reversal.
func (two *pairedLoans) decide(r *rapid.T) {
	if len(two.parts) == 0 {
		return
	}
	two.decideAbout(r, rapid.IntRange(0, len(two.parts)-1).Draw(r, "which"))
}

func (two *pairedLoans) decideAbout(r *rapid.T, n int) {
	decide := two.w.flow.ApplyReversal
	if rapid.IntRange(0, 3).Draw(r, "dismissed") == 3 {
		decide = two.w.flow.DismissReversal
	}
	for _, reference := range two.parts[n] {
		require.NoError(r, decide(r.Context(), two.w.decision(r, reference)))
	}
	two.parts = append(two.parts[:n], two.parts[n+1:]...)
}

// refundAll processes the waiting refunds. An operator gives up a withheld one.
func (two *pairedLoans) refundAll(r *rapid.T) {
	rows, err := two.w.pool.Query(r.Context(), `SELECT id FROM refund WHERE state IN ('created', 'unknown') ORDER BY created_at, id`)
	require.NoError(r, err)
	for _, id := range collectIDs(r, rows) {
		if two.w.refund(r, id) == 0 {
			continue
		}
		kept, err := repay.RefundByID(id).Read(r.Context(), two.w.pool)
		require.NoError(r, err)
		require.NotNil(r, kept.DeclinedAt)
		_, err = two.w.flow.GiveUp(r.Context(), kept.Reference, "ops:anna")
		require.NoError(r, err)
	}
}

// refundOne sends the refund of one payment. It may fail, or its answer may be lost.
func (two *pairedLoans) refundOne(r *rapid.T) {
	if len(two.kept) == 0 {
		return
	}
	two.answerRefund(r, rapid.SampledFrom(two.kept).Draw(r, "of"))
}

func (two *pairedLoans) answerRefund(r *rapid.T, p *pair) {
	answer := rapid.SampledFrom([]payment.State{payment.Failed, payment.Succeeded, payment.Unknown}).Draw(r, "answer")
	for _, e := range p.events {
		newest, err := repay.RefundOf(two.w.payment(r, e).ID).Read(r.Context(), two.w.pool)
		require.NoError(r, err)
		if newest == nil {
			return
		}
		bank := &slowBank{Gateway: two.w.bank, payouts: []payment.Result{{State: answer, FailureReason: payment.AccountClosed}}}
		_, err = two.w.over(bank).Refund(r.Context(), newest.ID)
		require.NoError(r, err)
	}
}

// tooMuch pays more than is owed, twice, and processes the refunds. The bank may also take back money that has been
// refunded.
func (two *pairedLoans) tooMuch(r *rapid.T) {
	for range 2 {
		due := two.w.state(r, two.loans[0]).Owed.Total()
		two.pay(r, due+rapid.Int64Range(1, 1_000_000).Draw(r, "more"), 0)
		last := len(two.kept) - 1
		two.answerRefund(r, two.kept[last])
		if rapid.Bool().Draw(r, "taken back as well") {
			two.takeBackWhole(r, last)
		}
	}
}

// refundBack makes the bank return the refund of a payment, even if the payment has been reversed since.
func (two *pairedLoans) refundBack(r *rapid.T) {
	if len(two.paid) == 0 {
		return
	}
	p, fee := rapid.SampledFrom(two.paid).Draw(r, "of"), int64(0)
	for i, e := range p.events {
		all, err := repay.RefundsOf(two.orders[i]).Read(r.Context(), two.w.pool)
		require.NoError(r, err)
		paid := two.w.payment(r, e).ID
		n := slices.IndexFunc(all[two.orders[i]], func(f repay.Refund) bool { return f.PaymentID == paid && f.State == repay.RefundSucceeded && !f.SetOff })
		if n < 0 {
			require.Zero(r, i, "both loans behave the same")
			return
		}
		refund := all[two.orders[i]][n]
		if i == 0 {
			fee = drawFee(r, refund.Amount)
		}
		require.NoError(r, two.w.flow.Receive(r.Context(), "sandbox", two.w.backLess(r, refund.Reference, refund.Amount, fee)))
	}
}

// drawFee draws what a bank keeps of a returned amount: nothing, or up to the accepted maximum.
func drawFee(r *rapid.T, amount int64) int64 {
	return rapid.OneOf(rapid.Just[int64](0), rapid.Int64Range(0, min(amount-1, vietnam.ReturnFeeMax))).Draw(r, "fee")
}

// byHand makes an operator pay, at the bank, a refund that failed or came back, and state this.
func (two *pairedLoans) byHand(r *rapid.T) {
	if len(two.paid) == 0 {
		return
	}
	p := rapid.SampledFrom(two.paid).Draw(r, "of")
	for i, e := range p.events {
		newest, err := repay.RefundOf(two.w.payment(r, e).ID).Read(r.Context(), two.w.pool)
		require.NoError(r, err)
		if newest == nil || newest.State != repay.RefundFailed && newest.State != repay.RefundReturned {
			require.Zero(r, i, "both loans behave the same")
			return
		}
		reference := "HAND-" + newest.Reference
		if err := two.w.bookHandPayment(r, newest.Reference, reference); err != nil {
			require.ErrorIs(r, err, pay.ErrNotOver)
			continue
		}
		two.w.byHand(r, reference, newest.Amount)
		require.NoError(r, two.w.bookHandPayment(r, newest.Reference, reference), "a repeated command changes nothing")
	}
}

// retry sends what was held because a refund failed or came back, or because a report waited for an operator.
func (two *pairedLoans) retry(r *rapid.T) {
	for _, paid := range two.loans {
		if _, err := two.w.flow.RetryRefund(r.Context(), paid.OrderID, false, "ops:anna"); err != nil && !errors.Is(err, pay.ErrNothingOver) {
			require.ErrorIs(r, err, pay.ErrUndecided)
		}
	}
}

// refused tries forbidden actions. No row of orders, money and cards may change.
func (two *pairedLoans) refused(r *rapid.T) {
	w, paid := two.w, two.loans[0]
	due := w.state(r, paid).Owed.Total()
	ask := intent.Request{Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: repay.ByBank, Amount: due + 1}
	stranger := ask
	stranger.Member = uuid.New()
	small := ask
	small.Method, small.Amount = repay.ByPaycode, 99
	before := w.rows(r)
	_, err := w.intents.Open(r.Context(), w.key(paid.MemberID), ask)
	require.Error(r, err)
	_, err = w.intents.Open(r.Context(), w.key(stranger.Member), stranger)
	require.ErrorIs(r, err, reason.New(reason.OrderNotFound))
	_, err = w.intents.Open(r.Context(), w.key(paid.MemberID), small)
	require.Error(r, err)
	require.Error(r, w.flow.Match(r.Context(), uuid.New(), paid.OrderID, pay.MatchRepayment, "ops:anna"))
	require.Error(r, w.flow.Receive(r.Context(), "sandbox", payment.Report{
		ID: "nothing to take back", Type: payment.ReportReversal, OriginalReference: "nowhere", Amount: 1, Currency: "VND", PaidAt: w.clock.Now(),
	}))
	require.Error(r, w.flow.Receive(r.Context(), "sandbox", payment.Report{
		ID: "not money", Type: payment.ReportPayment, Reference: "not money", Amount: 5, Currency: "XXX", PaidAt: w.clock.Now(),
	}))
	require.Equal(r, before, w.rows(r))
}

// repeatReport repeats a report. Nothing may change.
func (two *pairedLoans) repeatReport(r *rapid.T) {
	if len(two.kept) == 0 {
		return
	}
	before := two.w.rows(r)
	require.NoError(r, two.w.flow.Receive(r.Context(), "sandbox", two.kept[0].events[0]))
	require.Equal(r, before, two.w.rows(r))
}

// payoutBack sometimes makes the bank return the payout of both loans. Later events still happen.
func (two *pairedLoans) payoutBack(r *rapid.T) {
	if rapid.IntRange(0, 9).Draw(r, "it stays") > 0 {
		return
	}
	fee := drawFee(r, two.loans[0].Loan.ActualReceived)
	for _, paid := range two.loans {
		if !two.w.facts(r, paid).Loan.Returned() {
			back := two.w.backLess(r, two.w.payoutOf(r, paid), paid.Loan.ActualReceived, fee)
			require.NoError(r, two.w.flow.Receive(r.Context(), "sandbox", back))
		}
		require.Zero(r, two.w.state(r, paid).Charged.Total(), "nothing is charged after a returned payout")
	}
}

// check asserts what must be true after every step.
func (two *pairedLoans) check(r *rapid.T) {
	var found []reconcile.Difference
	require.NoError(r, postgres.InSnapshot(r.Context(), two.w.pool, func(ctx context.Context, tx pgx.Tx) (err error) {
		found, err = reconcile.Loans(ctx, tx, two.orders...)
		return err
	}))
	require.Empty(r, found)
	one, other := two.w.state(r, two.loans[0]), two.w.state(r, two.loans[1])
	require.Equal(r, one.Owed, other.Owed, "nightly and monthly posting give the same amounts")
	require.Equal(r, one.Charged, other.Charged)
	require.Equal(r, one.SettledOn, other.SettledOn)
	for _, paid := range two.loans {
		facts := two.w.facts(r, paid)
		require.Equal(r, facts.Loan.DueDate, facts.DueDate(two.w.today()), "the row and the history have the same due date")
		require.Equal(r, two.w.state(r, paid).SettledOn, facts.Loan.SettledOn, "the row has the settlement date of the payments")
		require.LessOrEqual(r, facts.TimesExtended(), facts.Order.Terms.ExtensionMax)
		require.True(r, vietnam.WorkingDay(facts.Loan.DueDate))
	}
	for component, amount := range one.Owed {
		require.GreaterOrEqual(r, amount, int64(0), component)
	}
	require.GreaterOrEqual(r, one.Overpaid(), int64(0))
	if one.Owed.Total() > 0 {
		require.Empty(r, one.Over, "overpayments pay what is owed")
	}
}

// end pays what is left and decides what is undecided. Then the loan must be settled, and neither side may hold the
// other's money.
func (two *pairedLoans) end(r *rapid.T) {
	for len(two.parts) > 0 {
		two.decideAbout(r, 0)
	}
	for i, paid := range two.loans {
		if due := two.w.state(r, paid).Owed.Total(); due > 0 {
			two.w.receive(r, two.codes[i], due)
		}
	}
	for _, p := range two.waits {
		for _, e := range p.events {
			require.NoError(r, two.w.flow.Return(r.Context(), two.w.payment(r, e).ID, "ops:anna"))
		}
	}
	two.refundAll(r)
	two.retry(r)
	two.refundAll(r)
	two.check(r)
	two.checkInterest(r)
	two.w.statements(r, two.loans[0])
	facts := two.w.facts(r, two.loans[0])
	if facts.Loan.Returned() {
		require.Equal(r, loan.CancelledBySystem, facts.Order.Status)
		require.Zero(r, facts.Balance[ledger.InterestIncome])
	} else {
		require.Equal(r, loan.RepaySettled, facts.Order.RepayStatus)
	}
	require.Zero(r, facts.Balance.Owed())
	require.Zero(r, two.w.state(r, two.loans[0]).Overpaid())
}

// rows returns a fingerprint of every row of orders, money and cards.
func (w *fixture) rows(t flowtest.T) map[string]string {
	prints := map[string]string{}
	for _, table := range []string{
		"loan_order", "order_event", "loan", "disbursement", "disbursement_return", "loan_extension", "bank_card", "credit_profile", "credit_event",
		"payment_intent", "payment", "payment_allocation", "payment_reversal", "payment_unmatch", "repayment_proof", "refund", "hook_event", "river_job",
		"ledger_transaction", "ledger_entry", "ledger_balance",
	} {
		var print string
		sql := `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(x::text), '' ORDER BY md5(x::text))), '') FROM ` + table + ` x`
		require.NoError(t, w.pool.QueryRow(t.Context(), sql).Scan(&print))
		prints[table] = print
	}
	return prints
}
