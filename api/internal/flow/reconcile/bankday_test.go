package reconcile_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// payingOn is a bank that executes transfers on the given day and does not know their outcome yet.
type payingOn struct {
	payment.Gateway

	day money.Date
}

func (payingOn) Payout(context.Context, payment.Transfer) (payment.Result, error) {
	return payment.Result{State: payment.Unknown}, nil
}

func (b payingOn) Lookup(context.Context, string) (payment.Result, error) {
	return payment.Result{State: payment.Succeeded, ValueDate: b.day}, nil
}

// A gateway may report after midnight what the bank booked before it, and an operator may find an unreported movement
// days later. Each movement belongs to the bank's day, or, if that is unknown, to the day on which we learned of it.
func TestMovementIsComparedWithTheStatementOfItsBankDay(t *testing.T) {
	t.Parallel()
	pool, vietnam := postgrestest.New(t), region.Get("vi")
	day, late := money.MustDate("2026-03-16"), money.MustDate("2026-03-20")
	evening, morning := day.AddDays(1).In(vietnam.TimeZone).Add(-time.Minute), day.AddDays(1).In(vietnam.TimeZone).Add(time.Minute)
	now := clock.NewManual(evening.Add(-time.Hour))
	bank := payingOn{Gateway: payment.NewSandbox(pool), day: day}
	flow := pay.New(pool, now, bank, pay.Config{
		Region: vietnam, Collection: payment.Collection{Gateway: "sandbox", Number: "1017595600"},
	})
	paid := flowtest.PayOut(t, pool, flowtest.Loan{DisbursedOn: money.MustDate("2026-03-10")})
	var lines []string
	line := func(reference string, amount int64) {
		lines = append(lines, fmt.Sprintf("%s,%s,%d", day, reference, amount))
	}
	report := func(r payment.Report) {
		r.ID, r.Currency, r.Account, r.PaidAt = r.Reference, "VND", "1017595600", evening
		require.NoError(t, flow.Receive(t.Context(), "sandbox", r))
		line(r.Reference, r.Amount)
	}
	// Payments without an owner. Some are sent back: by the gateway, by hand, and by the gateway in vain.
	for _, reference := range []string{"whole", "part", "sent", "by hand", "came back"} {
		report(payment.Report{Type: payment.ReportPayment, Reference: reference, Amount: 500})
	}
	refunds := map[string]*repay.Refund{}
	for _, reference := range []string{"sent", "by hand", "came back"} {
		kept, err := repay.ByReference("sandbox", reference).Read(t.Context(), pool)
		require.NoError(t, err)
		require.NoError(t, flow.Return(t.Context(), kept.ID, "ops:anna"))
		refunds[reference], err = repay.RefundOf(kept.ID).Read(t.Context(), pool)
		require.NoError(t, err)
		_, err = flow.Refund(t.Context(), refunds[reference].ID)
		require.NoError(t, err)
	}

	now.Set(morning)
	for _, reversal := range []struct {
		reference string
		amount    int64
	}{{"whole", 500}, {"part", 200}} {
		report(payment.Report{Type: payment.ReportReversal, Reference: "RV-" + reversal.reference, OriginalReference: reversal.reference, Amount: reversal.amount})
		lines[len(lines)-1] = fmt.Sprintf("%s,RV-%s,%d", day, reversal.reference, -reversal.amount)
	}
	for reference, r := range refunds {
		if reference != "by hand" {
			again, err := flow.Refund(t.Context(), r.ID)
			require.NoError(t, err)
			require.Zero(t, again)
			line(r.Reference, -500)
		}
	}
	_, err := pool.Exec(t.Context(), `UPDATE refund SET refused_at = $2 WHERE id = $1`, refunds["by hand"].ID, morning)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `UPDATE refund SET state = 'failed', failure_reason = 'x', finished_at = $2 WHERE id = $1`, refunds["by hand"].ID, morning)
	require.NoError(t, err)

	now.Set(late.In(vietnam.TimeZone).Add(10 * time.Hour))
	for _, impossible := range []money.Date{day.AddDays(-1), late.AddDays(1)} {
		require.ErrorIs(t, flow.RefundReturned(t.Context(), pay.ReturnedRefund{Refund: refunds["came back"].Reference, Account: "3456", Insist: true, Amount: 500, Reference: "RT", On: impossible, Actor: "ops:anna", Note: "x"}), pay.ErrBankDay)
	}
	require.NoError(t, flow.RefundReturned(t.Context(), pay.ReturnedRefund{Refund: refunds["came back"].Reference, Account: "3456", Insist: true, Amount: 500, Reference: "RT-1", On: day, Actor: "ops:anna", Note: "x"}))
	line("RT-1", 500)
	byHand, err := repay.PaymentByID(refunds["by hand"].PaymentID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.NoError(t, flow.RefundPaid(t.Context(), pay.PaidRefund{Refund: refunds["by hand"].Reference, Of: byHand.Serial, Amount: 500, Reference: "HAND", On: day, Actor: "ops:anna", Note: "x"}))
	line("HAND", -500)
	require.NoError(t, flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: "RT-2", On: day, Actor: "ops:anna", Note: "x"}))
	line("RT-2", paid.Loan.ActualReceived)

	now.Advance(3 * 24 * time.Hour)
	differ := func(from, to money.Date, lines ...string) (different []string) {
		t.Helper()
		file, err := reconcile.ReadStatement(strings.NewReader("date,reference,amount\n"+strings.Join(lines, "\n")), vietnam, from, to, vietnam.Today(now.Now()))
		require.NoError(t, err)
		result, err := reconcile.Books{Pool: pool, Replica: postgres.NewReplica(pool, nil), Clock: now, Gateway: "sandbox", File: file}.Check(t.Context())
		require.NoError(t, err)
		for _, d := range result.Differences {
			different = append(different, strings.TrimPrefix(d.Subject, "bank "))
		}
		slices.Sort(different)
		return different
	}
	var all []string
	for _, l := range lines {
		all = append(all, strings.Split(l, ",")[1])
	}
	slices.Sort(all)
	require.Empty(t, differ(day, day, lines...))
	require.Equal(t, all, differ(day, day), "all movements belong to that day")
	require.Empty(t, differ(day.AddDays(1), late.AddDays(1)), "no movement belongs to another day")

	// Rows written before the day was stored.
	owner := postgrestest.Owner(t, pool)
	for _, sql := range []string{
		`UPDATE refund SET bank_day = NULL, return_bank_day = NULL`, `UPDATE payment_reversal SET bank_day = NULL`,
		`UPDATE partial_reversal SET bank_day = NULL`, `UPDATE disbursement_return SET bank_day = NULL`,
	} {
		_, err := owner.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	booked := []string{"HAND", "RT-1", "RT-2"}
	require.Equal(t, booked, differ(late, late))
	require.Empty(t, differ(late.AddDays(-1), late.AddDays(-1)))
	reported := []string{"RV-part", "RV-whole", refunds["came back"].Reference, refunds["sent"].Reference}
	slices.Sort(reported)
	require.Equal(t, reported, differ(day.AddDays(1), day.AddDays(1)))
}

// If a bank gives no day, or an implausible one, the day of the booking is unknown.
func TestImplausibleBankDayIsNotStored(t *testing.T) {
	t.Parallel()
	pool, vietnam := postgrestest.New(t), region.Get("vi")
	now := clock.NewManual(money.MustDate("2026-03-16").In(vietnam.TimeZone).Add(10 * time.Hour))
	flow := pay.New(pool, now, payment.NewSandbox(pool), pay.Config{
		Region: vietnam, Collection: payment.Collection{Gateway: "sandbox", Number: "1017595600"},
	})
	for reference, said := range map[string]time.Time{"none": {}, "far": now.Now().AddDate(1, 0, 0), "next": now.Now().AddDate(0, 0, 3)} {
		for _, r := range []payment.Report{
			{Type: payment.ReportPayment, Reference: reference, PaidAt: now.Now()},
			{Type: payment.ReportReversal, Reference: "RV-" + reference, OriginalReference: reference, PaidAt: said},
		} {
			r.ID, r.Amount, r.Currency, r.Account = r.Reference, 500, "VND", "1017595600"
			require.NoError(t, flow.Receive(t.Context(), "sandbox", r))
		}
	}
	var dated []string
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT array_agg(gateway_reference || ' ' || bank_day) FROM payment_reversal WHERE bank_day IS NOT NULL`).Scan(&dated))
	require.Equal(t, []string{"RV-next 2026-03-19"}, dated)
}

// The movements of some days are found by index among those of all years.
func TestMovementsOfADayAreFoundByIndex(t *testing.T) {
	t.Parallel()
	pool, vietnam := postgrestest.New(t), region.Get("vi")
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	owner := postgrestest.Owner(t, pool)
	const others = 20_000
	for _, sql := range []string{
		`INSERT INTO payment (id, gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at)
			SELECT uuidv7(), 'sandbox', 'P' || n, 'P' || n, 5, 'VND', 'bank', 'returned', timestamptz '2010-01-01Z' + n * interval '6 hours', '2026-03-12', now() FROM generate_series(1, $1) n`,
		`INSERT INTO refund (payment_id, amount, currency, reference, state, created_at, finished_at, bank_day)
			SELECT id, 5, 'VND', gateway_reference, 'succeeded', paid_at, paid_at, CASE WHEN hashtext(gateway_reference) > 0 THEN paid_at::date END FROM payment LIMIT $1`,
		`VACUUM ANALYZE payment`, `ANALYZE refund`, // so that the pages are summarised
	} {
		args := []any{others}
		if !strings.Contains(sql, "$1") {
			args = nil
		}
		_, err := owner.Exec(t.Context(), sql, args...)
		require.NoError(t, err)
	}
	day := paid.Loan.DisbursedOn
	begin, end := day.In(vietnam.TimeZone), day.AddDays(1).In(vietnam.TimeZone)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback(context.Background())) }()
	_, err = repay.StatementLinesBetween(t.Context(), tx, "sandbox", day, day, begin, end)
	require.NoError(t, err)
	var read int
	require.NoError(t, tx.QueryRow(t.Context(), `
		SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables WHERE relname IN ('payment', 'refund')`).Scan(&read))
	require.Less(t, read, others/10)
}

func TestStatementWithADuplicateColumnIsRefused(t *testing.T) {
	t.Parallel()
	read := func(head string) error {
		_, err := reconcile.ReadStatement(strings.NewReader(head+"\n2026-03-12,A,5,999999,x\n"), region.Get("vi"), money.Date{}, money.Date{}, money.MustDate("2026-03-13"))
		return err
	}
	require.ErrorContains(t, read("date,reference,amount,Amount ,memo"), `duplicate column "amount"`)
	require.NoError(t, read("date,reference,amount,memo,memo"), "duplicates of unused columns are ignored")
}
