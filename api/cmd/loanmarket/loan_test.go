package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/historytest"
)

type body = map[string]any

// loan is the test of one loan from the login to the settlement. Its borrower's calls are cut off and repeated with the same key,
// as the app does.
type loan struct {
	*fixture
	*apptest.Client
	t      testing.TB
	random *rand.Rand
	ctx    context.Context
	// click is the advertisement through which the borrower came.
	click body

	camera *apptest.FacePhone

	order contract.OrderRef
	// A cancelled order ends the loan.
	cancelled bool
	// received is what the answers said was paid out, paid is what the borrower sent, back is what the bank reversed.
	received, paid, back int64
	settled              bool
}

// run goes through the steps from one index to before another.
func (l *loan) run(from, to int) error {
	steps := l.steps()
	for _, step := range steps[from:min(to, len(steps))] {
		if l.cancelled {
			return nil
		}
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (l *loan) steps() []func() error {
	steps := []func() error{l.enter, l.verify, l.apply, l.decide, l.payOut, l.payBack, l.takeBack}
	if l.everybody {
		steps = slices.Insert(steps, 2, l.prove, l.enrol)
	}
	return steps
}

// say makes a call until it is answered. A refusal is returned as an error, except for reasons that ask for a retry.
func (l *loan) say(operation string, request body, out any) error {
	key := uuid.NewString()
	if historytest.Judged(operation) {
		// The borrower taps twice.
		var second sync.WaitGroup
		second.Go(func() { _, _ = l.try(key, operation, request) })
		defer second.Wait()
	}
	for {
		answer, err := l.try(key, operation, request)
		switch {
		case l.ctx.Err() != nil:
			return fmt.Errorf("%s: no answer: %w", operation, l.ctx.Err())
		case err != nil, answer.Failure.Reason == reason.IdempotencyInProgress:
			pause(l.ctx, 20*time.Millisecond)
		case answer.Status == http.StatusServiceUnavailable:
			pause(l.ctx, max(20*time.Millisecond, time.Duration(answer.Failure.RetryAfter)*time.Second))
		case answer.Success && out != nil:
			return json.Unmarshal(answer.Data, out)
		case answer.Success:
			return nil
		default:
			return fmt.Errorf("%s: %d %s", operation, answer.Status, answer.Body)
		}
	}
}

// until repeats a call until done reports true.
func (l *loan) until(operation string, request body, out any, done func() bool) error {
	for {
		if err := l.say(operation, request, out); err != nil {
			return err
		}
		if done() {
			return nil
		}
		pause(l.ctx, 40*time.Millisecond)
	}
}

// once makes a call that cannot be repeated and reports whether it succeeded.
func (l *loan) once(operation string, request body, out any) bool {
	answer, err := l.try(uuid.NewString(), operation, request)
	return err == nil && answer.Success && (out == nil || json.Unmarshal(answer.Data, out) == nil)
}

// enter logs in. If the answer is lost, a new code is requested.
func (l *loan) enter() error {
	var data contract.LoginData
	for l.ctx.Err() == nil {
		code, err := l.code(200)
		if err != nil {
			return err
		}
		request := body{"phoneNum": l.Phone, "smsCode": code, "type": 200, "consents": apptest.Consents()}
		if l.everybody {
			maps.Copy(request, l.click)
		}
		if l.once("memberSmsLogin", request, &data) {
			l.Token, l.MemberID = data.Token, data.MemberID
			return nil
		}
	}
	return l.ctx.Err()
}

// code has a code sent, however often the answer is lost. The waiting times between codes are not under test.
func (l *loan) code(kind int) (string, error) {
	for l.ctx.Err() == nil {
		if err := l.plant(`DELETE FROM rate_limit WHERE bucket <> ALL (coalesce($1, array[]::text[]))`, l.limited); err != nil {
			return "", err
		}
		if l.once("memberSendSmsCode", body{"phoneNum": l.Phone, "type": kind}, nil) {
			text, err := l.message("%#%")
			_, code, _ := strings.Cut(text, "#")
			return code, err
		}
		pause(l.ctx, 20*time.Millisecond)
	}
	return "", l.ctx.Err()
}

// message returns the latest SMS to the number that matches a pattern.
func (l *loan) message(like string) (text string, err error) {
	const newest = `SELECT body FROM desk_sms WHERE phone = $1 AND body LIKE $2 ORDER BY id DESC LIMIT 1`
	err = l.outside.QueryRow(l.ctx, newest, "+84"+strings.TrimPrefix(l.Phone, "0"), like).Scan(&text)
	return text, err
}

func (l *loan) verify() error {
	if err := l.insist(func() error { return l.Verify(l.ctx, l.MemberID, apptest.Person{Income: 4, Born: "1995-05-05"}) }); err != nil {
		return err
	}
	ends := []string{"9999", "9999", payment.SuffixLostAnswer, payment.SuffixLostCall, payment.SuffixClosed}
	return l.card(ends[l.random.IntN(len(ends))])
}

func (l *loan) card(end string) error {
	number := "19" + l.Phone + end
	return l.say("bankCardAdd", body{"bankCode": "VCB", "accountNumber": number, "accountNumberAgain": number, "accountType": "account"}, nil)
}

func (l *loan) cards() (list contract.BankCardsData, err error) {
	err = l.say("bankCardList", body{}, &list)
	return list, err
}

func (l *loan) apply() error {
	amount := int64(4+l.random.IntN(20)) * 500_000
	var text contract.ContractData
	if err := l.say("loanContract", body{"loanId": l.product.ID, "amount": amount, "termDays": 91}, &text); err != nil {
		return err
	}
	list, err := l.cards()
	if err != nil {
		return err
	}
	return l.say("loanApply", body{
		"loanId": l.product.ID, "amount": amount, "termDays": 91, "bankCardId": list.Cards[0].CardID,
		"contractHash": text.Hash, "contractAccepted": true,
	}, &l.order)
}

// payOut waits for the payout. If the account turns out to be closed, another one replaces it.
func (l *loan) payOut() error {
	var detail contract.OrderDetailData
	paidOrFailed := func() bool { return detail.Order.Status == 9 || detail.Order.Status == 6 }
	if err := l.until("orderDetail", l.me(), &detail, paidOrFailed); err != nil {
		return err
	}
	if detail.Order.Status == 6 {
		if err := l.changeCard(); err != nil {
			return err
		}
		if err := l.until("orderDetail", l.me(), &detail, func() bool { return detail.Order.Status == 9 }); err != nil {
			return err
		}
	}
	l.received = detail.ActualReceived
	return nil
}

// changeCard selects another card. A new card may need the review of a person first, for which an UPDATE stands in.
func (l *loan) changeCard() error {
	old, err := l.cards()
	if err != nil {
		return err
	}
	if err := l.refresh(); err != nil {
		return err
	}
	if l.everybody {
		if err := l.showFace(); err != nil {
			return err
		}
	}
	if err := l.card("8888"); err != nil {
		return err
	}
	if err := l.plant(`UPDATE bank_card SET status = 1 WHERE member_id = $1`, l.MemberID); err != nil {
		return err
	}
	list, err := l.cards()
	if err != nil {
		return err
	}
	for _, card := range list.Cards {
		if card.CardID != old.Cards[0].CardID {
			return l.say("orderChangeCard", body{"orderId": l.order.OrderID, "bankCardId": card.CardID}, nil)
		}
	}
	return fmt.Errorf("no second card in %v", list.Cards)
}

// refresh checks a code to make the session fresh. A code whose check was cut off may be used up.
func (l *loan) refresh() error {
	for l.ctx.Err() == nil {
		code, err := l.code(202)
		if err != nil {
			return err
		}
		if l.once("memberCheckSmsCode", body{"smsCode": code, "type": 202}, nil) {
			return nil
		}
	}
	return l.ctx.Err()
}

// payBack repays a part by code and then, by transfer, more than the rest, and requests the certificate.
func (l *loan) payBack() error {
	var coded, rest contract.PayIntentData
	if err := l.say("repayPaycode", body{"orderId": l.order.OrderID, "amount": 1_000_000, "purpose": "repayment"}, &coded); err != nil {
		return err
	}
	from := payment.Incoming{PayerName: "NGUYEN THI LAN", PayerAccount: "0071000123456", PaidAt: l.Now()}
	if _, err := l.bank.PayCode(l.ctx, coded.QrText, 0, from); err != nil {
		return err
	}
	if err := l.credited(coded); err != nil {
		return err
	}
	if err := l.say("repayBank", body{"orderId": l.order.OrderID, "amount": 1, "purpose": "payoff"}, &rest); err != nil {
		return err
	}
	from.Account, from.Memo, from.Amount = rest.AccountNumber, "CT DEN "+rest.Memo, money.Of(rest.Amount+30_000, money.VND)
	if _, err := l.bank.Pay(l.ctx, from); err != nil {
		return err
	}
	l.paid, l.settled = 1_000_000+from.Amount.Minor, true
	if err := l.credited(rest); err != nil {
		return err
	}
	// The certificate is made at the first request.
	return l.say("repayCertificate", l.me(), nil)
}

func (l *loan) credited(intent contract.PayIntentData) error {
	var seen contract.PayIntentData
	return l.until("repayIntent", body{"intentId": intent.IntentID}, &seen, func() bool { return seen.State == contract.PayIntentDataStatePaid })
}

// takeBack sometimes has the bank reverse the first payment, which opens the debt again.
func (l *loan) takeBack() error {
	if l.random.IntN(3) > 0 {
		return nil
	}
	return l.takeFirstBack()
}

func (l *loan) takeFirstBack() error {
	var reference string
	const find = `SELECT gateway_reference FROM payment WHERE order_id = $1 AND amount = 1000000`
	if err := l.insist(func() error { return l.Owner.QueryRow(l.ctx, find, l.order.OrderID).Scan(&reference) }); err != nil {
		return err
	}
	if err := l.bank.TakeBack(l.ctx, reference, "sender's bank", l.Now()); err != nil {
		return err
	}
	l.back, l.settled = 1_000_000, false
	var detail contract.OrderDetailData
	return l.until("orderDetail", l.me(), &detail, func() bool { return detail.Remaining > 0 })
}
