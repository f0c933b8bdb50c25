package api_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const (
	// payers is the number of disbursed loans into which the callbacks pay. It is high enough that no two concurrent
	// callers share a loan and that no loan has far more payments than a real one.
	payers = 2048
	// applicants is the number of borrowers who apply and then confirm, for each number of callers.
	applicants = 768
)

// request builds the n-th request of a measured call.
type request func(n uint64) (method, url, token string, header http.Header, body []byte)

// callsOf makes the requests of one kind, numbered from 1 across all rounds.
type callsOf struct {
	name string
	next request
	n    atomic.Uint64
}

// benchCall is a call to measure, together with the name of its floor. A call with an empty floor is a floor itself.
// prepare, if set, prepares borrowers before each measurement and returns the maximum number of calls for which they
// suffice.
type benchCall struct {
	name, floor string
	next        request
	prepare     func(t *testing.T) (next request, most int)
}

const floorReads, floorWrites = "floor, read", "floor, write"

func benchCalls(t *testing.T, own *postgrestest.Own, m market, size int) []benchCall {
	t.Helper()
	floor := startFloor(t, own.Database.AppURL, benchPool)
	orders := running(t, m, size)
	var memos []string
	var next atomic.Uint64
	ask := func(path string, body func(n int) any) request {
		return func(uint64) (string, string, string, http.Header, []byte) {
			n := rand.IntN(len(orders))
			return post(m.Base()+path, orders[n].token, body(n))
		}
	}
	nothing := func(int) any { return body{} }
	order := func(n int) any { return body{"orderId": orders[n].id} }
	// The applicants wait for the lender's decision between the two calls.
	var applied []applicant
	return []benchCall{
		{name: floorReads, next: func(uint64) (string, string, string, http.Header, []byte) {
			return post(floor+"/read", fmt.Sprint(1+rand.IntN(floorRows)), body{})
		}},
		{name: "member/query", floor: floorReads, next: ask("/app/member/query", nothing)},
		{name: "order/detail", floor: floorReads, next: ask("/app/order/detail", order)},
		{name: "order/list", floor: floorReads, next: ask("/app/order/list", func(int) any { return body{"tab": "all"} })},
		{name: "loan/list", floor: floorReads, next: ask("/app/loan/list", nothing)},
		{name: "repay/options", floor: floorReads, next: ask("/app/repay/options", order)},
		{name: floorWrites, next: func(uint64) (string, string, string, http.Header, []byte) {
			return post(floor+"/write", "", floorPayment{LoanID: 1 + rand.Int64N(floorRows), Key: uuid.NewString(), Amount: 1})
		}},
		{name: "payment callback", floor: floorWrites, prepare: func(t *testing.T) (request, int) {
			if memos == nil {
				memos = intents(t, m)
			}
			return func(uint64) (string, string, string, http.Header, []byte) {
				raw, _ := json.Marshal(report("B"+uuid.NewString(), memos[next.Add(1)%payers], 100, m.Now()))
				timestamp, signature := secret.Sign(callbackKey(m.Stack), time.Now(), raw)
				return http.MethodPost, m.Base() + "/hooks/payment/sandbox", "", http.Header{secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature}}, raw
			}, math.MaxInt
		}},
		{name: "repay/paycode", floor: floorWrites, prepare: func(t *testing.T) (request, int) {
			// The number of intents per borrower and hour is limited, and a thousand borrowers make all the calls of
			// the measurement.
			_, err := m.Owner.Exec(t.Context(), `DELETE FROM rate_limit`)
			require.NoError(t, err)
			return func(uint64) (string, string, string, http.Header, []byte) {
				one := orders[next.Add(1)%uint64(len(orders))]
				return keyed(m.Base()+"/app/repay/paycode", one.token, body{"orderId": one.id, "amount": 1000, "purpose": "repayment"})
			}, math.MaxInt
		}},
		{name: "loan/apply", floor: floorWrites, prepare: func(t *testing.T) (request, int) {
			applied = applicantsOf(t, m)
			return func(n uint64) (string, string, string, http.Header, []byte) {
				one := &applied[n-1]
				return keyed(m.Base()+"/app/loan/apply", one.client.Token, one.application)
			}, len(applied)
		}},
		{name: "order/confirm", floor: floorWrites, prepare: func(t *testing.T) (request, int) {
			ready := confirmationsOf(t, m, applied)
			return func(n uint64) (string, string, string, http.Header, []byte) {
				return keyed(m.Base()+"/app/order/confirm", ready[n-1].client.Token, ready[n-1].confirmation)
			}, len(ready)
		}},
	}
}

func post(url, token string, body any) (string, string, string, http.Header, []byte) {
	raw, _ := json.Marshal(body)
	return http.MethodPost, url, token, http.Header{}, raw
}

// keyed returns the same as post, with a new idempotency key.
func keyed(url, token string, body any) (string, string, string, http.Header, []byte) {
	method, url, token, header, raw := post(url, token, body)
	header.Set("Idempotency-Key", uuid.NewString())
	return method, url, token, header, raw
}

// running returns borrowers of the filled market with a disbursed loan. Their tokens are their numbers.
func running(t *testing.T, m market, size int) (found []struct {
	token string
	id    uuid.UUID
}) {
	t.Helper()
	rows, err := m.Owner.Query(t.Context(), `
		SELECT substr(o.order_no, 2), o.id FROM loan_order o JOIN loan l ON l.order_id = o.id
		WHERE o.status = 9 AND o.repay_status = 1 AND o.order_no LIKE 'N%' ORDER BY o.id LIMIT $1`, size)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var one struct {
			token string
			id    uuid.UUID
		}
		require.NoError(t, rows.Scan(&one.token, &one.id))
		found = append(found, one)
	}
	require.NoError(t, rows.Err())
	require.NotEmpty(t, found)
	return found
}

// intents makes disbursed loans with a complete journal and returns the memo of a transfer for each.
func intents(t *testing.T, m market) (memos []string) {
	t.Helper()
	memos = make([]string, payers)
	product := uuid.New()
	eachOf(payers, func(n int) {
		paid := flowtest.PayOut(t, m.Pool, flowtest.Loan{Product: product})
		c := m.Client(t)
		c.Token = fmt.Sprintf("payer-%d", n)
		_, err := m.Owner.Exec(t.Context(), `
			WITH d AS (INSERT INTO device (member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, uuid_send($1::uuid), $2, $2, $2) RETURNING id)
			INSERT INTO session (token_hash, member_id, device_id, app_product_id, created_at, expires_at)
			SELECT $3, $1, id, '20005', $2, $2::timestamptz + interval '30 days' FROM d`, paid.MemberID, m.Now(), secret.TokenHash(c.Token))
		require.NoError(t, err)
		var intent contract.PayIntentData
		c.OK(t, "repayBank", body{"orderId": paid.OrderID, "amount": 1_000_000, "purpose": "repayment"}, &intent)
		memos[n] = intent.Memo
	})
	return memos
}

// applicant is a fully verified borrower, with the body of the next request.
type applicant struct {
	client                    *apptest.Client
	application, confirmation body
}

func applicantsOf(t *testing.T, m market) []applicant {
	t.Helper()
	all := make([]applicant, applicants)
	eachOf(len(all), func(n int) {
		c := m.borrower(t)
		all[n] = applicant{client: c, application: m.application(t, c, 2_000_000, 91)}
	})
	return all
}

// confirmationsOf waits for the lender's decisions about those who have applied.
func confirmationsOf(t *testing.T, m market, applied []applicant) (ready []applicant) {
	t.Helper()
	orders := make([]contract.OrderListData, len(applied))
	eachOf(len(applied), func(n int) {
		if applied[n].client.OK(t, "orderList", body{"tab": "all"}, &orders[n]); len(orders[n].Orders) > 0 {
			m.await(t, applied[n].client, contract.OrderRef{OrderID: orders[n].Orders[0].OrderID}, loan.ToConfirm)
		}
	})
	eachOf(len(applied), func(n int) {
		if len(orders[n].Orders) > 0 {
			applied[n].confirmation = m.confirmation(t, applied[n].client, contract.OrderRef{OrderID: orders[n].Orders[0].OrderID})
		}
	})
	return slices.DeleteFunc(slices.Clone(applied), func(a applicant) bool { return a.confirmation == nil })
}

// eachOf calls do for 0 to n-1, a few calls at a time.
func eachOf(n int, do func(n int)) {
	var wait sync.WaitGroup
	var next atomic.Int64
	for range 8 {
		wait.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				do(int(i - 1))
			}
		})
	}
	wait.Wait()
}
