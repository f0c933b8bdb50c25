package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// One loan goes from the application to the certificate, is overdue in between, and has one payment reversed. At every
// stage the journal, the figures that the borrower sees and the bank's books agree.
//
// spec: 4.repay-1, 4.repay-2, 4.repay-3, 4.status-9
func TestLoanFromApplicationToCertificate(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t, income(4), account("19031234567891"))
	order := m.apply(t, c, 10_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	detail := m.await(t, c, order, loan.WaitingPayment)
	d := debtor{client: c, bank: payment.NewSandbox(m.Pool), loan: flowtest.Paid{OrderID: order.OrderID, MemberID: c.MemberID}}
	d.reconciled(t)

	due := d.options(t)
	require.Equal(t, detail.Due.Total, due.DueNow)
	require.Equal(t, int64(10_200_000), due.DueNow, "principal and the service fee, and no interest on the first day")
	require.Equal(t, due.TotalAtDue, detail.Quote.TotalToRepay)

	m.Advance(t, time.Duration(due.DaysLeft)*24*time.Hour)
	c.Login(t)
	atDue := d.options(t)
	require.Equal(t, due.TotalAtDue, atDue.DueNow, "the amount owed on the due date equals the quote")
	require.False(t, atDue.Overdue)
	m.Advance(t, 5*24*time.Hour)
	late := d.options(t)
	require.True(t, late.Overdue)
	require.Equal(t, -5, late.DaysLeft)
	require.Equal(t, int64(50_000), late.Due.LateFee)
	require.Equal(t, int64(30_000), late.Due.OverdueFee)

	coded := d.intent(t, "repayPaycode", late.DueNow, "repayment")
	reference, err := d.bank.PayCode(t.Context(), coded.QrText, 0, d.from())
	require.NoError(t, err)
	require.Equal(t, "exact", d.paid(t, coded.IntentID).Outcome)
	settled := m.detail(t, c, order)
	require.Equal(t, 3, *settled.Order.RepayStatus)
	require.Zero(t, settled.Remaining)
	var first contract.CertificateData
	c.OK(t, "repayCertificate", body{"orderId": order.OrderID}, &first)
	d.reconciled(t)

	require.NoError(t, d.bank.TakeBack(t.Context(), reference, "sender's bank", m.Now()))
	require.Eventually(t, func() bool { return *m.detail(t, c, order).Order.RepayStatus == 2 }, 20*time.Second, 50*time.Millisecond)
	open := m.detail(t, c, order)
	require.Contains(t, events(open), "payment_reversed")
	require.Equal(t, late.DueNow, open.Due.Total, "a reversal on the same day restores the same debt")
	var record contract.RecordData
	c.OK(t, "repayRecord", body{}, &record)
	require.Equal(t, contract.PaymentCardStateReversed, record.Payments[0].State)
	d.reconciled(t)

	m.Advance(t, 24*time.Hour)
	c.OK(t, "repayRecord", body{}, &record)
	require.Equal(t, m.Apps[0].Region.Today(m.Now()), record.Today, "the current day is that of the market's calendar")
	last := d.intent(t, "repayPaycode", 1, "payoff")
	_, err = d.bank.PayCode(t.Context(), last.QrText, 0, d.from())
	require.NoError(t, err)
	d.paid(t, last.IntentID)
	var second contract.CertificateData
	c.OK(t, "repayCertificate", body{"orderId": order.OrderID}, &second)
	require.NotEqual(t, first.FileID, second.FileID, "each settlement has its own certificate")
	require.NotEqual(t, first.SettledOn, second.SettledOn)
	d.reconciled(t)
}
