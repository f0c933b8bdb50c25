package seed_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/devstack/seed"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

type body = map[string]any

// debtor is a borrower with a running loan.
type debtor struct {
	*apptest.Client
	loan flowtest.Paid
}

// longHistory gives the borrower of a loan many earlier loans, most of them repaid, as many notices and requests, and as many
// products to choose from.
func longHistory(t testing.TB, many int) debtor {
	t.Helper()
	stack := apptest.Start(t)
	d := debtor{Client: stack.Login(t)}
	disbursed := region.Get("vi").Today(stack.Now()).AddDays(-30)
	d.loan = flowtest.PayOut(t, stack.Pool, flowtest.Loan{MemberID: d.MemberID, DisbursedOn: disbursed})
	require.NoError(t, seed.Crowd(t.Context(), seed.Deps{Pool: stack.Pool, Region: "vi", Now: stack.Now()}, d.Phone, many))
	postgrestest.Fill(t, stack.Pool)
	// Plans cached by connections are those of the empty tables.
	stack.Apps[0].Pool.Reset()
	return d
}

// list is a paged operation: the id of its rows, and the default page size.
type list struct {
	first body
	id    string
	size  int
}

var lists = map[string]list{
	"orderList": {body{"tab": "all"}, "orderId", 20}, "repayRecord": {body{}, "paymentId", 20}, "loanList": {body{}, "loanId", 50},
	"supportInbox": {body{}, "noticeId", 20}, "supportList": {body{}, "ticketId", 20},
}

// callsOf returns the requests whose lists and sums grow with a borrower's history.
func (d debtor) callsOf(t testing.TB, many int) map[string]func() apptest.Answer {
	t.Helper()
	call := func(operation string, request body) func() apptest.Answer {
		return func() apptest.Answer { return d.Call(t, operation, request) }
	}
	order := body{"orderId": d.loan.OrderID}
	calls := map[string]func() apptest.Answer{
		"orderList to confirm": call("orderList", body{"tab": "toConfirm"}), "repayRecord of one loan": call("repayRecord", order),
		"orderDetail": call("orderDetail", order), "repayOptions": call("repayOptions", order), "supportUnread": call("supportUnread", body{}),
		"memberQuery": call("memberQuery", body{}), "loanDetail": call("loanDetail", body{"loanId": d.productOf(t)}),
	}
	for operation, l := range lists {
		calls[operation] = call(operation, l.first)
		deep := d.deep(t, operation, l.first, many)
		calls[operation+" deep"] = call(operation, deep)
		whole := maps.Clone(deep)
		whole["limit"] = longest
		calls[operation+" of 200"] = call(operation, whole)
	}
	return calls
}

func (d debtor) productOf(t testing.TB) (id uuid.UUID) {
	t.Helper()
	require.NoError(t, d.Stack.Pool.QueryRow(t.Context(), `SELECT product_id FROM loan_order WHERE id = $1`, d.loan.OrderID).Scan(&id))
	return id
}

// longest is the maximum page size.
const longest = 200

// deep returns the request for a page that is preceded by half of all rows.
func (d debtor) deep(t testing.TB, operation string, first body, many int) body {
	t.Helper()
	request := maps.Clone(first)
	request["limit"] = longest
	for range many / 2 / longest {
		var page struct{ NextCursor string }
		d.OK(t, operation, request, &page)
		require.NotEmpty(t, page.NextCursor, operation)
		request["cursor"] = page.NextCursor
	}
	delete(request, "limit")
	return request
}

// However long the history, a request takes the same small number of round trips and returns one page; the next page continues
// where it ended.
func TestLongHistoryIsReadByPage(t *testing.T) {
	t.Parallel()
	d := longHistory(t, 2_000)
	for name, call := range d.callsOf(t, 2_000) {
		answer := call()
		require.True(t, answer.Success, "%s: %s", name, answer.Body)
		require.LessOrEqual(t, answer.Trips, 3, name)
		require.Less(t, len(answer.Body), 150_000, name)
	}
	for operation, l := range lists {
		seen, request, id := map[string]bool{}, maps.Clone(l.first), regexp.MustCompile(`"`+l.id+`":"[^"]+"`)
		for range 5 {
			data := d.Call(t, operation, request).Data
			var page struct{ NextCursor string }
			require.NoError(t, json.Unmarshal(data, &page))
			rows := id.FindAllString(string(data), -1)
			require.Len(t, rows, l.size, operation)
			for _, row := range rows {
				require.False(t, seen[row], "%s is on two pages of %s", row, operation)
				seen[row] = true
			}
			request["cursor"] = page.NextCursor
		}
		// The position of a product depends on the borrower, so all products are sorted, with few columns.
		if operation != "loanList" {
			d.foundByIndex(t, operation, request)
		}
	}
}

// foundByIndex asserts that a query finds the beginning of its page by an index instead of counting to it, with a generic plan,
// because that is what a connection caches.
func (d debtor) foundByIndex(t *testing.T, operation string, request body) {
	t.Helper()
	var sent []postgres.Statement
	d.Stack.Listen(func(_ string, statements []postgres.Statement) { sent = append(sent, statements...) })
	d.OK(t, operation, request, nil)
	d.Stack.Listen(nil)
	conn, err := d.Stack.Pool.Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	pages := 0
	for _, s := range sent {
		if !regexp.MustCompile(`DESC LIMIT \$\d+$`).MatchString(s.SQL) {
			continue
		}
		pages++
		results, err := conn.Conn().PgConn().Exec(t.Context(), `EXPLAIN (GENERIC_PLAN, COSTS OFF) `+s.SQL).ReadAll()
		require.NoError(t, err)
		var plan []string
		for _, row := range results[0].Rows {
			plan = append(plan, string(row[0]))
		}
		require.Regexp(t, `Index Cond: .*\b(applied_at|paid_at|id)\b.* <=? `, strings.Join(plan, "\n"), s.SQL)
	}
	require.Equal(t, 1, pages, operation)
}

// BenchmarkLongHistory prints the 95th percentile of each of these requests, in milliseconds:
// go test ./api/internal/devstack/seed -run none -bench LongHistory
func BenchmarkLongHistory(b *testing.B) {
	d := longHistory(b, 10_000)
	for name, call := range d.callsOf(b, 10_000) {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				call()
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}
