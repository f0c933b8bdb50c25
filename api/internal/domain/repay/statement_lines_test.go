package repay_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Only money that moved at this bank is compared with its books: no payment of another gateway, no reversal that was reported but
// not booked, no refund that failed or was set off. A return that was reported as a payment counts once.
func TestBankTransfersAreTheMovementsOfTheBank(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	named := func(seq int, gateway, reference string, amount int64) repay.Payment {
		return pay(t, pool, paid, seq, today, func(p *repay.Payment) {
			p.Gateway, p.GatewayReference, p.Amount = gateway, reference, amount
		})
	}
	takenBack := func(p repay.Payment, reference string, amount int64, booked bool) {
		part, err := repay.RecordPartialReversal(repay.PartialReversal{
			PaymentID: p.ID, Reference: reference, Amount: amount, Currency: money.VND, Reason: "x", ReportedAt: today, BankDay: money.MustDate("2026-05-11"),
		}).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Equal(t, booked, part.Booked)
	}
	reversed := func(p repay.Payment, reference string) {
		queue(t, pool, func(b *pgx.Batch) {
			repay.QueueReversed(b, p.ID, repay.Reversed, reference, "x", money.MustDate("2026-05-11"), today)
		})
	}
	part, whole, back := named(1, "sandbox", "P1", 10_000), named(2, "sandbox", "P2", 20_000), named(3, "sandbox", "RT2", 4_000)
	takenBack(part, "V1", 1_000, true)
	takenBack(part, "V2", 10_000, false)
	takenBack(whole, "V3", 3_000, true)
	takenBack(whole, "V4", 30_000, false)
	reversed(whole, "V5")
	elsewhere, elsewhereReversed := named(4, "elsewhere", "P3", 40_000), named(5, "elsewhere", "P4", 50_000)
	takenBack(elsewhere, "V6", 2_000, true)
	reversed(elsewhereReversed, "V7")

	refund := func(reference string, amount int64) repay.Refund {
		r := repay.Refund{ID: uuid.New(), OrderID: paid.OrderID, PaymentID: part.ID, Amount: amount, Currency: money.VND, Reference: reference, CreatedAt: today}
		queue(t, pool, func(b *pgx.Batch) { repay.QueueRefund(b, r) })
		return r
	}
	ended := func(r repay.Refund, state repay.RefundState, why string) repay.Refund {
		_, first, err := repay.BeginRefund(t.Context(), pool, r.ID)
		require.NoError(t, err)
		require.True(t, first)
		done, err := repay.FinishRefund(r, state, why, today).Read(t.Context(), pool)
		require.NoError(t, err)
		require.True(t, done)
		return r
	}
	returned := func(r repay.Refund, reference string, fee int64, payment *uuid.UUID) {
		done, err := repay.ReturnRefund(r.ID, reference, fee, money.MustDate("2026-05-11"), payment, today).Read(t.Context(), pool)
		require.NoError(t, err)
		require.True(t, done)
	}
	refund("B1", 11)
	ended(refund("B2", 22), repay.RefundFailed, "account_closed")
	ended(refund("B3", 33), repay.RefundSucceeded, "")
	returned(ended(refund("B4", 4_000), repay.RefundSucceeded, ""), "RT1", 100, nil)
	returned(ended(refund("B5", 4_000), repay.RefundSucceeded, ""), "RT2", 0, &back.ID)
	setOff := repay.Refund{ID: uuid.New(), OrderID: paid.OrderID, PaymentID: part.ID, Amount: 66, Currency: money.VND, Reference: "B6", CreatedAt: today, SetOff: true}
	queue(t, pool, func(b *pgx.Batch) { repay.QueuePaidRefund(b, setOff) })

	refunds := []repay.BankTransfer{{Reference: "B3", Amount: -33}, {Reference: "B4", Amount: -4_000}, {Reference: "RT1", Amount: 3_900}, {Reference: "B5", Amount: -4_000}}
	net := append([]repay.BankTransfer{{Reference: "P1", Amount: 9_000}, {Reference: "P2", Amount: 0}, {Reference: "RT2", Amount: 4_000}}, refunds...)
	lines := append([]repay.BankTransfer{
		{Reference: "P1", Amount: 10_000}, {Reference: "P2", Amount: 20_000}, {Reference: "RT2", Amount: 4_000},
		{Reference: "V1", Amount: -1_000}, {Reference: "V3", Amount: -3_000}, {Reference: "V5", Amount: -17_000},
	}, refunds...)
	all := []string{"P1", "P2", "P3", "P4", "V1", "V2", "V3", "V4", "V5", "V6", "V7", "B1", "B2", "B3", "B4", "B5", "B6", "RT1", "RT2"}

	found, err := repay.BankTransfersOf(t.Context(), pool, "sandbox", []uuid.UUID{paid.OrderID})
	require.NoError(t, err)
	require.ElementsMatch(t, net, found)
	found, err = repay.BankTransfersBy(t.Context(), pool, "sandbox", all)
	require.NoError(t, err)
	require.ElementsMatch(t, net, found)
	found, err = repay.StatementLinesBy(t.Context(), pool, "sandbox", all)
	require.NoError(t, err)
	require.ElementsMatch(t, lines, found)
	for _, one := range lines {
		found, err = repay.StatementLinesBy(t.Context(), pool, "sandbox", []string{one.Reference})
		require.NoError(t, err)
		require.Equal(t, []repay.BankTransfer{one}, found, "one reference finds one line")
	}
	for _, one := range net {
		found, err = repay.BankTransfersBy(t.Context(), pool, "sandbox", []string{one.Reference})
		require.NoError(t, err)
		require.Equal(t, []repay.BankTransfer{one}, found, "one reference finds one movement")
	}
	found, err = repay.BankTransfersOf(t.Context(), pool, "sandbox", []uuid.UUID{uuid.New()})
	require.NoError(t, err)
	require.Empty(t, found)

	// Money of nobody, and what was sent back of it, are found by its payment.
	suspense := pay(t, pool, paid, 6, today, func(p *repay.Payment) {
		p.GatewayReference, p.OrderID, p.MemberID, p.Seq, p.State = "P5", nil, nil, nil, repay.Suspense
	})
	sentBack := repay.Refund{ID: uuid.New(), PaymentID: suspense.ID, Amount: 500, Currency: money.VND, Reference: "B7", CreatedAt: today}
	queue(t, pool, func(b *pgx.Batch) { repay.QueuePaidRefund(b, sentBack) })
	returned(sentBack, "RT3", 5, nil)
	found, err = repay.BankTransfersOf(t.Context(), pool, "sandbox", []uuid.UUID{suspense.ID})
	require.NoError(t, err)
	require.ElementsMatch(t, []repay.BankTransfer{{Reference: "P5", Amount: 6_000}, {Reference: "B7", Amount: -500}, {Reference: "RT3", Amount: 495}}, found)
	found, err = repay.BankTransfersOf(t.Context(), pool, "sandbox", []uuid.UUID{paid.OrderID})
	require.NoError(t, err)
	require.ElementsMatch(t, net, found)
	for owner, fee := range map[uuid.UUID]int64{paid.OrderID: 100, suspense.ID: 5} {
		fees, err := repay.ReturnFees(owner).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Len(t, fees, 1)
		for _, kept := range fees {
			require.Equal(t, fee, kept)
		}
	}
	held, err := repay.Suspended([]uuid.UUID{part.ID, uuid.New()}).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Empty(t, held)
}

// The lines of a day are those that the bank booked on it. A line whose booking day is unknown counts on the day of the report.
func TestStatementLinesCountOnTheirDay(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	day := money.MustDate("2026-05-11")
	from, to := day.Time(), day.AddDays(1).Time()
	for i, c := range []struct {
		bankDay money.Date
		at      time.Time
	}{
		{day, to.Add(time.Hour)}, {day.AddDays(1), from.Add(time.Hour)}, {day.AddDays(-1), from.Add(time.Hour)},
		{money.Date{}, from}, {money.Date{}, from.Add(-time.Microsecond)}, {money.Date{}, to.Add(-time.Microsecond)}, {money.Date{}, to},
	} {
		p := pay(t, pool, paid, i+1, c.at, func(p *repay.Payment) { p.GatewayReference, p.Amount = "P"+string(rune('0'+i)), 1_000 })
		_, err := repay.RecordPartialReversal(repay.PartialReversal{
			PaymentID: p.ID, Reference: "V" + string(rune('0'+i)), Amount: 10, Currency: money.VND, Reason: "x", ReportedAt: c.at, BankDay: c.bankDay,
		}).Read(t.Context(), pool)
		require.NoError(t, err)
		r := repay.Refund{
			ID: uuid.New(), OrderID: paid.OrderID, PaymentID: p.ID, Amount: 20, Currency: money.VND, Reference: "B" + string(rune('0'+i)), CreatedAt: c.at, BankDay: c.bankDay,
		}
		queue(t, pool, func(b *pgx.Batch) { repay.QueuePaidRefund(b, r) })
		done, err := repay.ReturnRefund(r.ID, "RT"+string(rune('0'+i)), 0, c.bankDay, nil, c.at).Read(t.Context(), pool)
		require.NoError(t, err)
		require.True(t, done)
	}
	found, err := repay.StatementLinesBetween(t.Context(), pool, "sandbox", day, day, from, to)
	require.NoError(t, err)
	var references []string
	for _, one := range found {
		references = append(references, one.Reference)
	}
	require.ElementsMatch(t, []string{
		"P1", "P2", "P3", "P5", // a payment counts at its own time
		"V0", "V3", "V5", "B0", "B3", "B5", "RT0", "RT3", "RT5",
	}, references)
}
