package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var (
	benchSizes = flag.String("borrowers", "", "how many borrowers the markets to measure have, with commas between; empty measures nothing")
	benchFor   = flag.Duration("measure", 5*time.Second, "how long each call is measured")
)

// benchConns are how many callers there are at once.
var benchConns = []int{1, 16, 64}

// benchPool is how many connections to the database the product has, and the floor.
const benchPool = 16

// payers is how many running loans the callbacks pay into, so that no two callers at once share one.
const payers = 64

// request makes the n-th request of a measured call.
type request func(n uint64) (method, url, token string, header http.Header, body []byte)

// measured is what a call took.
type measured struct {
	calls, failed int
	perSecond     float64
	took          []time.Duration
	database      time.Duration
	waits         string
}

// TestBench measures the calls that a borrower waits for, and the callback that posts a payment, beside the floor: the
// least that the same framework and driver can do on the same PostgreSQL, with as many connections. The server keeps what
// it acknowledges; product, floor and callers share the machine.
func TestBench(t *testing.T) {
	if *benchSizes == "" {
		t.Skip("`npm run bench` runs it: it takes minutes")
	}
	t.Logf("%s, %d cores, PostgreSQL with fsync", time.Now().UTC().Format(time.DateOnly), runtime.NumCPU())
	for _, text := range strings.Split(*benchSizes, ",") {
		size, err := strconv.Atoi(text)
		require.NoError(t, err)
		t.Run(text, func(t *testing.T) { benchMarket(t, size) })
	}
}

func benchMarket(t *testing.T, size int) {
	own := postgrestest.StartOwnOnDisk(t)
	m := newMarket(t, apptest.On(own.Database), apptest.Set("DATABASE_REQUEST_CONNECTIONS", strconv.Itoa(benchPool)))
	began := time.Now()
	template := flowtest.PayOut(t, m.Pool, flowtest.Loan{})
	own.Load(t, append([]string{fmt.Sprintf(`CREATE TEMP TABLE template AS SELECT '%s'::uuid AS order_id, '%s'::timestamptz AS now`, template.OrderID, m.Now().Format(time.RFC3339))},
		strings.Split(strings.Replace(crowdSQL, "generate_series(1, 100000)", fmt.Sprintf("generate_series(1, %d)", size), 1), ";\n")...)...)
	own.Load(t, strings.Split(floorSQL, ";\n")...)
	m.Apps[0].Pool.Reset()
	floorBase := startFloor(t, own.Database.AppURL, benchPool)
	t.Logf("%d borrowers after %s", size, time.Since(began).Round(time.Second))

	orders := running(t, m, size)
	read := func(path string, body func(n int) any) request {
		return func(uint64) (string, string, string, http.Header, []byte) {
			n := rand.IntN(len(orders))
			raw, _ := json.Marshal(body(n))
			return http.MethodPost, m.Base() + path, orders[n].token, nil, raw
		}
	}
	nothing := func(int) any { return body{} }
	order := func(n int) any { return body{"orderId": orders[n].id} }
	floorRead := func(uint64) (string, string, string, http.Header, []byte) {
		return http.MethodPost, floorBase + "/read", strconv.Itoa(1 + rand.IntN(floorRows)), nil, []byte(`{}`)
	}
	floorWrite := func(n uint64) (string, string, string, http.Header, []byte) {
		raw, _ := json.Marshal(floorPayment{LoanID: 1 + rand.Int64N(floorRows), Key: uuid.NewString(), Amount: 1})
		return http.MethodPost, floorBase + "/write", "", nil, raw
	}
	memos := intents(t, m)
	callback := func(n uint64) (string, string, string, http.Header, []byte) {
		raw, _ := json.Marshal(report("B"+uuid.NewString(), memos[n%payers], 100, m.Now()))
		timestamp, signature := secret.Sign(callbackKey(m.Stack), time.Now(), raw)
		return http.MethodPost, m.Base() + "/hooks/payment/sandbox", "", http.Header{secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature}}, raw
	}
	t.Logf("%-16s %5s %9s %9s %9s %9s %6s %9s  %s", "call", "conns", "calls/s", "p50", "p95", "p99", "ratio", "database", "waits of the database")
	for _, conns := range benchConns {
		floors := map[string]measured{}
		for _, one := range []struct {
			name, floor string
			make        request
		}{
			{"floor, read", "", floorRead},
			{"member/query", "floor, read", read("/app/member/query", nothing)},
			{"order/detail", "floor, read", read("/app/order/detail", order)},
			{"order/list", "floor, read", read("/app/order/list", func(int) any { return body{"tab": "all"} })},
			{"loan/list", "floor, read", read("/app/loan/list", nothing)},
			{"repay/options", "floor, read", read("/app/repay/options", order)},
			{"floor, write", "", floorWrite},
			{"payment callback", "floor, write", callback},
		} {
			got := measure(t, own, conns, one.make)
			floors[one.name] = got
			ratio := "-"
			if one.floor != "" {
				ratio = fmt.Sprintf("%.2f", got.perSecond/floors[one.floor].perSecond)
			}
			t.Logf("%-16s %5d %9.0f %9s %9s %9s %6s %9s  %s", one.name, conns, got.perSecond, got.at(50), got.at(95), got.at(99), ratio, got.database.Round(time.Microsecond), got.waits)
			assert.Zero(t, got.failed, "%s: calls that were refused", one.name)
		}
	}
}

// running are borrowers of the crowd with a loan that runs. Their tokens are their numbers.
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

// intents makes loans that run, whose journal is whole, and gives the memo of a transfer to each.
func intents(t *testing.T, m market) (memos []string) {
	t.Helper()
	for n := range payers {
		paid := flowtest.PayOut(t, m.Pool, flowtest.Loan{})
		c := m.Client(t)
		c.Token = fmt.Sprintf("payer-%d", n)
		_, err := m.Owner.Exec(t.Context(), `
			WITH d AS (INSERT INTO device (member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, uuid_send($1::uuid), $2, $2, $2) RETURNING id)
			INSERT INTO session (token_hash, member_id, device_id, app_product_id, created_at, expires_at)
			SELECT $3, $1, id, '20005', $2, $2::timestamptz + interval '30 days' FROM d`, paid.MemberID, m.Now(), secret.TokenHash(c.Token))
		require.NoError(t, err)
		var intent contract.PayIntentData
		c.OK(t, "repayBank", body{"orderId": paid.OrderID, "amount": 1_000_000, "purpose": "repayment"}, &intent)
		memos = append(memos, intent.Memo)
	}
	return memos
}

// measure makes calls from so many callers at once for a while.
func measure(t *testing.T, own *postgrestest.Own, conns int, next request) (m measured) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: conns, MaxConnsPerHost: conns}}
	defer client.CloseIdleConnections()
	watched := watch(t, own)
	ctx, cancel := context.WithTimeout(t.Context(), *benchFor)
	defer cancel()
	var n atomic.Uint64
	var mu sync.Mutex
	var callers sync.WaitGroup
	began := time.Now()
	for range conns {
		callers.Go(func() {
			var took []time.Duration
			failed := 0
			for ctx.Err() == nil {
				at := time.Now()
				if err := fetch(client, next, n.Add(1)); err != nil {
					if failed++; failed == 1 {
						t.Log(err)
					}
				}
				took = append(took, time.Since(at))
			}
			mu.Lock()
			defer mu.Unlock()
			m.took, m.failed = append(m.took, took...), m.failed+failed
		})
	}
	callers.Wait()
	m.calls = len(m.took)
	m.perSecond = float64(m.calls) / time.Since(began).Seconds()
	m.database, m.waits = watched(m.calls)
	slices.Sort(m.took)
	return m
}

func (m measured) at(percent int) time.Duration {
	return m.took[min(len(m.took)-1, len(m.took)*percent/100)].Round(10 * time.Microsecond)
}

func fetch(client *http.Client, next request, n uint64) error {
	method, url, token, header, raw := next(n)
	r, err := http.NewRequest(method, url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	if header != nil {
		r.Header = header
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Token", token)
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", url, answer.StatusCode, text)
	}
	return err
}

// watch looks what the database does until it is asked: its time a call, and what its connections wait for while they
// work, of all looks.
func watch(t *testing.T, own *postgrestest.Own) func(calls int) (time.Duration, string) {
	t.Helper()
	pool := postgrestest.Open(t, own.AdminURL())
	active := func() (ms float64) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT active_time FROM pg_stat_database WHERE datname = $1`, own.Database.Name).Scan(&ms))
		return ms
	}
	before := active()
	ctx, stop := context.WithCancel(t.Context())
	seen, total := map[string]int{}, 0
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		total = look(ctx, pool, own.Database.Name, seen)
	}()
	return func(calls int) (time.Duration, string) {
		stop()
		<-ended
		type wait struct {
			name  string
			times int
		}
		var all []wait
		for name, times := range seen {
			all = append(all, wait{name, times})
		}
		slices.SortFunc(all, func(a, b wait) int { return b.times - a.times })
		var texts []string
		for _, w := range all[:min(3, len(all))] {
			texts = append(texts, fmt.Sprintf("%s %d %%", w.name, 100*w.times/max(1, total)))
		}
		// Connections report what they did when they rest, a second late at most.
		<-time.After(time.Second)
		return time.Duration((active() - before) * float64(time.Millisecond) / float64(max(1, calls))), strings.Join(texts, ", ")
	}
}

func look(ctx context.Context, pool *pgxpool.Pool, database string, seen map[string]int) (total int) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return total
		case <-tick.C:
		}
		rows, err := pool.Query(ctx, `SELECT coalesce(wait_event_type || ':' || wait_event, 'at work') FROM pg_stat_activity WHERE datname = $1 AND state = 'active'`, database)
		if err != nil {
			continue
		}
		for rows.Next() {
			var name string
			if rows.Scan(&name) == nil {
				seen[name]++
				total++
			}
		}
		rows.Close()
	}
}
