package api_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// refusal is a call that a rule forbids.
type refusal struct {
	who       *client
	why       reason.Reason
	operation string
	body      body
}

// refused makes the calls one after the other. No row of any table may change, except the counters of wrong tries and
// the answers stored for the idempotency keys.
func (m market) refused(t *testing.T, calls ...refusal) {
	t.Helper()
	m.awaitNoJobs(t)
	before := m.content(t)
	for _, call := range calls {
		call.who.Refused(t, call.why, call.operation, call.body)
		require.Equal(t, before, m.content(t), "%s refused with %s", call.operation, call.why)
	}
}

func (m market) content(t *testing.T) map[string]string {
	t.Helper()
	content := fingerprints(t, m.Stack)
	for _, table := range []string{"idempotency_key", "sms_code"} {
		delete(content, "public."+table)
	}
	return content
}

// awaitNoJobs waits until the workers have nothing to do.
func (m market) awaitNoJobs(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool {
		var left int
		require.NoError(t, m.Pool.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM river_job WHERE state IN ('available', 'running', 'retryable'))
				+ (SELECT count(*) FROM sandbox_bank.callback WHERE delivered_at IS NULL)`).Scan(&left))
		return left == 0
	}, 30*time.Second, 20*time.Millisecond)
}

// The test covers every rule about an order, its money or a card, from the application to the settlement.
func TestCallsRefusedByOrderRulesChangeNothing(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, other := m.borrower(t), m.borrower(t)
	c.Refresh(t, 202)
	second := m.card(t, c, "1906"+apptest.Phone()[1:])
	first, foreign := m.cards(t, c)[0], m.cards(t, other)[0]
	application := m.application(t, c, 5_000_000, 91)
	order := m.apply(t, c, 5_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	this := body{"orderId": order.OrderID}
	confirmation := m.confirmation(t, c, order)
	pay := with(this, "amount", 500_000, "purpose", "repayment")

	offered := []refusal{
		{c, reason.OrderInProgress, "loanApply", application},
		{c, reason.ContractNotAccepted, "orderConfirm", with(confirmation, "contractAccepted", false)},
		{c, reason.ContractChanged, "orderConfirm", with(confirmation, "contractHash", application["contractHash"])},
		{c, reason.CodeLength, "orderConfirm", with(confirmation, "smsCode", "123")},
		{c, reason.SMSCodeWrong, "orderConfirm", with(confirmation, "smsCode", wrong(confirmation["smsCode"].(string)))},
		{c, reason.CardNotFound, "orderChangeCard", with(this, "bankCardId", foreign.CardID)},
		{c, reason.CardNotFound, "orderChangeCard", with(this, "bankCardId", uuid.New())},
		{c, reason.CardChangeRefused, "orderChangeCard", with(this, "bankCardId", first.CardID)},
		{c, reason.CardInUse, "bankCardUnbind", body{"cardId": first.CardID}},
		{c, reason.CardNotFound, "bankCardUnbind", body{"cardId": first.CardID, "replacementCardId": foreign.CardID}},
		{c, reason.CardNotFound, "bankCardSetDefault", body{"cardId": foreign.CardID}},
		{other, reason.CardLast, "bankCardUnbind", body{"cardId": foreign.CardID}},
		{other, reason.OrderNotFound, "orderConfirm", confirmation},
		{other, reason.OrderNotFound, "orderCancel", this},
		{other, reason.OrderNotFound, "orderChangeCard", with(this, "bankCardId", foreign.CardID)},
		{c, reason.OrderNotFound, "repayBank", pay},
		{c, reason.OrderNotFound, "repayCertificate", this},
	}
	m.refused(t, offered...)

	c.OK(t, "orderConfirm", m.confirmation(t, c, order), nil)
	m.await(t, c, order, loan.WaitingPayment)
	m.refused(t,
		refusal{c, reason.OrderNotConfirmable, "orderConfirm", confirmation},
		refusal{c, reason.OrderNotCancellable, "orderCancel", this},
		refusal{c, reason.CardChangeRefused, "orderChangeCard", with(this, "bankCardId", second.CardID)},
		refusal{c, reason.AmountBelowMinimum, "repayPaycode", with(pay, "amount", 99)},
		refusal{c, reason.AmountAboveDue, "repayBank", with(pay, "amount", 50_000_000)},
		refusal{c, reason.CertificateNotReady, "repayCertificate", this},
		refusal{other, reason.OrderNotFound, "repayBank", pay},
		refusal{other, reason.OrderNotFound, "repayPaycode", pay},
	)

	var payoff contract.PayIntentData
	c.OK(t, "repayBank", with(pay, "purpose", "payoff"), &payoff)
	event := report("ALL", payoff.Memo, payoff.Amount, m.Now())
	require.True(t, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), event).Success)
	m.refused(t,
		refusal{c, reason.LoanSettled, "repayBank", pay},
		refusal{c, reason.LoanSettled, "repayPaycode", pay},
		refusal{c, reason.OrderNotCancellable, "orderCancel", this},
		refusal{c, reason.OrderNotConfirmable, "orderConfirm", confirmation},
	)
}

// The test covers what is forbidden by time, by the credit limit and by the lender.
func TestCallsRefusedByTimeLimitOrLenderChangeNothing(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	big := m.save(t, product.Draft{Code: "big", LenderCode: "sen", Version: version("big")})

	poor := m.borrower(t, income(1))
	frozen := m.application(t, poor, 5_000_000, 91)
	rejected := m.apply(t, poor, 5_000_000, 91)
	m.await(t, poor, rejected, loan.Rejected)
	m.refused(t,
		refusal{poor, reason.ProductFrozen, "loanApply", frozen},
		refusal{poor, reason.OrderNotCancellable, "orderCancel", body{"orderId": rejected.OrderID}},
		refusal{poor, reason.CardChangeRefused, "orderChangeCard", body{"orderId": rejected.OrderID, "bankCardId": m.cards(t, poor)[0].CardID}},
	)

	// The first order uses up the limit of a new borrower.
	c := m.borrower(t)
	order := m.apply(t, c, 15_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	late := m.confirmation(t, c, order)
	m.product = big
	m.refused(t, refusal{c, reason.CreditTooLow, "loanApply", m.application(t, c, 2_000_000, 91)})

	m.Advance(t, 72*time.Hour)
	answer := c.Call(t, "orderCancel", body{"orderId": order.OrderID})
	require.Contains(t, []reason.Reason{reason.OfferExpired, reason.OrderNotCancellable}, answer.Failure.Reason)
	m.await(t, c, order, loan.CancelledBySystem)
	m.refused(t,
		refusal{c, reason.OrderNotConfirmable, "orderConfirm", late},
		refusal{c, reason.OrderNotCancellable, "orderCancel", body{"orderId": order.OrderID}},
		refusal{c, reason.CardChangeRefused, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": m.cards(t, c)[0].CardID}},
	)

	unverified := m.Login(t)
	application := m.application(t, c, 2_000_000, 91)
	m.refused(t,
		refusal{unverified, reason.VerificationIncomplete, "loanApply", application},
		refusal{unverified, reason.VerificationIncomplete, "bankCardAdd", body{
			"bankCode": "VCB", "accountNumber": "19031111111", "accountNumberAgain": "19031111111", "accountType": "account"}},
		refusal{c, reason.FreshCodeNeeded, "bankCardAdd", body{
			"bankCode": "VCB", "accountNumber": "19031111112", "accountNumberAgain": "19031111112", "accountType": "account"}},
	)
	m.product.ID = uuid.New()
	m.refused(t, refusal{c, reason.ProductNotFound, "loanApply", with(application, "loanId", m.product.ID)})
}
