package repay_test

import (
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// listed returns the payment numbers shown on each page of a member's payments.
func listed(t *testing.T, pool *pgxpool.Pool, page repay.Page) (pages [][]int) {
	t.Helper()
	for more := true; more; more = page.Cursor != "" {
		all, next, err := repay.ListPayments(t.Context(), pool, page)
		require.NoError(t, err)
		var numbers []int
		for _, p := range all {
			numbers = append(numbers, *p.Seq)
		}
		pages, page.Cursor = append(pages, numbers), next
	}
	return pages
}

func TestPaymentPagesContainEveryPayment(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	for seq := 1; seq <= 5; seq++ { // 2 and 3 were paid at the same instant, and 4 and 5
		pay(t, pool, paid, seq, today.Add(time.Duration(1+seq/2)*time.Hour), nil)
	}
	other := flowtest.PayOut(t, pool, flowtest.Loan{})
	pay(t, pool, other, 1, today, nil)
	mine := repay.Page{MemberID: paid.MemberID}
	early := today.Add(4 * time.Hour)
	with := func(change func(*repay.Page)) repay.Page { p := mine; change(&p); return p }
	require.Equal(t, [][]int{{5, 4, 3, 2, 1}}, listed(t, pool, mine))
	require.Equal(t, [][]int{{5, 4}, {3, 2}, {1}}, listed(t, pool, with(func(p *repay.Page) { p.Limit = 2 })))
	require.Equal(t, [][]int{{5, 4, 3, 2, 1}}, listed(t, pool, with(func(p *repay.Page) { p.Limit = 5 })), "no empty last page")
	from, until := today.Add(2*time.Hour), today.Add(3*time.Hour)
	require.Equal(t, [][]int{{3, 2}}, listed(t, pool, with(func(p *repay.Page) { p.From, p.Until = &from, &until })))
	require.Equal(t, [][]int{nil}, listed(t, pool, with(func(p *repay.Page) { p.OrderID = &other.OrderID })))

	for seq := 6; seq <= repay.PageSize+1; seq++ {
		pay(t, pool, paid, seq, today.Add(time.Duration(seq)*time.Hour), nil)
	}
	pages := listed(t, pool, mine)
	require.Len(t, pages[0], repay.PageSize)
	require.Equal(t, [][]int{{5}, {4}, {3}, {2}, {1}}, listed(t, pool, with(func(p *repay.Page) {
		p.Limit, p.Until = 1, &early
	})), "the next page begins within an instant")
	require.Equal(t, []int{1}, pages[1])
}

// People search for a part of a receipt number, or for an amount as they write it.
func TestPaymentSearchByReceiptNumberOrAmount(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	for seq, serial := range []string{"RP26051100000009", "RP26051112345678"} {
		pay(t, pool, paid, seq+1, today.Add(time.Duration(seq)*time.Hour), func(p *repay.Payment) {
			p.Serial, p.Amount = serial, []int64{2_150_000, 90_000}[seq]
		})
	}
	for text, want := range map[string][]int{
		"": {2, 1}, " rp260511": {2, 1}, "12345678": {2}, "2.150.000": {1}, "2,150,000 ₫": {1}, "2 150": {1}, "₫90": {2}, "150": nil,
		"GH₵2,150": {1}, "Rp\u00a02.150.000": {1}, "฿90": {2}, "¥90": {2},
		"0": {2, 1}, "9": {2, 1}, "00000009": {1}, "RP9": nil, "2.150.000x": nil, "9/0": nil,
	} {
		require.Equal(t, [][]int{want}, listed(t, pool, repay.Page{MemberID: paid.MemberID, Text: text}), "%q", text)
	}
}

// An amount below 1 is typed with a leading zero that its minor units lack.
func TestPaymentSearchFindsAmountsBelowOne(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{Region: "gh", Principal: 150_000})
	for seq, amount := range []int64{75, 1, 750, 100_75} {
		pay(t, pool, paid, seq+1, today.Add(time.Duration(seq)*time.Hour), func(p *repay.Payment) {
			p.Serial, p.Amount, p.Currency = fmt.Sprintf("RP2605112222222%d", seq), amount, money.GHS
		})
	}
	for text, want := range map[string][]int{
		"0.75": {1}, "GH₵0.75": {1}, "0,7": {1}, "0.01": {2}, "0.0": {2}, "7.50": {3}, "100.75": {4}, "0.75.": {1}, "00.75": nil,
	} {
		require.Equal(t, [][]int{want}, listed(t, pool, repay.Page{MemberID: paid.MemberID, Text: text}), "%q", text)
	}
}

func TestListPaymentsRefusesInvalidCursors(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	id := "." + uuid.NewString()
	for text, valid := range map[string]bool{
		"0" + id: true, "253402300799999999" + id: true, "253402300800000000" + id: false, "-1" + id: false,
		"x" + id: false, "1": false, "1.x": false, "": true,
	} {
		cursor := base64.RawURLEncoding.EncodeToString([]byte(text))
		_, _, err := repay.ListPayments(t.Context(), pool, repay.Page{MemberID: uuid.New(), Cursor: cursor})
		if valid {
			require.NoError(t, err, text)
			continue
		}
		require.Equal(t, reason.InvalidParameter, reason.Of(err), text)
	}
	_, _, err := repay.ListPayments(t.Context(), pool, repay.Page{MemberID: uuid.New(), Cursor: "%"})
	require.Equal(t, reason.InvalidParameter, reason.Of(err))
}
