package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// everyFee returns a product that charges every fee, so that no figure is zero and no two are equal.
func everyFee() product.Version {
	v := version("Vay đủ phí")
	// The fee is per month and small enough for the cap on all fees together.
	v.AccountFeeFlat = 3_000
	return v
}

// The test checks every field of a loan in the borrower's answers against figures computed by hand: before the
// application, with the offer, while the loan runs, and overdue after an extension and a part payment.
//
// spec: 3.loan, 3.loan-late, 3.loan-totals, 3.loan-dates, 3.repayment
func TestEveryLoanAndRepaymentFigure(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	m.product = m.save(t, product.Draft{Code: "all", LenderCode: "sen", Version: everyFee()})
	c := m.borrower(t, income(4), account("19031234567899"))
	applied := m.Apps[0].Region.Today(m.Now())

	const principal, frontFee, serviceFee = 10_000_000, 100_000, 200_000
	// The fee is charged for every thirty days begun.
	accountFee := func(days int64) int64 { return 3_000 * ((days + 29) / 30) }
	terms := func(q contract.Quote, paidOut money.Date) {
		t.Helper()
		held := int64(q.DueDate.Time().Sub(paidOut.Time()).Hours() / 24)
		interest := (principal*1500*held*2 + 3_650_000) / (2 * 3_650_000)
		require.GreaterOrEqual(t, held, int64(91))
		require.Equal(t, []int64{principal, frontFee, principal - frontFee, interest, serviceFee, accountFee(held), principal + interest + serviceFee + accountFee(held)},
			[]int64{q.Amount, q.FrontServiceFee, q.ActualReceived, q.Interest, q.ServiceFee, q.AccountFee, q.TotalToRepay})
		require.Equal(t, []int64{91, held, 50_000, 3, 6}, []int64{int64(q.TermDays), int64(q.InterestDays), q.LateFee, int64(q.GraceDays), int64(q.OverdueFeeBpsDay)})
	}
	var quote contract.Quote
	c.OK(t, "loanQuote", body{"loanId": m.product.ID, "amount": principal, "termDays": 91}, &quote)
	terms(quote, applied)
	var offered contract.ProductDetailData
	c.OK(t, "loanDetail", loanBody(m), &offered)
	require.Equal(t, 150, offered.Fees.ExtensionFeeBps)

	order := m.apply(t, c, principal, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	paid := m.await(t, c, order, loan.WaitingPayment)
	terms(paid.Quote, applied)
	require.Equal(t, int64(principal), paid.Principal)
	require.Equal(t, int64(principal-frontFee), paid.ActualReceived)
	require.Equal(t, order.OrderNo, paid.Order.OrderNo)
	require.NotEmpty(t, paid.Order.OrderNo)
	require.Equal(t, 91, paid.Order.TermDays)
	require.Equal(t, applied, m.Apps[0].Region.Today(paid.Order.AppliedAt))
	require.Equal(t, applied, *paid.DisbursedOn)
	require.Equal(t, paid.Quote.DueDate, *paid.Order.DueDate)
	require.Equal(t, paid.Quote.DueDate, *paid.FirstDueDate)
	require.Equal(t, "7899", paid.BankCard.AccountLast4)
	require.Zero(t, paid.Repaid)

	// The borrower extends the loan, pays after the new due date, and pays only a part.
	d := debtor{client: c, bank: payment.NewSandbox(m.Pool), loan: flowtest.Paid{OrderID: order.OrderID, MemberID: c.MemberID}}
	m.Advance(t, 80*24*time.Hour)
	c.Login(t)
	extended := d.extend(t, d.extendQuote(t).Choices[0], false)
	m.Advance(t, 24*time.Hour*time.Duration(d.options(t).DaysLeft+5))
	c.Login(t)
	late := m.detail(t, c, order)
	held := int64(extended.NewDueDate.Time().Sub(applied.Time()).Hours() / 24)
	interest := (principal*1500*held*2 + 3_650_000) / (2 * 3_650_000)
	const extensionFee, overdueFee, lateFee = 150_000, 30_000, 50_000
	late5 := held + 5
	total := principal + interest + serviceFee + accountFee(late5) + extensionFee + overdueFee + lateFee
	require.Equal(t, contract.DueBreakdown{
		Principal: principal, Interest: interest, ServiceFee: serviceFee, AccountFee: accountFee(late5), ExtensionFee: extensionFee, OverdueFee: overdueFee,
		LateFee: lateFee, Total: total,
	}, *late.Due)
	require.Equal(t, *late.Due, d.options(t).Due)
	require.Equal(t, total, late.Remaining)
	require.Equal(t, total, late.Order.DueNow)
	require.Equal(t, extended.NewDueDate, *late.Order.DueDate)
	require.Equal(t, paid.Quote.DueDate, *late.FirstDueDate)
	require.Equal(t, 2, *late.Order.RepayStatus)

	coded := d.intent(t, "repayPaycode", 3_000_000, "repayment")
	_, err := d.bank.PayCode(t.Context(), coded.QrText, 0, d.from())
	require.NoError(t, err)
	d.paid(t, coded.IntentID)
	after := m.detail(t, c, order)
	require.Equal(t, int64(3_000_000), after.Repaid)
	require.Equal(t, total-3_000_000, after.Remaining)
	require.Equal(t, int64(3_000_000), d.options(t).Repaid)

	var record contract.RecordData
	c.OK(t, "repayRecord", body{"orderId": order.OrderID}, &record)
	require.Len(t, record.Payments, 1)
	p := record.Payments[0]
	require.Equal(t, d.receipt(t, p.PaymentID).Payment, p)
	require.Equal(t, int64(3_000_000), p.Amount)
	require.Equal(t, "paycode", p.PaymentType)
	require.Equal(t, order.OrderNo, p.OrderNo)
	require.NotEmpty(t, p.SerialNumber)
	require.Regexp(t, `^•+3456$`, p.PaidFrom, "the payer's account is masked")
	require.NotEmpty(t, p.PaidTo)
	require.Equal(t, coded.AccountNumber[len(coded.AccountNumber)-4:], p.PaidTo[len(p.PaidTo)-4:], "the payment went to the repayment account")
	require.WithinDuration(t, m.Now(), p.PaidAt, time.Minute)
	require.Equal(t, m.Apps[0].Region.Today(p.PaidAt), p.ValueDate)

	transfer := d.intent(t, "repayBank", 1_000_000, "repayment")
	require.Equal(t, []string{coded.AccountNumber, coded.BankName, coded.AccountName}, []string{transfer.AccountNumber, transfer.BankName, transfer.AccountName})
	from := d.from()
	from.Account, from.Amount, from.Memo = transfer.AccountNumber, money.Of(1_000_000, money.VND), transfer.Memo
	_, err = d.bank.Pay(t.Context(), from)
	require.NoError(t, err)
	d.paid(t, transfer.IntentID)
	c.OK(t, "repayRecord", body{"orderId": order.OrderID}, &record)
	require.Equal(t, "bank", record.Payments[0].PaymentType)
	d.reconciled(t)
}
