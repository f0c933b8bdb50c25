package http_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/house/housetest"
)

// walk makes every call of the contract at least once, in two lives of a loan, and keeps the most round trips that each
// call took. It is what the table of round trips and the look at the plans go by.
type walk struct {
	market
	c    *housetest.Client
	most map[string]int
}

func newWalk(m market) *walk { return &walk{market: m, most: map[string]int{}} }

func (w *walk) took(operation string, a housetest.Answer) {
	w.most[operation] = max(w.most[operation], a.Trips)
}

// do makes a call that has to succeed.
func (w *walk) do(t testing.TB, operation string, b body, out any) {
	t.Helper()
	w.took(operation, w.c.OK(t, operation, b, out))
}

// get makes a call of another form than JSON.
func (w *walk) get(t testing.TB, operation, path string) {
	t.Helper()
	answer := w.c.Send(t, housetest.Operation(t, operation), path, nil, nil)
	require.Equal(t, http.StatusOK, answer.Status, "%s: %s", operation, answer.Body)
	w.took(operation, answer)
}

func (w *walk) whole(t *testing.T) {
	t.Helper()
	w.login(t)
	w.verifyHerself(t)
	w.cards(t)
	order := w.borrow(t)
	w.repay(t, order)
	w.turnBack(t)
	w.institution(t)
	w.newPhone(t)
}

func (w *walk) login(t *testing.T) {
	t.Helper()
	w.c = w.Client(t)
	w.do(t, "configProduct", body{}, nil)
	w.do(t, "memberCheckPhone", body{"phoneNum": w.c.Phone}, nil)
	w.do(t, "memberGetLoginType", body{"phoneNum": w.c.Phone}, nil)
	w.get(t, "getValidateCode", housetest.Operation(t, "getValidateCode").Path+"?mobile="+w.c.Phone+"&timestamp=1")
	w.do(t, "memberSendSmsCode", send(w.c.Phone), nil)
	var data contract.LoginData
	w.do(t, "memberSmsLogin", login(w.c.Phone, w.Code(t, w.c.Phone)), &data)
	w.c.Token, w.c.MemberID = data.Token, data.MemberID
	w.do(t, "memberQuery", body{}, nil)
}

func (w *walk) verifyHerself(t *testing.T) {
	t.Helper()
	w.do(t, "authList", body{}, nil)
	w.do(t, "authOptions", body{}, nil)
	w.do(t, "authAreas", body{"parent": "01"}, nil)
	w.do(t, "authSaveDraft", body{"topic": "personal", "data": body{"nickname": "Lan"}}, nil)
	answer := upload(t, w.c, kindOf("identity"), photo(t))
	require.True(t, answer.Success, "%s", answer.Body)
	w.took("fileUpload", answer)
	identity := identityBody(t, w.c, "001199"+secret.Digits(6))
	w.do(t, "authIdentity", identity, nil)
	w.do(t, "authPersonal", personalBody(), nil)
	w.do(t, "authCompany", companyBody(), nil)
	w.do(t, "authContacts", contactsBody(), nil)
	w.do(t, "authDetail", body{"topic": "identity"}, nil)
	w.do(t, "authDetail", body{"topic": "contacts"}, nil)
}

func (w *walk) cards(t *testing.T) {
	t.Helper()
	w.do(t, "bankCardBanks", body{}, nil)
	w.do(t, "bankCardAdd", cardBody("1903"+w.c.Phone[1:]), nil)
	w.do(t, "memberSendSmsCode", body{"phoneNum": w.c.Phone, "type": 202}, nil)
	w.do(t, "memberCheckSmsCode", body{"smsCode": w.Code(t, w.c.Phone), "type": 202}, nil)
	var second contract.BankCard
	w.do(t, "bankCardAdd", cardBody("1904"+w.c.Phone[1:]), &second)
	w.do(t, "bankCardList", body{}, nil)
	w.do(t, "bankCardDetail", body{"cardId": second.CardID}, nil)
	w.do(t, "bankCardSetDefault", body{"cardId": second.CardID}, nil)
	w.do(t, "bankCardUnbind", body{"cardId": second.CardID}, nil)
}

// offered applies and waits for the lender.
func (w *walk) offered(t *testing.T) contract.OrderRef {
	t.Helper()
	w.do(t, "loanList", body{}, nil)
	w.do(t, "loanDetail", body{"loanId": w.product.ID}, nil)
	w.do(t, "loanQuote", body{"loanId": w.product.ID, "amount": 5_000_000, "termDays": 91}, nil)
	w.do(t, "loanContract", body{"loanId": w.product.ID, "amount": 5_000_000, "termDays": 91}, nil)
	var order contract.OrderRef
	w.do(t, "loanApply", w.application(t, w.c, 5_000_000, 91), &order)
	w.await(t, w.c, order, loan.ToConfirm)
	w.do(t, "orderContract", body{"orderId": order.OrderID}, nil)
	return order
}

func (w *walk) borrow(t *testing.T) contract.OrderRef {
	t.Helper()
	order := w.offered(t)
	w.do(t, "orderConfirm", w.confirmation(t, w.c, order), nil)
	w.await(t, w.c, order, loan.WaitingPayment)
	w.do(t, "orderDetail", body{"orderId": order.OrderID}, nil)
	w.do(t, "orderList", body{"tab": "all"}, nil)
	var d contract.OrderDetailData
	require.Eventually(t, func() bool {
		d = w.detail(t, w.c, order)
		return len(d.Documents) == 1
	}, 30*time.Second, 50*time.Millisecond)
	w.get(t, "fileGet", strings.Replace(housetest.Operation(t, "fileGet").Path, "{id}", d.Documents[0].FileID.String(), 1))
	return order
}

// repay pays a part by code, and the rest, with something over, by transfer. The bank's reports are sent here, so that
// their round trips can be counted; one names nobody, one is a copy, one is taken back.
func (w *walk) repay(t *testing.T, order contract.OrderRef) {
	t.Helper()
	id := body{"orderId": order.OrderID}
	var due contract.RepayOptionsData
	w.do(t, "repayOptions", id, &due)
	var part, rest contract.PayIntentData
	w.do(t, "repayPaycode", body{"orderId": order.OrderID, "amount": 1_000_000, "purpose": "repayment"}, &part)
	w.do(t, "repayIntent", body{"intentId": part.IntentID}, nil)
	w.do(t, "repayLink", body{"payToken": part.PayToken}, nil)
	w.report(t, part.Memo, 1_000_000)
	w.report(t, part.Memo[:len(part.Memo)-1], 100_000)
	w.report(t, "nobody", 1_000)
	w.do(t, "repayOptions", id, nil)
	w.do(t, "repayBank", body{"orderId": order.OrderID, "amount": 1, "purpose": "payoff"}, &rest)
	last := w.report(t, rest.Memo, rest.Amount+50_000)
	last["type"], last["eventId"], last["originalReference"], last["reference"] = "reversal", "back", last["reference"], "RV1"
	w.hook(t, last)
	w.do(t, "repayBank", body{"orderId": order.OrderID, "amount": 1, "purpose": "payoff"}, &rest)
	w.report(t, rest.Memo, rest.Amount)
	var record contract.RecordData
	w.do(t, "repayRecord", body{"limit": 2}, &record)
	w.do(t, "repayReceipt", body{"paymentId": record.Payments[0].PaymentID}, nil)
	w.do(t, "repayCertificate", id, nil)
}

func (w *walk) report(t testing.TB, memo string, amount int64) body {
	t.Helper()
	from := payment.Incoming{PayerName: "NGUYEN THI LAN", PayerAccount: "0071000123456", PaidAt: w.Now()}
	event := report("W"+secret.Digits(12), memo, amount, from.PaidAt)
	// The bank knows the payer of what it reports: an overpayment goes back there.
	_, err := w.Pool.Exec(t.Context(), `
		INSERT INTO sandbox_bank.incoming (reference, account, amount, currency, memo, payer_account, paid_at)
		VALUES ($1, '1017595600', $2, 'VND', $3, $4, $5)`, event["reference"], amount, memo, from.PayerAccount, from.PaidAt)
	require.NoError(t, err)
	w.hook(t, event)
	w.hook(t, event)
	return event
}

func (w *walk) hook(t testing.TB, event body) {
	t.Helper()
	answer := hook(t, w.c, "sandbox", callbackKey(w.Town), time.Now(), event)
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	w.took("hookPayment", answer)
}

// turnBack applies again, changes the card and cancels.
func (w *walk) turnBack(t *testing.T) {
	t.Helper()
	order := w.offered(t)
	w.do(t, "memberSendSmsCode", body{"phoneNum": w.c.Phone, "type": 202}, nil)
	w.do(t, "memberCheckSmsCode", body{"smsCode": w.Code(t, w.c.Phone), "type": 202}, nil)
	var other contract.BankCard
	w.do(t, "bankCardAdd", cardBody("1905"+w.c.Phone[1:]), &other)
	w.do(t, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": other.CardID}, nil)
	w.do(t, "orderCancel", body{"orderId": order.OrderID, "reason": "changed my mind"}, nil)
}

// institution applies to a lender elsewhere, which answers by a signed callback.
func (w *walk) institution(t *testing.T) {
	t.Helper()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(a http.ResponseWriter, _ *http.Request) { a.WriteHeader(http.StatusAccepted) }))
	t.Cleanup(elsewhere.Close)
	require.NoError(t, product.SaveLender(t.Context(), w.Pool, product.Lender{
		Code: "far", Region: "vi", Name: "Xa", Licence: "GP", Type: "credit_institution", Gateway: "http", Endpoint: elsewhere.URL, Active: true,
	}))
	near := w.product
	w.product = w.save(t, product.Draft{Code: "far", LenderCode: "far", Version: version("Xa")})
	order := w.apply(t, w.c, 5_000_000, 91)
	w.product = near
	w.await(t, w.c, order, loan.UnderReview)
	raw := []byte(`{"eventId":"w1","orderId":"` + order.OrderID.String() + `","decision":"approved"}`)
	timestamp, signature := secret.Sign(lender.Key(w.Houses[0].Config.Lender.Key.Bytes(), "far"), time.Now(), raw)
	op := housetest.Operation(t, "hookLender")
	answer := w.c.Send(t, op, strings.Replace(op.Path, "{lender}", "far", 1), http.Header{
		"Content-Type": {"application/json"}, secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature},
	}, raw)
	require.True(t, answer.Success, "%s", answer.Body)
	w.took("hookLender", answer)
}

// newPhone logs in on another device, which has to name the second fact, and out.
func (w *walk) newPhone(t *testing.T) {
	t.Helper()
	var last4 string
	require.NoError(t, w.Pool.QueryRow(t.Context(), `SELECT id_last4 FROM identity WHERE member_id = $1`, w.c.MemberID).Scan(&last4))
	w.Wait(48 * time.Hour)
	w.c.Device, w.c.Token = uuid.NewString(), ""
	w.c.Login(t)
	w.do(t, "memberSecondFact", body{"idLast4": last4}, nil)
	w.do(t, "memberLogout", body{}, nil)
}
