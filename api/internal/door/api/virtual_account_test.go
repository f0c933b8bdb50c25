package api_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// indonesianDebtors returns borrowers with one loan each, in the region in which each payment has its own account
// number.
func indonesianDebtors(t *testing.T, n int, options ...apptest.Option) (*apptest.Stack, []debtor) {
	t.Helper()
	stack := apptest.Start(t, append(options, apptest.Set("REGION", "id"))...)
	all := make([]debtor, n)
	for i := range all {
		c := stack.Login(t)
		all[i] = debtor{client: c, bank: payment.NewSandbox(stack.Pool), loan: flowtest.PayOut(t, stack.Pool, flowtest.Loan{
			MemberID: c.MemberID, DisbursedOn: stack.Region().Today(stack.Now()).AddDays(-10), Region: "id",
		})}
	}
	return stack, all
}

// toAccount returns a report of the bank of money on an account number, with a memo that identifies nobody.
func (d debtor) toAccount(reference, account string, amount int64) body {
	r := report(reference, "pembayaran", amount, d.Stack.Now())
	r["account"], r["currency"] = account, "IDR"
	return r
}

// pays has the bank book money on an account number. The bank reports it itself later, with its own event id.
func (d debtor) pays(t *testing.T, reference, account string, amount int64) {
	from := d.from()
	from.Reference, from.Account, from.Amount, from.Memo = reference, account, money.Of(amount, money.IDR), "pembayaran"
	_, err := d.bank.Pay(t.Context(), from)
	require.NoError(t, err)
}

// sendReports sends reports of the bank concurrently.
func (d debtor) sendReports(t *testing.T, reports ...body) {
	t.Helper()
	var all errgroup.Group
	for _, r := range reports {
		all.Go(func() error {
			require.Equal(t, http.StatusOK, hook(t, d.client, "sandbox", callbackKey(d.Stack), time.Now(), r).Status)
			return nil
		})
	}
	require.NoError(t, all.Wait())
}

// received returns the orders to which the payments with the references were posted, and a nil UUID for one in
// suspense.
func (d debtor) received(t *testing.T, references ...string) []uuid.UUID {
	t.Helper()
	orders := make([]uuid.UUID, len(references))
	for i, reference := range references {
		p, err := repay.ByReference("sandbox", reference).Read(t.Context(), d.Stack.Pool)
		require.NoError(t, err)
		require.NotNil(t, p, reference)
		if p.State == repay.Posted {
			orders[i] = *p.OrderID
		}
	}
	return orders
}

// Borrowers who ask concurrently, each twice, get account numbers of their own. Money that arrives on all of them at
// the same time, twice on each and reported twice, counts for the borrower to whom the number was given, and each
// transfer counts once.
func TestPaymentsToVirtualAccountsAreAssignedToTheirBorrowers(t *testing.T) {
	t.Parallel()
	_, borrowers := indonesianDebtors(t, 2, apptest.Processes(2))
	made := make([]contract.PayIntentData, 2*len(borrowers))
	var asked errgroup.Group
	for i := range made {
		asked.Go(func() error {
			made[i] = borrowers[i%2].intent(t, "repayBank", 10_000, "repayment")
			return nil
		})
	}
	require.NoError(t, asked.Wait())
	var numbers, references []string
	var reports []body
	var owners []uuid.UUID
	for i, one := range made {
		numbers = append(numbers, one.AccountNumber)
		for _, transfer := range []string{"a", "b"} {
			reference := one.AccountNumber + transfer
			borrowers[i%2].pays(t, reference, one.AccountNumber, 10_000)
			told := borrowers[0].toAccount(reference, one.AccountNumber, 10_000)
			reports, references, owners = append(reports, told), append(references, reference), append(owners, borrowers[i%2].loan.OrderID)
		}
	}
	slices.Sort(numbers)
	require.Len(t, slices.Compact(numbers), len(made))
	borrowers[0].sendReports(t, reports...)
	require.Equal(t, owners, borrowers[0].received(t, references...))
	for _, d := range borrowers {
		require.Equal(t, int64(40_000), d.options(t).Repaid)
	}
	borrowers[0].reconciled(t)
}

// A borrower may pay to a saved account number after the bank has assigned another prefix, and after the loan is
// settled: the overpayment is refunded. A number with a prefix that was never ours, or without one, belongs to nobody.
func TestPaymentToEarlierVirtualAccountIsAssigned(t *testing.T) {
	t.Parallel()
	_, borrowers := indonesianDebtors(t, 1,
		apptest.Set("COLLECTION_VIRTUAL_PREFIX", "88711"), apptest.Set("COLLECTION_VIRTUAL_PREFIXES_EARLIER", "886,88610"))
	d := borrowers[0]
	asked := d.intent(t, "repayBank", 1, "payoff")
	code := repay.CodeOfAccount("88711", asked.AccountNumber)
	require.NotEmpty(t, code)
	earlier := repay.VirtualAccount("88610", code)
	d.pays(t, "first", earlier, asked.Amount)
	require.Equal(t, asked.Amount, d.paid(t, asked.IntentID).Amount)
	d.sendReports(t,
		d.toAccount("late", " "+earlier[:5]+"-"+earlier[5:], 30_000), d.toAccount("later", repay.VirtualAccount("886", code), 20_000),
		d.toAccount("other", repay.VirtualAccount("88609", code), 30_000), d.toAccount("short", earlier[5:], 30_000))
	mine := d.loan.OrderID
	require.Equal(t, []uuid.UUID{mine, mine, mine, {}, {}}, d.received(t, "first", "late", "later", "other", "short"))
	sent, err := repay.RefundsOf(mine).Read(t.Context(), d.Stack.Pool)
	require.NoError(t, err)
	require.Len(t, sent[mine], 2, "payments after the settlement are refunded")
}
