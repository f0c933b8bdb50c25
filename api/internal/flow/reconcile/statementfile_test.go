package reconcile_test

import (
	"context"
	"fmt"
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

// paying is a bank that can send money back to anybody.
type paying struct{ payment.Gateway }

func (paying) Payout(context.Context, payment.Transfer) (payment.Result, error) {
	return payment.Result{State: payment.Succeeded}, nil
}

// A statement has a line for each movement: a payment in full, what the bank took back of it, as a whole or in parts, a
// payout and a refund, and what came back of them. If a line is missing, exactly that differs.
func TestStatementIsComparedWithEveryKindOfMovement(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	vietnam := region.Get("vi")
	now := clock.NewManual(money.MustDate("2026-03-12").In(vietnam.TimeZone).Add(10 * time.Hour))
	bank := paying{payment.NewSandbox(pool)}
	flow := pay.New(pool, now, bank, pay.Config{
		Region: vietnam, Collection: payment.Collection{Gateway: "sandbox", Number: "1017595600"},
	})
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	report := func(r payment.Report) {
		r.ID, r.Currency, r.Account, r.PaidAt = r.Reference, "VND", "1017595600", now.Now()
		require.NoError(t, flow.Receive(t.Context(), "sandbox", r))
	}
	var want []string
	line := func(reference string, amount int64) {
		want = append(want, fmt.Sprintf("2026-03-12,%s,x,%d", reference, amount))
	}
	for reference, taken := range map[string][]int64{"whole": {500}, "parts": {200, 300}, "part": {100}} {
		report(payment.Report{Type: payment.ReportPayment, Reference: reference, Amount: 500})
		line(reference, 500)
		kept, err := repay.ByReference("sandbox", reference).Read(t.Context(), pool)
		require.NoError(t, err)
		require.NoError(t, flow.Match(t.Context(), kept.ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
		for i, amount := range taken {
			back := fmt.Sprintf("RV-%s-%d", reference, i)
			report(payment.Report{Type: payment.ReportReversal, Reference: back, OriginalReference: reference, Amount: amount})
			line(back, -amount)
			parts, err := repay.PartialReversalsNamed(back).Read(t.Context(), pool)
			require.NoError(t, err)
			for _, part := range parts {
				require.NoError(t, flow.ApplyReversal(t.Context(), pay.Decision{Reversal: part, Actor: "ops:anna", Note: "x"}))
			}
		}
	}
	payout := "PO" + paid.OrderID.String() + "-1"
	line(payout, -paid.Loan.ActualReceived)
	report(payment.Report{Type: payment.ReportPayoutReturned, Reference: "RT", OriginalReference: payout, Amount: paid.Loan.ActualReceived - 11_000})
	line("RT", paid.Loan.ActualReceived-11_000) // the bank kept a fee

	// A refund of a payment in suspense that came back.
	report(payment.Report{Type: payment.ReportPayment, Reference: "nobody's", Amount: 700})
	line("nobody's", 700)
	kept, err := repay.ByReference("sandbox", "nobody's").Read(t.Context(), pool)
	require.NoError(t, err)
	require.NoError(t, flow.Return(t.Context(), kept.ID, "ops:anna"))
	refund, err := repay.RefundOf(kept.ID).Read(t.Context(), pool)
	require.NoError(t, err)
	again, err := flow.Refund(t.Context(), refund.ID)
	require.NoError(t, err)
	require.Zero(t, again)
	line(refund.Reference, -700)
	report(payment.Report{Type: payment.ReportPayoutReturned, Reference: "RT-2", OriginalReference: refund.Reference, Amount: 650})
	line("RT-2", 650)

	compare := func(lines []string) (different []string) {
		file, err := reconcile.ReadStatement(strings.NewReader("date,Reference,memo,amount\n"+strings.Join(lines, "\n")), vietnam, money.Date{}, money.Date{}, vietnam.Today(now.Now()))
		require.NoError(t, err)
		result, err := reconcile.Books{Pool: pool, Replica: postgres.NewReplica(pool, nil), Clock: now, Gateway: "sandbox", File: file}.Check(t.Context())
		require.NoError(t, err)
		for _, d := range result.Differences {
			different = append(different, d.Subject)
		}
		return different
	}
	require.Empty(t, compare(want))
	for i, missing := range want {
		without := append(append([]string{}, want[:i]...), want[i+1:]...)
		require.Equal(t, []string{"bank " + strings.Split(missing, ",")[1]}, compare(without))
	}
}

// A spreadsheet starts its file with a byte order mark and quotes the names. A bank dates a movement on its next
// working day.
func TestStatementIsReadInSpreadsheetFormat(t *testing.T) {
	t.Parallel()
	today := money.MustDate("2026-03-13")
	file, err := reconcile.ReadStatement(strings.NewReader("\ufeff\"Reference\",\"Amount\",\"Date\"\r\nA,5,2026-03-12\r\nB,-5,2026-03-16\r\n"),
		region.Get("vi"), money.Date{}, money.Date{}, today)
	require.NoError(t, err)
	require.Equal(t, "a statement of 2 lines, from 2026-03-12 to 2026-03-13", file.String())
}

// Differences with a statement are shown until the next statement agrees, because a run without a statement does not
// know of them. A day counts as compared once it is over, and a skipped day is not forgotten.
func TestComparedStatementsAreRemembered(t *testing.T) {
	t.Parallel()
	pool, vietnam := postgrestest.New(t), region.Get("vi")
	now := clock.NewManual(money.MustDate("2026-03-13").In(vietnam.TimeZone).Add(4 * time.Hour))
	last := func() *reconcile.LastStatement {
		found, err := reconcile.Statements().Read(t.Context(), pool)
		require.NoError(t, err)
		return found
	}
	run := func(lines, from, to string) {
		now.Advance(time.Minute)
		books := reconcile.Books{Pool: pool, Replica: postgres.NewReplica(pool, nil), Clock: now, Gateway: "sandbox"}
		if from != "" {
			var err error
			books.File, err = reconcile.ReadStatement(strings.NewReader("date,reference,amount\n"+lines), vietnam, money.MustDate(from), money.MustDate(to), vietnam.Today(now.Now()))
			require.NoError(t, err)
		}
		_, err := books.Check(t.Context())
		require.NoError(t, err)
	}
	run("", "", "")
	require.Nil(t, last())
	run("", "2026-03-13", "2026-03-13")
	require.Equal(t, &reconcile.LastStatement{}, last(), "the day is not over yet")
	run("2026-03-12,FT-LOST,5\n", "2026-03-10", "2026-03-13")
	lost := &reconcile.LastStatement{Uncompared: money.MustDate("2026-03-13"), Differences: 1}
	require.Equal(t, lost, last())
	withStatement, err := reconcile.Last().Read(t.Context(), pool)
	require.NoError(t, err)
	require.Zero(t, withStatement[0].Differences, "our own books agree")
	run("", "", "")
	require.Equal(t, lost, last())
	whole, err := reconcile.Last().Read(t.Context(), pool)
	require.NoError(t, err)
	require.Zero(t, whole[0].Differences, "our own books agree")

	now.Advance(5 * 24 * time.Hour)
	run("", "2026-03-15", "2026-03-17")
	require.Equal(t, &reconcile.LastStatement{Uncompared: money.MustDate("2026-03-13")}, last(), "two days were skipped")
	run("", "2026-03-12", "2026-03-13")
	require.Equal(t, &reconcile.LastStatement{Uncompared: money.MustDate("2026-03-14")}, last(), "one day is still missing")
	run("", "2026-03-12", "2026-03-14")
	require.Equal(t, &reconcile.LastStatement{Uncompared: money.MustDate("2026-03-18")}, last())
}
