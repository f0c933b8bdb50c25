package api_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// productCard returns a product as the list shows it to a borrower, in the only group that contains it.
func (m market) productCard(t testing.TB, c *apptest.Client, id uuid.UUID) (found contract.ProductCard) {
	t.Helper()
	var list contract.ProductListData
	c.OK(t, "loanList", body{}, &list)
	seen := 0
	for _, group := range list.Groups {
		for _, card := range group.Products {
			require.EqualValues(t, group.Group, card.Group, "each card names the group that contains it")
			if card.LoanID == id {
				found = card
				seen++
			}
		}
	}
	require.Equal(t, 1, seen, "each product is in exactly one group")
	return found
}

// title returns the heading of a group in the list.
func (m market) title(t testing.TB, c *apptest.Client, group int) string {
	t.Helper()
	var list contract.ProductListData
	c.OK(t, "loanList", body{}, &list)
	for _, g := range list.Groups {
		if int(g.Group) == group {
			return g.Title
		}
	}
	require.FailNow(t, "the list has no such group", "%d", group)
	return ""
}

// The test goes through each group of the specification over the API: how a borrower enters it and leaves it.
//
// spec: 4.group-99, 4.group-1, 4.group-2, 4.group-3, 4.group-4, 4.group-5
func TestProductListGroupsOverBorrowerLifecycle(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	oneStep, high, listed := version("Một bước"), version("Điểm cao"), version("Theo danh sách")
	oneStep.OneStep, high.MinScore, listed.WhiteListedOnly = true, 610, true
	quick := m.product.ID
	step := m.save(t, product.Draft{Code: "step", LenderCode: "sen", Version: oneStep}).ID
	good := m.save(t, product.Draft{Code: "good", LenderCode: "sen", Version: high}).ID
	members := m.save(t, product.Draft{Code: "members", LenderCode: "sen", Version: listed}).ID
	closed := m.save(t, product.Draft{Code: "closed", LenderCode: "sen", Status: product.Suspended, Version: version("Tạm ngừng")}).ID

	newcomer := m.Login(t)
	require.EqualValues(t, 3, m.productCard(t, newcomer, step).Group, "a one-step product is in group 3 for an unverified borrower")

	c := m.borrower(t)
	groups := func(want map[uuid.UUID]int) {
		t.Helper()
		for id, group := range want {
			card := m.productCard(t, c, id)
			require.EqualValues(t, group, card.Group, card.Name)
			require.Equal(t, group != 2 && group != 3, card.Reason != "", "%s: an unavailable product states its reason", card.Name)
		}
	}
	groups(map[uuid.UUID]int{quick: 3, step: 2, good: 99, members: 5, closed: 5})
	require.Equal(t, "Trả nợ đúng hạn sẽ tăng điểm tín dụng và mở gói vay này.", m.productCard(t, c, good).Reason)
	c.Lang = "en"
	for group, title := range map[int]string{
		2: "One step away", 3: "Available to you", 99: "Improve your credit to unlock", 5: "Not available now",
	} {
		require.Equal(t, title, m.title(t, c, group))
	}
	c.Lang = "vi"

	order := m.apply(t, c, 15_000_000, 91)
	applied := m.productCard(t, c, quick)
	require.EqualValues(t, 4, applied.Group, "applied, awaiting review")
	require.Equal(t, order.OrderID, *applied.OrderID)
	require.Equal(t, "Đã đăng ký, đang xử lý", m.title(t, c, 4))
	m.await(t, c, order, loan.ToConfirm)
	groups(map[uuid.UUID]int{quick: 4, step: 99, closed: 5})
	m.confirm(t, c, order)
	m.await(t, c, order, loan.WaitingPayment)
	groups(map[uuid.UUID]int{quick: 1, step: 1, good: 99, members: 5, closed: 5})
	require.Equal(t, order.OrderID, *m.productCard(t, c, step).OrderID, "the card names the loan to repay first")
	require.Equal(t, "Trả đúng hạn để mở", m.title(t, c, 1))

	// After a repayment on time, the score opens the product that was closed before.
	d := debtor{client: c}
	d.loan.OrderID = order.OrderID
	intent := d.intent(t, "repayBank", 1, "payoff")
	require.Equal(t, 200, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), report("G"+c.Phone, intent.Memo, intent.Amount, m.Now())).Status)
	require.Eventually(t, func() bool { return m.productCard(t, c, quick).Group == 3 }, 20*time.Second, 50*time.Millisecond)
	groups(map[uuid.UUID]int{quick: 3, step: 2, good: 3, members: 5, closed: 5})
	_, err := m.Pool.Exec(t.Context(), `UPDATE member SET white_listed = true WHERE id = $1`, c.MemberID)
	require.NoError(t, err)
	groups(map[uuid.UUID]int{members: 3})
}

func TestProductListTellsOverdueBorrowerToRepayFirst(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	today := region.Get("vi").Today(m.Apps[0].Clock.Now())
	flowtest.PayOut(t, m.Pool, flowtest.Loan{MemberID: c.MemberID, DisbursedOn: today.AddDays(-120)})
	require.EqualValues(t, 1, m.productCard(t, c, m.product.ID).Group)
	require.Equal(t, "Trả hết khoản quá hạn để mở", m.title(t, c, 1))
}
