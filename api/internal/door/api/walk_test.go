package api_test

import (
	"encoding/hex"
	"encoding/json"
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
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// journey makes every call of the contract at least once, in two life cycles of a loan, and records the maximum number
// of round trips per call. The table of round trips and the check of the plans use it.
type journey struct {
	market
	c    *apptest.Client
	most map[string]int
}

func newWalk(m market) *journey { return &journey{market: m, most: map[string]int{}} }

func (w *journey) recordTrips(operation string, a apptest.Answer) {
	w.most[operation] = max(w.most[operation], a.Trips)
}

// do makes a call that must succeed.
func (w *journey) do(t testing.TB, operation string, b body, out any) {
	t.Helper()
	w.recordTrips(operation, w.c.OK(t, operation, b, out))
}

// get makes a call whose answer is not JSON.
func (w *journey) get(t testing.TB, operation, path string) {
	t.Helper()
	answer := w.c.Send(t, apptest.Operation(t, operation), path, nil, nil)
	require.Equal(t, http.StatusOK, answer.Status, "%s: %s", operation, answer.Body)
	w.recordTrips(operation, answer)
}

func (w *journey) runAll(t *testing.T) {
	t.Helper()
	w.login(t)
	w.submitVerification(t)
	w.number(t)
	w.cards(t)
	order := w.borrow(t)
	w.support(t, order)
	w.repay(t, order)
	w.cancelOffer(t)
	w.institution(t)
	w.newPhone(t)
	w.leave(t)
}

func (w *journey) login(t *testing.T) {
	t.Helper()
	w.c = w.Client(t)
	w.do(t, "configProduct", body{}, nil)
	w.do(t, "memberCheckPhone", body{"phoneNum": w.c.Phone}, nil)
	w.do(t, "memberGetLoginType", body{"phoneNum": w.c.Phone}, nil)
	w.get(t, "getValidateCode", apptest.Operation(t, "getValidateCode").Path+"?mobile="+w.c.Phone+"&timestamp=1")
	w.visitPages(t)
	w.do(t, "memberSendSmsCode", send(w.c.Phone), nil)
	var data contract.LoginData
	came := login(w.c.Phone, w.Code(t, w.c.Phone))
	came["channelCode"], came["adsConsent"], came["consents"] = "organic", true, apptest.Consents()
	w.do(t, "memberSmsLogin", came, &data)
	w.c.Token, w.c.MemberID = data.Token, data.MemberID
	w.do(t, "submitDataRecord", body{"pageId": "/m/home", "buttonId": "borrow"}, nil)
	w.do(t, "chatIdentity", body{}, nil)
	w.do(t, "memberQuery", body{}, nil)
}

// visitPages makes the calls of a visitor's pages.
func (w *journey) visitPages(t *testing.T) {
	t.Helper()
	var channel contract.ChannelData
	w.do(t, "channelQueryByCode", body{"code": "organic"}, &channel)
	w.do(t, "channelAccess", body{"channelCode": "organic", "accessToken": channel.AccessToken}, nil)
	w.do(t, "submitDataRecord", body{"phoneNumber": w.c.Phone, "pageId": "/m/land", "buttonId": ""}, nil)
	w.do(t, "submitPageError", pageError("x is undefined"), nil)
	w.do(t, "mainGuide", body{}, nil)
	w.do(t, "mainAdvertise", body{}, nil)
	op := apptest.Operation(t, "contentPage")
	answer := w.c.Send(t, op, strings.Replace(op.Path, "{page}", "help", 1), http.Header{"Content-Type": {"application/json"}}, []byte("{}"))
	require.True(t, answer.Success, "%s", answer.Body)
	w.recordTrips("contentPage", answer)
}

func (w *journey) submitVerification(t *testing.T) {
	t.Helper()
	w.do(t, "authList", body{}, nil)
	w.do(t, "authOptions", body{}, nil)
	w.do(t, "authAreas", body{"parent": "01"}, nil)
	w.do(t, "authSaveDraft", body{"topic": "personal", "data": body{"nickname": "Lan"}}, nil)
	answer := upload(t, w.c, kindOf("identity"), photo(t))
	require.True(t, answer.Success, "%s", answer.Body)
	w.recordTrips("fileUpload", answer)
	identity := identityBody(t, w.c, "001199"+secret.Digits(6))
	w.do(t, "authIdentity", identity, nil)
	w.do(t, "authPersonal", personalBody(), nil)
	w.do(t, "authCompany", companyBody(), nil)
	w.do(t, "authContacts", contactsBody(), nil)
	w.do(t, "authDetail", body{"topic": "identity"}, nil)
	w.do(t, "authDetail", body{"topic": "contacts"}, nil)
}

// number proves the number with its carrier, which also sends a report of its own, and opens an account there.
func (w *journey) number(t *testing.T) {
	t.Helper()
	do := func(operation string, b body) apptest.Answer {
		answer := mall(t, w.c, operation, b)
		require.True(t, answer.Success, "%s: %s", operation, answer.Body)
		w.recordTrips(operation, answer)
		return answer
	}
	w.do(t, "optIndex", body{}, nil)
	do("mallDetail", withPassword(password))
	do("mallIndex", body{})
	w.Advance(t, 61*time.Second)
	do("mallCode", body{})
	do("mallNext", codeIs(operatorCode(t, w.c)))
	proved := until(t, w.c, "succeeded")
	do("mallResult", body{})
	answer := reported(t, w.c, "sandbox", carrierKey(w.Stack), time.Now(), sessionReport(proved, "known", "verified"))
	require.True(t, answer.Success, "%s", answer.Body)
	do("mallRegister", body{"type": "password", "password": "matkhau7391", "passwordAgain": "matkhau7391"})
	opening := mallOK(t, w.c, "mallResult", body{})
	answer = reported(t, w.c, "sandbox", carrierKey(w.Stack), time.Now(), sessionReport(opening, "opened", "verified"))
	require.True(t, answer.Success, "%s", answer.Body)
	w.recordTrips("hookCarrier", answer)
	w.do(t, "authList", body{}, nil)
}

func (w *journey) cards(t *testing.T) {
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
func (w *journey) offered(t *testing.T) contract.OrderRef {
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

func (w *journey) borrow(t *testing.T) contract.OrderRef {
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
	w.get(t, "fileGet", strings.Replace(apptest.Operation(t, "fileGet").Path, "{id}", d.Documents[0].FileID.String(), 1))
	return order
}

// repay pays a part by code, and the rest with an overpayment by transfer. The test sends the bank's reports itself so
// that their round trips can be counted. One names nobody, one is a copy, and one is a reversal.
func (w *journey) repay(t *testing.T, order contract.OrderRef) {
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
	w.extendLoan(t, order)
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
	w.do(t, "repayStatement", body{"orderId": order.OrderID, "format": "csv"}, nil)
}

// extendLoan moves the due date twice, with the fee added to the debt and with the fee paid, and sends a proof.
func (w *journey) extendLoan(t *testing.T, order contract.OrderRef) {
	t.Helper()
	id := body{"orderId": order.OrderID}
	for _, paid := range []bool{false, true} {
		var quote contract.ExtendQuoteData
		w.do(t, "repayExtendQuote", id, &quote)
		var done contract.ExtendData
		w.do(t, "repayExtend", extension(order, quote.Choices[0], paid), &done)
		if paid {
			var intent contract.PayIntentData
			w.do(t, "repayIntent", body{"intentId": done.IntentID}, &intent)
			w.report(t, intent.Memo, intent.Amount)
		}
	}
	answer := upload(t, w.c, kindOf("proof"), photo(t))
	var file contract.FileData
	require.NoError(t, json.Unmarshal(answer.Data, &file), "%s", answer.Body)
	w.do(t, "repayProof", body{"orderId": order.OrderID, "fileIds": []uuid.UUID{file.FileID}, "note": "paid this morning"}, nil)
	w.do(t, "repayProofs", id, nil)
}

func extension(order contract.OrderRef, c contract.ExtendChoice, paid bool) body {
	return body{
		"orderId": order.OrderID, "times": c.Times, "fee": c.Fee, "newDueDate": c.NewDueDate, "paid": paid, "method": "bank", "accepted": true,
		"digest": c.Digest,
	}
}

func (w *journey) report(t testing.TB, memo string, amount int64) body {
	t.Helper()
	from := payment.Incoming{PayerName: "NGUYEN THI LAN", PayerAccount: "0071000123456", PaidAt: w.Now()}
	event := report("W"+secret.Digits(12), memo, amount, from.PaidAt)
	// The bank knows the payer of the reported payment, so that an overpayment can be refunded.
	_, err := w.Pool.Exec(t.Context(), `
		INSERT INTO sandbox_bank.incoming (reference, account, amount, currency, memo, payer_account, paid_at)
		VALUES ($1, '1017595600', $2, 'VND', $3, $4, $5)`, event["reference"], amount, memo, from.PayerAccount, from.PaidAt)
	require.NoError(t, err)
	w.hook(t, event)
	w.hook(t, event)
	return event
}

// hookReversal names the reversals among the calls of hookPayment.
const hookReversal = "hookPayment: reversal"

func (w *journey) hook(t testing.TB, event body) {
	t.Helper()
	answer := hook(t, w.c, "sandbox", callbackKey(w.Stack), time.Now(), event)
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	if event["type"] == "reversal" {
		w.recordTrips(hookReversal, answer)
	} else {
		w.recordTrips("hookPayment", answer)
	}
}

// support writes to customer service, reads the inbox and asks for more time.
func (w *journey) support(t *testing.T, order contract.OrderRef) {
	t.Helper()
	w.do(t, "supportContacts", body{}, nil)
	shown := screenshot(t, w.c)
	w.do(t, "supportSaveDraft", body{"name": "message", "data": body{"text": "Xin"}}, nil)
	w.do(t, "supportDraft", body{"name": "message"}, nil)
	w.do(t, "supportMessage", body{"text": "Xin chào", "fileIds": []uuid.UUID{shown}}, nil)
	var sent contract.TicketThread
	w.do(t, "supportComplain", body{"text": "Chưa đúng", "fileIds": []uuid.UUID{shown}, "orderId": order.OrderID}, &sent)
	w.do(t, "supportList", body{"limit": 1}, nil)
	w.do(t, "supportDetail", body{"ticketId": sent.Ticket.TicketID}, nil)
	w.do(t, "supportReply", body{"ticketId": sent.Ticket.TicketID, "text": "Thêm một ảnh", "fileIds": []uuid.UUID{shown}}, nil)
	var box contract.InboxData
	w.do(t, "supportInbox", body{}, &box)
	w.do(t, "supportUnread", body{}, nil)
	w.do(t, "supportRead", body{"noticeIds": []uuid.UUID{box.Notices[0].NoticeID}, "upTo": box.Notices[0].NoticeID}, nil)
	id := body{"orderId": order.OrderID}
	var h contract.HardshipData
	w.do(t, "supportHardship", id, &h)
	var asked contract.Hardship
	w.do(t, "supportPlan", body{"orderId": order.OrderID, "amount": 500_000, "text": "Tôi mới nghỉ việc"}, &asked)
	w.do(t, "supportWithdraw", body{"hardshipId": asked.HardshipID}, nil)
	w.do(t, "supportPromise", body{"orderId": order.OrderID, "amount": 500_000, "date": h.LastDate}, &asked)
	w.do(t, "supportWithdraw", body{"hardshipId": asked.HardshipID}, nil)
}

// screenshot uploads a picture for a message.
func screenshot(t *testing.T, c *apptest.Client) uuid.UUID {
	t.Helper()
	answer := upload(t, c, kindOf("complaint"), photo(t))
	require.True(t, answer.Success, "%s", answer.Body)
	var file contract.FileData
	require.NoError(t, json.Unmarshal(answer.Data, &file))
	return file.FileID
}

// cancelOffer applies again, changes the card and cancels.
func (w *journey) cancelOffer(t *testing.T) {
	t.Helper()
	order := w.offered(t)
	w.do(t, "memberSendSmsCode", body{"phoneNum": w.c.Phone, "type": 202}, nil)
	w.do(t, "memberCheckSmsCode", body{"smsCode": w.Code(t, w.c.Phone), "type": 202}, nil)
	var other contract.BankCard
	card := cardBody("1905" + w.c.Phone[1:])
	card["faceObstacle"] = "001"
	w.do(t, "bankCardAdd", card, &other)
	w.do(t, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": other.CardID}, nil)
	w.do(t, "orderCancel", body{"orderId": order.OrderID, "reason": "changed my mind"}, nil)
}

// institution applies to an external lender, which answers by a signed callback.
func (w *journey) institution(t *testing.T) {
	t.Helper()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(a http.ResponseWriter, _ *http.Request) { a.WriteHeader(http.StatusAccepted) }))
	t.Cleanup(elsewhere.Close)
	require.NoError(t, product.SaveLender(t.Context(), w.Pool, pricing.Price, product.Lender{
		Code: "far", Region: "vi", Name: "Xa", Licence: "GP", Type: "credit_institution", Gateway: "http", Endpoint: elsewhere.URL, Active: true,
	}))
	near := w.product
	w.product = w.save(t, product.Draft{Code: "far", LenderCode: "far", Version: version("Xa")})
	order := w.apply(t, w.c, 5_000_000, 91)
	w.product = near
	w.await(t, w.c, order, loan.UnderReview)
	raw := []byte(`{"eventId":"w1","orderId":"` + order.OrderID.String() + `","decision":"approved"}`)
	timestamp, signature := secret.Sign(lender.Key(w.Apps[0].Config.Lender.Key.Bytes(), "far"), time.Now(), raw)
	op := apptest.Operation(t, "hookLender")
	answer := w.c.Send(t, op, strings.Replace(op.Path, "{lender}", "far", 1), http.Header{
		"Content-Type": {"application/json"}, secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature},
	}, raw)
	require.True(t, answer.Success, "%s", answer.Body)
	w.recordTrips("hookLender", answer)
}

// newPhone logs in on two other devices and out again. The previous device approves the first, and the second passes
// the second fact.
func (w *journey) newPhone(t *testing.T) {
	t.Helper()
	var last4 string
	require.NoError(t, w.Pool.QueryRow(t.Context(), `SELECT id_last4 FROM identity WHERE member_id = $1`, w.c.MemberID).Scan(&last4))
	before := *w.c
	w.AdvanceWall(48 * time.Hour)
	w.c.Device, w.c.Token = uuid.NewString(), ""
	w.c.Login(t)
	w.do(t, "memberApproval", body{}, nil)
	var asked contract.ApprovalData
	w.do(t, "memberAskApproval", body{}, &asked)
	fresh := w.c
	w.c = &before
	var waits contract.PendingApprovalData
	w.do(t, "memberPendingApproval", body{}, &waits)
	w.do(t, "memberAnswerApproval", approve(waits.Request.ApprovalID, asked.Digits), nil)
	w.do(t, "memberLogout", body{}, nil)
	w.c = fresh
	w.do(t, "memberLogout", body{}, nil)
	w.do(t, "memberEndSession", body{"handle": hex.EncodeToString(secret.TokenHash(w.c.Token))}, nil)
	w.AdvanceWall(48 * time.Hour)
	w.c.Device, w.c.Token = uuid.NewString(), ""
	w.c.Login(t)
	w.do(t, "memberSecondFact", body{"idLast4": last4}, nil)
	w.do(t, "memberLogout", body{}, nil)
}

// leave reads the copy of the data, and requests and withdraws the deletion. At login the member agrees to everything.
func (w *journey) leave(t *testing.T) {
	t.Helper()
	w.c = w.Client(t)
	w.c.SendCode(t, 200)
	var data contract.LoginData
	words := []body{{"kind": "terms", "version": "1.0", "granted": true}, {"kind": "privacy", "version": "1.0", "granted": true}}
	w.do(t, "memberSmsLogin", body{"phoneNum": w.c.Phone, "smsCode": w.Code(t, w.c.Phone), "type": 200, "consents": words}, &data)
	w.c.Token, w.c.MemberID = data.Token, data.MemberID
	w.do(t, "memberConsents", body{}, nil)
	w.do(t, "memberSetConsent", body{"kind": "marketing", "version": "1.0", "granted": true}, nil)
	w.do(t, "memberDevices", body{}, nil)
	w.do(t, "memberLogOutDevices", body{}, nil)
	w.c.Refresh(t, 204)
	w.do(t, "memberData", body{}, nil)
	w.do(t, "memberDeletionStatus", body{}, nil)
	w.c.SendCode(t, 203)
	w.do(t, "memberDeleteAccount", body{"smsCode": w.Code(t, w.c.Phone)}, nil)
	w.do(t, "memberWithdrawDeletion", body{}, nil)
}
