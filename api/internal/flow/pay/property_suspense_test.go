package pay_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// unplaced is money that comes without a code, and a loan to which operators match it, out of which they take it, and
// from which the bank takes parts of it, in any order.
type unplaced struct {
	w     *fixture
	paid  flowtest.Paid
	money []*received
	parts []string // the references of the reversals that are undecided
}

// received is a payment without a code. taken is what the bank took back of it.
type received struct {
	payment.Report
	taken int64
}

// TestRandomEventsOfPaymentInSuspense performs random events on payments that come without a code: they are matched as
// repayments and as extension fees, taken out again, sent back, returned, and taken back by the bank as a whole or in
// parts, decided about before and after they are matched.
func TestRandomEventsOfPaymentInSuspense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	start := w.clock.Now()
	rapid.Check(t, func(r *rapid.T) {
		w.clock.Set(start)
		u := &unplaced{w: w, paid: flowtest.PayOut(r, w.pool, flowtest.Loan{})}
		r.Repeat(map[string]func(*rapid.T){
			"":                      u.check,
			"time passes":           func(r *rapid.T) { w.days(rapid.IntRange(1, 9).Draw(r, "days")) },
			"an extension is asked": u.quote,
			"some":                  func(r *rapid.T) { u.comes(r, rapid.Int64Range(1, 7_000_000).Draw(r, "amount")) },
			"all that is owed": func(r *rapid.T) {
				u.comes(r, w.state(r, u.paid).Owed.Total()+rapid.Int64Range(0, 200_000).Draw(r, "more"))
			},
			"a fee":                u.fee,
			"matched":              func(r *rapid.T) { u.match(r, pay.MatchRepayment) },
			"matched as a fee":     func(r *rapid.T) { u.match(r, pay.MatchExtensionFee) },
			"taken out":            u.takeOut,
			"sent back":            u.sendBack,
			"came back":            u.cameBack,
			"taken back":           u.takeBack,
			"a part is taken back": u.takeBackPart,
			"more than is left":    u.takeBackTooMuch,
			"decided":              u.decide,
			"refunds":              u.refunds,
			"sent again":           u.retry,
		})
		u.end(r)
	})
	w.reconciled(t)
}

func (u *unplaced) comes(r *rapid.T, amount int64) {
	if amount <= 0 {
		return
	}
	at := u.w.clock.Now().AddDate(0, 0, -rapid.IntRange(0, 5).Draw(r, "days ago"))
	u.money = append(u.money, &received{Report: u.w.receiveAt(r, "no code", amount, at)})
}

// quote asks for an extension, with the fee to be paid or added to the debt.
func (u *unplaced) quote(r *rapid.T) {
	q, err := u.w.intents.ExtendQuote(r.Context(), u.paid.MemberID, u.paid.OrderID)
	if err != nil {
		return
	}
	now := rapid.IntRange(0, 3).Draw(r, "added to the debt") > 0
	c := rapid.SampledFrom(q.Choices).Draw(r, "times")
	if now && c.Fee == 0 {
		return
	}
	_, err = u.w.intents.Extend(r.Context(), u.w.key(u.paid.MemberID), ask(u.paid, c, now))
	require.NoError(r, err)
}

// fee pays a quoted fee without its code.
func (u *unplaced) fee(r *rapid.T) {
	quotes, err := repay.UnpaidExtensions(u.paid.OrderID).Read(r.Context(), u.w.pool)
	require.NoError(r, err)
	if len(quotes) > 0 {
		u.comes(r, rapid.SampledFrom(quotes).Draw(r, "of").Amount)
	}
}

func (u *unplaced) pick(r *rapid.T) *received {
	if len(u.money) == 0 {
		return nil
	}
	return rapid.SampledFrom(u.money).Draw(r, "of")
}

// tries does something that may be refused. A refusal changes nothing.
func (u *unplaced) tries(r *rapid.T, do func() error) {
	before := u.print(r)
	if err := do(); err != nil {
		require.Equal(r, before, u.print(r), "%v", err)
	}
}

// print returns a fingerprint of the loan and the money.
func (u *unplaced) print(r *rapid.T) (print string) {
	payments := make([]uuid.UUID, len(u.money))
	for i, m := range u.money {
		payments[i] = u.w.payment(r, m.Report).ID
	}
	require.NoError(r, u.w.pool.QueryRow(r.Context(), `
		SELECT md5(string_agg(x, '' ORDER BY x)) FROM (
			SELECT p::text FROM payment p WHERE p.order_id = $1 OR p.id = ANY($2)
			UNION ALL SELECT (f.id, f.state, f.amount)::text FROM refund f WHERE f.order_id = $1 OR f.payment_id = ANY($2)
			UNION ALL SELECT b::text FROM ledger_balance b WHERE b.scope = $1 OR b.scope = ANY($2)
			UNION ALL SELECT e::text FROM loan_extension e WHERE e.order_id = $1
			UNION ALL SELECT l::text FROM loan l WHERE l.order_id = $1) x (x)`, u.paid.OrderID, payments).Scan(&print))
	return print
}

func (u *unplaced) match(r *rapid.T, as pay.MatchKind) {
	if m := u.pick(r); m != nil {
		u.tries(r, func() error {
			return u.w.flow.Match(r.Context(), u.w.payment(r, m.Report).ID, u.paid.OrderID, as, "ops:anna")
		})
	}
}

func (u *unplaced) takeOut(r *rapid.T) {
	if m := u.pick(r); m != nil {
		u.tries(r, func() error { return u.w.unmatch(r, m.Report) })
	}
}

func (u *unplaced) sendBack(r *rapid.T) {
	if m := u.pick(r); m != nil {
		u.tries(r, func() error { return u.w.flow.Return(r.Context(), u.w.payment(r, m.Report).ID, "ops:anna") })
	}
}

// cameBack makes the bank return what was sent of a payment.
func (u *unplaced) cameBack(r *rapid.T) {
	m := u.pick(r)
	if m == nil {
		return
	}
	newest, err := repay.RefundOf(u.w.payment(r, m.Report).ID).Read(r.Context(), u.w.pool)
	require.NoError(r, err)
	if newest != nil && newest.State == repay.RefundSucceeded {
		u.w.refundBack(r, *newest)
	}
}

// report makes the bank report something about a payment. While the money is on its way, the report is refused, and the
// bank sends it again later.
func (u *unplaced) report(r *rapid.T, back payment.Report) bool {
	heard := false
	u.tries(r, func() error {
		err := u.w.flow.Receive(r.Context(), "sandbox", back)
		heard = err == nil
		return err
	})
	return heard
}

func (u *unplaced) takeBack(r *rapid.T) {
	m := u.pick(r)
	if m == nil || m.taken > 0 {
		return
	}
	back := payment.Report{
		ID: "back-" + m.Reference, Type: payment.ReportReversal, Reference: "RV-" + m.Reference, OriginalReference: m.Reference,
		Amount: m.Amount, Currency: m.Currency, PaidAt: u.w.clock.Now(), Reason: "sender's bank",
	}
	if u.report(r, back) {
		require.NoError(r, u.w.bank.TakeBack(r.Context(), m.Reference, "sender's bank", u.w.clock.Now()))
		m.taken = m.Amount
	}
}

func (u *unplaced) takeBackPart(r *rapid.T) {
	m := u.pick(r)
	if m == nil || m.Amount-m.taken <= 1 {
		return
	}
	most := m.Amount - m.taken
	if m.taken == 0 {
		most--
	}
	amount := rapid.OneOf(rapid.Int64Range(1, most), rapid.Just(most)).Draw(r, "part")
	reference := fmt.Sprintf("RV-%s-%d", m.Reference, m.taken+amount)
	back := payment.Report{
		ID: "back-" + reference, Type: payment.ReportReversal, Reference: reference, OriginalReference: m.Reference,
		Amount: amount, Currency: m.Currency, PaidAt: u.w.clock.Now(), Reason: "sender's bank",
	}
	if u.report(r, back) {
		require.NoError(r, u.w.bank.TakeBackPart(r.Context(), m.Reference, amount, "sender's bank", u.w.clock.Now()))
		m.taken += amount
		u.parts = append(u.parts, reference)
	}
}

// takeBackTooMuch makes the bank report more than there was. Nothing is booked until it is dismissed.
func (u *unplaced) takeBackTooMuch(r *rapid.T) {
	m := u.pick(r)
	if m == nil || rapid.IntRange(0, 4).Draw(r, "rarely") > 0 {
		return
	}
	reference := "MORE-" + uuid.NewString()
	back := payment.Report{
		ID: reference, Type: payment.ReportReversal, Reference: reference, OriginalReference: m.Reference,
		Amount: m.Amount + 1, Currency: m.Currency, PaidAt: u.w.clock.Now(), Reason: "sender's bank",
	}
	if u.report(r, back) {
		u.parts = append(u.parts, reference)
	}
}

func (u *unplaced) decide(r *rapid.T) {
	if len(u.parts) > 0 {
		u.decideAbout(r, rapid.IntRange(0, len(u.parts)-1).Draw(r, "which"), rapid.Bool().Draw(r, "applied"))
	}
}

func (u *unplaced) decideAbout(r *rapid.T, n int, applied bool) {
	d := u.w.decision(r, u.parts[n])
	if d.Reversal.Outcome != "" { // sent back without it
		u.parts = slices.Delete(u.parts, n, n+1)
		return
	}
	u.tries(r, func() error {
		var err error
		if applied {
			err = u.w.flow.ApplyReversal(r.Context(), d)
		} else {
			err = u.w.flow.DismissReversal(r.Context(), d)
		}
		if err == nil {
			u.parts = slices.Delete(u.parts, n, n+1)
		}
		return err
	})
}

// refunds makes the bank answer about the refunds that wait.
func (u *unplaced) refunds(r *rapid.T) {
	state := rapid.SampledFrom([]payment.State{payment.Succeeded, payment.Succeeded, payment.Unknown, payment.Failed}).Draw(r, "answer")
	u.answer(r, state)
}

func (u *unplaced) answer(r *rapid.T, state payment.State) {
	flow := u.w.flow
	if state != payment.Succeeded {
		flow = u.w.over(&slowBank{Gateway: u.w.bank, payouts: slices.Repeat([]payment.Result{{State: state, FailureReason: payment.AccountClosed}}, 50)})
	}
	for _, m := range u.money {
		newest, err := repay.RefundOf(u.w.payment(r, m.Report).ID).Read(r.Context(), u.w.pool)
		require.NoError(r, err)
		if newest == nil || newest.State != repay.RefundCreated && newest.State != repay.RefundUnknown {
			continue
		}
		_, err = flow.Refund(r.Context(), newest.ID)
		require.NoError(r, err)
		now, err := repay.RefundByID(newest.ID).Read(r.Context(), u.w.pool)
		require.NoError(r, err)
		if now.DeclinedAt != nil && now.State == repay.RefundUnknown {
			_, err = u.w.flow.GiveUp(r.Context(), now.Reference, "ops:anna")
			require.NoError(r, err)
		}
	}
}

func (u *unplaced) retry(r *rapid.T) {
	u.tries(r, func() error {
		_, err := u.w.flow.RetryRefund(r.Context(), u.paid.OrderID, false, "ops:anna")
		return err
	})
}

func (u *unplaced) check(r *rapid.T) {
	var found []reconcile.Difference
	require.NoError(r, postgres.InSnapshot(r.Context(), u.w.pool, func(ctx context.Context, tx pgx.Tx) (err error) {
		found, err = reconcile.Loans(ctx, tx, u.paid.OrderID)
		return err
	}))
	require.Empty(r, found)
	facts := u.w.facts(r, u.paid)
	state := facts.Replay(u.w.today())
	require.Equal(r, facts.Loan.DueDate, facts.DueDate(u.w.today()), "the row and the history say the same due date")
	require.Equal(r, state.SettledOn, facts.Loan.SettledOn)
	require.LessOrEqual(r, facts.TimesExtended(), facts.Order.Terms.ExtensionMax)
	if state.Owed.Total() > 0 {
		require.Empty(r, state.Over)
	}
	for _, m := range u.money {
		p := u.w.payment(r, m.Report)
		balance, err := ledger.Balances(p.ID).Read(r.Context(), u.w.pool)
		require.NoError(r, err)
		waits := int64(0)
		if p.State == repay.Suspense {
			waits = p.Amount
		}
		require.Equal(r, -waits, balance[ledger.Suspense], p.State)
		require.GreaterOrEqual(r, balance[ledger.PayerReceivable], int64(0))
		require.LessOrEqual(r, balance[ledger.PayerReceivable], p.Amount)
	}
}

// end decides what is undecided, sends back what waits, and pays the rest. Then the loan is settled, and nothing of what
// was too much is left here.
func (u *unplaced) end(r *rapid.T) {
	u.answer(r, payment.Succeeded)
	for _, reference := range u.parts {
		if d := u.w.decision(r, reference); d.Reversal.Outcome == "" {
			require.NoError(r, u.w.flow.DismissReversal(r.Context(), d))
		}
	}
	for _, m := range u.money {
		if p := u.w.payment(r, m.Report); p.State == repay.Suspense {
			require.NoError(r, u.w.flow.Return(r.Context(), p.ID, "ops:anna"))
		}
	}
	if due := u.w.state(r, u.paid).Owed.Total(); due > 0 {
		u.w.receive(r, u.w.intent(r, u.paid, repay.ForPayoff, 1).Code, due)
	}
	u.answer(r, payment.Succeeded)
	u.retry(r)
	u.answer(r, payment.Succeeded)
	u.check(r)
	state := u.w.state(r, u.paid)
	require.True(r, state.Settled())
	require.Zero(r, u.w.facts(r, u.paid).OverpaidHeld(state))
}
