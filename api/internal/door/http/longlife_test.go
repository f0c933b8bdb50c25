package http_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/house/housetest"
)

// manyLoans is how many loans one borrower has had, each with a payment.
const manyLoans = 10_000

// longLife gives the borrower of a loan as many settled ones before it, each paid in one payment.
func longLife(t testing.TB) debtor {
	t.Helper()
	town := housetest.Start(t)
	d := newDebtor(t, town, 30)
	postgrestest.Fill(t, town.Pool, strings.Split(strings.NewReplacer("$1", "'"+d.loan.OrderID.String()+"'", "$2", strconv.Itoa(manyLoans)).Replace(`
		CREATE TEMP TABLE old AS SELECT n, gen_random_uuid() AS loan, gen_random_uuid() AS paid, o.applied_at - n * interval '1 hour' AS at,
			o.applied_on - 400 AS day, o AS o FROM loan_order o, generate_series(1, $2) n WHERE o.id = $1;
		INSERT INTO loan_order (id, order_no, member_id, region, app_product_id, product_id, product_version, lender_code, currency, status,
				repay_status, applied_amount, principal, term_days, terms, bank_card_id, applied_at, applied_on, confirmed_at, closed_at)
			SELECT loan, 'OLD' || n, (o).member_id, 'vi', '20005', (o).product_id, 1, 'sen', 'VND', 9, 3, 5000000, 5000000, 91, (o).terms,
				(o).bank_card_id, at, day, at, at FROM old;
		INSERT INTO loan (order_id, member_id, principal, actual_received, disbursed_on, first_due_date, due_date, interest_at_due, total_at_due, settled_on, settled_at)
			SELECT loan, (o).member_id, 5000000, 4900000, day, day + 91, day + 91, 10, 5000010, day + 1, at FROM old;
		INSERT INTO order_event (order_id, from_status, to_status, event, actor, at) SELECT loan, 9, 9, 'settled', 'system', at FROM old;
		INSERT INTO payment (id, gateway, gateway_reference, serial_number, order_id, member_id, seq, amount, currency, payment_type, state, paid_at, value_date, received_at)
			SELECT paid, 'sandbox', 'OLD' || n, 'OLD' || n, loan, (o).member_id, 1, 5052055, 'VND', 'bank', 'posted', at, day + 1, at FROM old`), ";\n")...)
	town.Houses[0].Pool.Reset()
	return d
}

// looksOf are the calls whose lists and sums grow with a borrower's past.
func (d debtor) looksOf(t testing.TB) map[string]func() housetest.Answer {
	t.Helper()
	return map[string]func() housetest.Answer{
		"orderList":    func() housetest.Answer { return d.Call(t, "orderList", body{"tab": "all"}) },
		"to confirm":   func() housetest.Answer { return d.Call(t, "orderList", body{"tab": "toConfirm"}) },
		"repayRecord":  func() housetest.Answer { return d.Call(t, "repayRecord", body{}) },
		"loanList":     func() housetest.Answer { return d.Call(t, "loanList", body{}) },
		"orderDetail":  func() housetest.Answer { return d.Call(t, "orderDetail", body{"orderId": d.loan.OrderID}) },
		"repayOptions": func() housetest.Answer { return d.Call(t, "repayOptions", body{"orderId": d.loan.OrderID}) },
	}
}

// However long a life was, a look at it takes the same few round trips and answers one page; the next begins where it ended.
func TestALongLifeIsReadByThePage(t *testing.T) {
	t.Parallel()
	d := longLife(t)
	for name, look := range d.looksOf(t) {
		answer := look()
		require.True(t, answer.Success, "%s: %s", name, answer.Body)
		require.LessOrEqual(t, answer.Trips, 3, name)
		require.Less(t, len(answer.Body), 100_000, name)
	}
	seen, cursor := map[string]bool{}, ""
	for range 5 {
		var page contract.OrderListData
		d.OK(t, "orderList", body{"tab": "all", "cursor": cursor, "limit": 50}, &page)
		require.Len(t, page.Orders, 50)
		for _, o := range page.Orders {
			require.False(t, seen[o.OrderNo], "%s stands on two pages", o.OrderNo)
			seen[o.OrderNo] = true
		}
		cursor = page.NextCursor
	}
	// The keyset is an index condition: a page deep in the past is found, not counted to.
	for _, sql := range []string{
		`SELECT id FROM loan_order WHERE member_id = $1 AND (applied_at, id) < ($2, $3) ORDER BY applied_at DESC, id DESC LIMIT 21`,
		`SELECT id FROM payment WHERE member_id = $1 AND (paid_at, id) < ($2, $3) ORDER BY paid_at DESC, id DESC LIMIT 21`,
	} {
		rows, err := d.Town.Pool.Query(t.Context(), `EXPLAIN `+sql, d.MemberID, d.Town.Now().Add(-5000*time.Hour), d.loan.OrderID)
		require.NoError(t, err)
		var lines []string
		for rows.Next() {
			var line string
			require.NoError(t, rows.Scan(&line))
			lines = append(lines, line)
		}
		require.NoError(t, rows.Err())
		plan := strings.Join(lines, "\n")
		require.Regexp(t, `Index (Only )?Scan`, plan)
		require.NotContains(t, plan, "Seq Scan", plan)
		require.Regexp(t, `Index Cond: .*(applied_at|paid_at)`, plan)
	}
}

// BenchmarkALongLife prints the 95th percentile of every such look, in milliseconds:
// go test ./api/internal/door/http -run none -bench ALongLife
func BenchmarkALongLife(b *testing.B) {
	d := longLife(b)
	for name, look := range d.looksOf(b) {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				look()
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}
