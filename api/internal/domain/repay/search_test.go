package repay_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestFindReturnsPaymentsInPages(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	var all []repay.Payment
	for seq := 1; seq <= 4; seq++ {
		all = append(all, pay(t, pool, paid, seq, today.Add(time.Duration(seq)*time.Hour), func(p *repay.Payment) {
			p.ValueDate = money.MustDate("2026-05-20").AddDays(-seq)
			if seq == 3 {
				p.Memo = "tra no Lan"
			}
		}))
	}
	waiting := pay(t, pool, paid, 5, today, func(p *repay.Payment) {
		p.OrderID, p.MemberID, p.Seq, p.State = nil, nil, nil, repay.Suspense
	})
	find := func(s repay.Search, limit int, cursor string) (ids []uuid.UUID, next string) {
		t.Helper()
		ask, err := paging.Read(cursor, limit)
		require.NoError(t, err)
		page, err := repay.Find(s, ask).Read(t.Context(), pool)
		require.NoError(t, err)
		for _, p := range page.Rows {
			ids = append(ids, p.ID)
		}
		return ids, page.Next
	}
	ids, next := find(repay.Search{}, 3, "")
	require.Equal(t, []uuid.UUID{waiting.ID, all[3].ID, all[2].ID}, ids, "the newest record first, whatever its payment date")
	ids, next = find(repay.Search{}, 3, next)
	require.Equal(t, []uuid.UUID{all[1].ID, all[0].ID}, ids)
	require.Empty(t, next)
	_, next = find(repay.Search{}, 5, "")
	require.Empty(t, next, "no empty page after the last one")
	ids, _ = find(repay.Search{Text: "NO lan"}, 9, "")
	require.Equal(t, []uuid.UUID{all[2].ID}, ids)
	ids, _ = find(repay.Search{States: []repay.PaymentState{repay.Suspense}}, 9, "")
	require.Equal(t, []uuid.UUID{waiting.ID}, ids)
	ids, _ = find(repay.Search{OrderID: &paid.OrderID}, 9, "")
	require.Len(t, ids, 4)

	counted, err := repay.OfOrder(paid.OrderID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, all[3].ID, counted[0].ID, "sorted by value date")
	for _, number := range []string{all[1].Serial, all[1].ID.String()} {
		one, err := repay.ByNumber(number).Read(t.Context(), pool)
		require.NoError(t, err)
		require.Equal(t, all[1].ID, one.ID)
	}
	_, err = repay.ByNumber("RP").Read(t.Context(), pool)
	require.Equal(t, reason.ReceiptNotFound, reason.Of(err))
	serials, err := repay.SerialsOf(paid.OrderID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, serials, 4)
	require.Equal(t, all[0].Serial, serials[all[0].ID])
	kept, err := repay.InSuspense(paging.First(99)).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, kept.Rows, 1)
	_, err = repay.PaymentOf(uuid.New(), all[0].ID).Read(t.Context(), pool)
	require.Equal(t, reason.ReceiptNotFound, reason.Of(err), "it belongs to another member")
}

// A payment that waited in suspense arrived before the others, but counts after those posted in the meantime.
func TestPaymentsOfALoanAreReadInPostingOrder(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	waited := pay(t, pool, paid, 2, today, nil)
	posted := pay(t, pool, paid, 1, today, nil)
	counted, err := repay.OfOrder(paid.OrderID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{posted.ID, waited.ID}, []uuid.UUID{counted[0].ID, counted[1].ID})
}

func TestRefundsAreFoundNewestFirst(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	p := pay(t, pool, paid, 1, today, nil)
	var all []repay.Refund
	for n, reference := range []string{"RF1", "RF2"} {
		r := repay.Refund{ID: uuid.Must(uuid.NewV7()), OrderID: paid.OrderID, PaymentID: p.ID, Amount: 10, Currency: money.VND, Reference: reference, CreatedAt: today}
		if n > 0 {
			queue(t, pool, func(b *pgx.Batch) { repay.QueueCancelRefunds(b, paid.OrderID, p.ID, today) })
		}
		queue(t, pool, func(b *pgx.Batch) { repay.QueueRefund(b, r) })
		all = append(all, r)
	}
	names := func(s repay.RefundSearch) (names []string) {
		found, err := repay.Refunds(s, paging.First(9)).Read(t.Context(), pool)
		require.NoError(t, err)
		for _, r := range found.Rows {
			names = append(names, r.Reference)
		}
		return names
	}
	require.Equal(t, []string{"RF2", "RF1"}, names(repay.RefundSearch{}))
	require.Equal(t, []string{"RF1"}, names(repay.RefundSearch{States: []repay.RefundState{repay.RefundFailed}}))
	newest, err := repay.RefundOf(p.ID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, "RF2", newest.Reference)
	of, err := repay.RefundsOf(paid.OrderID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, "RF1", of[paid.OrderID][0].Reference, "the oldest first")
	one, err := repay.RefundByReference("RF1").Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, all[0].ID, one.ID)
	unfinished, err := repay.UnfinishedRefunds(today.Add(time.Hour), uuid.Nil, 9).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, unfinished, 1)
}
