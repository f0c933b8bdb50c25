package ops_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

func TestOrdersAreListedAndFound(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	// The list is sorted by id. That of an order begins with its time; these are random, and later.
	paid := func(days int) flowtest.Paid {
		id := uuid.New()
		id[0] |= 0x80
		return flowtest.PayOut(t, d.Pool, flowtest.Loan{OrderID: id, DisbursedOn: d.Region.Today(d.Clock.Now()).AddDays(-days)})
	}
	waiting, late, fresh := d.waiting(t), paid(200), paid(3)

	out := d.run(t, "orders", "list")
	require.Equal(t, []string{"ORDER NO", "STATUS", "APPLIED AT", "PHONE", "LENDER", "PRODUCT", "PRINCIPAL", "TERM DAYS", "DUE DATE", "OWED"}, head(t, out))
	cells := row(t, out, waiting.OrderNo)
	require.Equal(t, "under_review", cells[1])
	require.Equal(t, []string{"090••••567", "lotus", "Vay nhanh", "10,000,000 ₫", "91", "-", "-"}, cells[3:])
	require.Equal(t, "overdue", row(t, out, late.OrderNo)[1])
	require.Equal(t, "paid_out", row(t, out, fresh.OrderNo)[1])

	type page struct {
		Orders []struct{ OrderNo, Status string }
		Next   string
	}
	numbers := func(line ...string) []string {
		t.Helper()
		var all []string
		for _, o := range data[page](t, d, append([]string{"orders", "list"}, line...)...).Orders {
			all = append(all, o.OrderNo)
		}
		return all
	}
	require.Equal(t, []string{waiting.OrderNo}, numbers("--status=under_review"))
	require.Equal(t, []string{waiting.OrderNo}, numbers("--status=1,2"))
	require.Equal(t, []string{late.OrderNo}, numbers("--overdue"))
	require.Equal(t, []string{fresh.OrderNo}, numbers("--member="+fresh.MemberID.String()))
	require.Equal(t, []string{late.OrderNo}, numbers("--number="+late.OrderNo[:12]))
	require.Equal(t, []string{waiting.OrderNo}, numbers("--lender=lotus"))
	require.Len(t, numbers("--phone=4567"), 3)
	require.Equal(t, []string{fresh.OrderNo}, numbers("--phone=4567", "--member="+fresh.MemberID.String()), "both filters count")
	require.Empty(t, numbers("--phone=9999"))

	first := data[page](t, d, "orders", "list", "--limit=2")
	require.Len(t, first.Orders, 2)
	require.Equal(t, []string{waiting.OrderNo}, numbers("--limit=2", "--cursor="+first.Next))
	require.Contains(t, d.run(t, "orders", "list", "--limit=2"), "More: --cursor="+first.Next)

	require.Contains(t, d.refused(t, "orders", "list", "--status=lost"), "unknown status \"lost\": use one of cancelled,")
	require.Contains(t, d.refused(t, "orders", "list", "--member=x"), "\"x\" is not a member ID")
	require.Contains(t, d.refused(t, "orders", "list", "--cursor=x"), "cursor")
}

func TestOrderIsShownWithAllItsSections(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	serial := d.receive(t, "tra no", "0071000123456", 700_000)
	d.run(t, "suspense", "match", serial, paid.OrderNo)
	out := d.run(t, "orders", "show", paid.OrderNo)
	// The differences of reconcile, jobs and the log name orders by their ids.
	require.Equal(t, out, d.run(t, "orders", "show", paid.OrderID.String()))
	for _, heading := range []string{"ORDER\n", "TERMS\n", "OWED\n", "TIMELINE\n", "PAYOUTS\n", "JOURNAL\n", "PAYMENTS\n", "REFUNDS\nnone", "DOCUMENTS\nnone"} {
		require.Contains(t, out, heading)
	}
	require.Equal(t, "••7858", row(t, out, "CARD")[1][len("VCB "):])
	require.Equal(t, "payment_received", row(t, out, "payment_received")[1])
	require.Equal(t, serial, row(t, out, serial)[0])

	type file struct {
		Order   struct{ OrderNo, Status string }
		Journal []struct {
			Account string
			Amount  struct{ Minor int64 }
		}
		Owed []struct {
			Component string
			Amount    struct{ Minor int64 }
		}
	}
	answer := data[file](t, d, "orders", "show", paid.OrderNo)
	require.Equal(t, paid.OrderNo, answer.Order.OrderNo)
	var sum, suspense int64
	var held []int64
	for _, e := range answer.Journal {
		sum += e.Amount.Minor
		if e.Account == "suspense" {
			suspense += e.Amount.Minor
			held = append(held, e.Amount.Minor)
		}
	}
	require.NotEmpty(t, answer.Journal)
	require.Zero(t, sum)
	require.ElementsMatch(t, []int64{-700_000, 700_000}, held, "the money enters suspense and leaves it")
	require.Zero(t, suspense, "the suspense entries of the journal add up to zero")
	require.NotEmpty(t, answer.Owed)

	require.Equal(t, "no order has this number: see ops orders list", d.refused(t, "orders", "show", "LM0"))
}

func TestOrderIsDecidedManually(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	order := d.waiting(t)
	require.Contains(t, d.refused(t, "decide", order.OrderNo, "approve", "--amount=20000000"), "10000000 VND that were applied for")
	for _, nothing := range []string{"--amount=0", "--amount=-1"} {
		require.Contains(t, d.refused(t, "decide", order.OrderNo, "approve", nothing), "out of bounds in the decision \"approved\": leave --amount out")
	}
	out := d.run(t, "decide", order.OrderNo, "approve", "--amount=8000000")
	require.Equal(t, order.OrderNo+" is to_confirm now, principal 8,000,000 ₫\n", out)
	require.Equal(t, 1, d.logged(t, "order.decide"))
	require.Equal(t, "ops:anna", row(t, d.run(t, "orders", "show", order.OrderNo), "  approved  ")[4])
	require.NotEmpty(t, d.refused(t, "decide", order.OrderNo, "approve"), "it was already decided")
	require.Contains(t, d.run(t, "decide", order.OrderNo, "withdraw"), "is cancelled_by_system now")

	other := d.waiting(t)
	require.Contains(t, d.refused(t, "decide", other.OrderNo, "reject"), "--reason")
	require.Contains(t, d.run(t, "decide", other.OrderNo, "reject", "--reason=score_too_low", "--freeze=30"), "is rejected now")
	var days int
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT round(extract(epoch FROM available_at - $2) / 86400) FROM product_freeze WHERE member_id = $1`,
		other.MemberID, d.Clock.Now()).Scan(&days))
	require.Equal(t, 30, days)
	require.Contains(t, d.refused(t, "decide", d.waiting(t).OrderNo, "reject", "--reason=score_too_low", "--freeze=70000"), "closed for 0 to 365 days")
	require.NotEmpty(t, d.refused(t, "decide", "LM0", "withdraw"))
}
