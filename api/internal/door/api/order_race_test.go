package api_test

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// raceCall is one call of a race.
type raceCall struct {
	operation string
	body      body
	answer    apptest.Answer
}

// race makes each call the given number of times concurrently, with new keys, and retries those that are told that the
// system is busy.
func race(t *testing.T, c *client, times int, calls ...raceCall) []raceCall {
	t.Helper()
	var all []raceCall
	for _, call := range calls {
		for range times {
			all = append(all, call)
		}
	}
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() { all[i].answer = callUntilDone(t, c, uuid.NewString(), all[i].operation, all[i].body) })
	}
	wait.Wait()
	return all
}

// callUntilDone repeats a call with its key while the answer is that the system is busy.
func callUntilDone(t *testing.T, c *client, key, operation string, b body) apptest.Answer {
	t.Helper()
	for {
		answer := c.CallWith(t, key, operation, b)
		if answer.Status != http.StatusServiceUnavailable {
			require.Less(t, answer.Status, 500, "%s: %s", operation, answer.Body)
			return answer
		}
	}
}

// successes counts the successes per operation.
func successes(all []raceCall) map[string]int {
	count := map[string]int{}
	for _, s := range all {
		if s.answer.Success {
			count[s.operation]++
		}
	}
	return count
}

// An offer is confirmed, cancelled and moved to another card at the same time. Either it is paid out once, to the card
// that the order names, or not at all.
func TestConfirmationsRaceWithCancellationsAndCardChanges(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Processes(2))
	outcomes := map[loan.Status]int{}
	for range 8 {
		c := m.borrower(t)
		c.Refresh(t, 202)
		second := m.card(t, c, "1904"+apptest.Phone()[1:])
		order := m.apply(t, c, 5_000_000, 91)
		m.await(t, c, order, loan.ToConfirm)
		confirmation := m.confirmation(t, c, order)
		all := race(t, c, 6,
			raceCall{operation: "orderConfirm", body: confirmation},
			raceCall{operation: "orderCancel", body: body{"orderId": order.OrderID}},
			raceCall{operation: "orderChangeCard", body: body{"orderId": order.OrderID, "bankCardId": second.CardID}})
		count := successes(all)
		require.Equal(t, 1, count["orderConfirm"]+count["orderCancel"], "exactly one confirmation or cancellation succeeds: %v", count)
		require.LessOrEqual(t, count["orderChangeCard"], 1)
		want := loan.Cancelled
		if count["orderConfirm"] == 1 {
			want = loan.WaitingPayment
			require.Zero(t, count["orderChangeCard"], "a confirmed order keeps the card that its contract names")
		}
		detail := m.await(t, c, order, want)
		outcomes[want]++
		var attempts int
		var matching bool
		require.NoError(t, m.Pool.QueryRow(t.Context(), `
			SELECT count(*), COALESCE(bool_and(d.bank_card_id = o.bank_card_id AND d.state = 'succeeded'), true)
			FROM loan_order o JOIN disbursement d ON d.order_id = o.id WHERE o.id = $1`, order.OrderID).Scan(&attempts, &matching))
		require.Equal(t, count["orderConfirm"], attempts)
		require.True(t, matching)
		require.Len(t, events(detail), len(distinct(events(detail))), "no event occurs twice")
	}
	reconciled(t, m.Stack)
	t.Log(outcomes)
}

func distinct(list []string) map[string]bool {
	set := map[string]bool{}
	for _, one := range list {
		set[one] = true
	}
	return set
}

// A hundred concurrent applications make one order. Across several products they stop at the daily limit.
func TestConcurrentApplicationsKeepOneOrderAndDailyLimit(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Processes(2))
	c := m.borrower(t)
	all := race(t, c, 100, raceCall{operation: "loanApply", body: m.application(t, c, 2_000_000, 91)})
	require.Equal(t, 1, successes(all)["loanApply"])
	for _, s := range all {
		if !s.answer.Success {
			require.Equal(t, reason.OrderInProgress, s.answer.Failure.Reason)
		}
	}

	other := m.borrower(t)
	var calls []raceCall
	for _, code := range []string{"b", "c", "d", "e", "f"} {
		m.product = m.save(t, product.Draft{Code: code, LenderCode: "sen", Version: version(code)})
		calls = append(calls, raceCall{operation: "loanApply", body: m.application(t, other, 2_000_000, 91)})
	}
	require.Equal(t, 3, successes(race(t, other, 10, calls...))["loanApply"], "three applications per day in Vietnam")
	var jobs, orders int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT (SELECT count(*) FROM river_job WHERE kind = 'order.review'), (SELECT count(*) FROM loan_order)`).Scan(&jobs, &orders))
	require.Equal(t, 4, orders)
	require.Equal(t, orders, jobs, "each order has one review job")
}

// A card is removed while orders are made with it. No open order keeps a closed card.
func TestApplicationsRaceWithCardRemoval(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Processes(2))
	for range 6 {
		c := m.borrower(t)
		c.Refresh(t, 202)
		second := m.card(t, c, "1904"+apptest.Phone()[1:])
		application := m.application(t, c, 2_000_000, 91)
		count := successes(race(t, c, 5,
			raceCall{operation: "loanApply", body: application},
			raceCall{operation: "bankCardUnbind", body: body{"cardId": application["bankCardId"]}},
			raceCall{operation: "bankCardSetDefault", body: body{"cardId": second.CardID}}))
		require.Equal(t, 1, count["loanApply"]+count["bankCardUnbind"], "%v", count)
		var orphans, defaults int
		require.NoError(t, m.Pool.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM loan_order o JOIN bank_card b ON b.id = o.bank_card_id WHERE o.status IN (1, 2, 4, 5, 6) AND b.status <> 1),
				(SELECT count(*) FROM bank_card WHERE member_id = $1 AND is_default)`, c.MemberID).Scan(&orphans, &defaults))
		require.Zero(t, orphans)
		require.Equal(t, 1, defaults)
	}
}

// Two members add the same account with many concurrent requests. One card holds it.
func TestConcurrentlyAddedCardsHoldAccountOnce(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Processes(2))
	number := "19" + apptest.Phone()
	add := raceCall{operation: "bankCardAdd", body: body{"bankCode": "VCB", "accountNumber": number, "accountNumberAgain": number, "accountType": "account"}}
	people := []*client{m.Login(t), m.Login(t)}
	var wait sync.WaitGroup
	counts := make([]int, len(people))
	for i, c := range people {
		m.verify(t, c, person{income: 4, born: "1995-05-05"})
		wait.Go(func() { counts[i] = successes(race(t, c, 20, add))["bankCardAdd"] })
	}
	wait.Wait()
	require.Equal(t, 1, counts[0]+counts[1], "%v", counts)
	var cards int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM bank_card`).Scan(&cards))
	require.Equal(t, 1, cards)
}

// For every write with a key: the same key with the same body gets the same answer, byte for byte, and with another
// body 409, in whichever process.
func TestIdempotencyKeyRepeatsResponseOrConflicts(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Processes(2))
	c := m.borrower(t)
	c.Refresh(t, 202)
	again := func(operation string, good, other body) {
		t.Helper()
		key := uuid.NewString()
		first := c.CallWith(t, key, operation, good)
		require.True(t, first.Success, "%s: %s", operation, first.Body)
		require.JSONEq(t, string(first.Body), string(c.CallWith(t, key, operation, good).Body))
		for range 2 {
			conflict := c.CallWith(t, key, operation, other)
			require.Equal(t, reason.IdempotencyConflict, conflict.Failure.Reason, operation)
			require.Equal(t, http.StatusConflict, conflict.Status)
		}
		require.JSONEq(t, string(first.Body), string(c.CallWith(t, key, operation, good).Body), "%s: the stored response survives the conflict", operation)
	}
	number := "1904" + apptest.Phone()[1:]
	add := body{"bankCode": "VCB", "accountNumber": number, "accountNumberAgain": number, "accountType": "account"}
	again("bankCardAdd", add, with(add, "bankCode", "TCB"))
	cards := m.cards(t, c)
	again("bankCardUnbind", body{"cardId": cards[1].CardID}, body{"cardId": cards[0].CardID})
	m.card(t, c, "1905"+apptest.Phone()[1:])
	cards = m.cards(t, c)

	application := m.application(t, c, 5_000_000, 91)
	again("loanApply", application, with(application, "amount", 5_500_000))
	var list contract.OrderListData
	c.OK(t, "orderList", body{"tab": "all"}, &list)
	order := contract.OrderRef{OrderID: list.Orders[0].OrderID}
	m.await(t, c, order, loan.ToConfirm)
	again("orderChangeCard", body{"orderId": order.OrderID, "bankCardId": cards[1].CardID}, body{"orderId": order.OrderID, "bankCardId": cards[0].CardID})
	confirmation := m.confirmation(t, c, order)
	again("orderConfirm", confirmation, with(confirmation, "smsCode", "9999"))
	m.await(t, c, order, loan.WaitingPayment)
	for _, operation := range []string{"repayBank", "repayPaycode"} {
		again(operation, body{"orderId": order.OrderID, "amount": 500_000, "purpose": "repayment"},
			body{"orderId": order.OrderID, "amount": 500_001, "purpose": "repayment"})
	}
	m.product = m.save(t, product.Draft{Code: "b", LenderCode: "sen", Version: version("b")})
	second := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, second, loan.ToConfirm)
	again("orderCancel", body{"orderId": second.OrderID}, body{"orderId": second.OrderID, "reason": "x"})

	// A refusal is an answer as well: the key returns it even after its cause is gone.
	key := uuid.NewString()
	refused := c.CallWith(t, key, "orderCancel", body{"orderId": second.OrderID})
	require.Equal(t, reason.OrderNotCancellable, refused.Failure.Reason)
	m.Advance(t, time.Minute)
	require.JSONEq(t, string(refused.Body), string(c.CallWith(t, key, "orderCancel", body{"orderId": second.OrderID}).Body))
}

// Five hundred copies of one write with one key all get the answer of the first.
func TestConcurrentCallsWithOneKeyGetOneResponse(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Processes(2))
	c := m.borrower(t)
	application := m.application(t, c, 2_000_000, 91)
	key := uuid.NewString()
	answers := make([]apptest.Answer, crowd)
	var wait sync.WaitGroup
	for i := range answers {
		wait.Go(func() { answers[i] = callUntilDone(t, c, key, "loanApply", application) })
	}
	wait.Wait()
	var first contract.OrderRef
	require.NoError(t, json.Unmarshal(answers[0].Data, &first))
	for _, a := range answers {
		require.True(t, a.Success, "%s", a.Body)
		require.JSONEq(t, string(answers[0].Body), string(a.Body))
	}
	var orders int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM loan_order WHERE id = $1`, first.OrderID).Scan(&orders))
	require.Equal(t, 1, orders)
}
