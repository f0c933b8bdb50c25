package api_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// A login that ends during a call with lasting effects leaves nothing of it: no identity, no payout account, no order and
// no loan, no product that is closed for a day, no extension whose fee is owed, no deletion, no other contacts, no changed
// consent, nothing sent to the operators in the borrower's name.
func TestSessionEndedDuringCallWritesNothing(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	for _, call := range []struct {
		operation string
		// ready prepares a borrower for the call and returns the body to send.
		ready func(t *testing.T) (*apptest.Client, body)
		// left counts what the call would have written.
		left string
	}{
		{"authIdentity", func(t *testing.T) (*apptest.Client, body) {
			c := m.Login(t)
			return c, identityBody(t, c, "001199"+c.Phone[len(c.Phone)-6:])
		}, `SELECT count(*) FROM identity WHERE member_id = $1`},
		{"bankCardAdd", func(t *testing.T) (*apptest.Client, body) {
			c := m.Login(t)
			m.verify(t, c, person{income: 4, born: "1995-05-05"})
			return c, cardBody("1903" + c.Phone[1:])
		}, `SELECT count(*) FROM bank_card WHERE member_id = $1`},
		{"orderChangeCard", func(t *testing.T) (*apptest.Client, body) {
			c := m.borrower(t)
			c.Refresh(t, 202)
			second := m.card(t, c, "1904"+c.Phone[1:])
			order := m.apply(t, c, 5_000_000, 91)
			m.await(t, c, order, loan.ToConfirm)
			return c, body{"orderId": order.OrderID, "bankCardId": second.CardID}
		}, `SELECT count(*) FROM loan_order o JOIN bank_card b ON b.id = o.bank_card_id WHERE o.member_id = $1 AND NOT b.is_default`},
		{"orderConfirm", func(t *testing.T) (*apptest.Client, body) {
			c := m.borrower(t)
			order := m.apply(t, c, 5_000_000, 91)
			m.await(t, c, order, loan.ToConfirm)
			return c, m.confirmation(t, c, order)
		}, `SELECT count(*) FROM disbursement d JOIN loan_order o ON o.id = d.order_id WHERE o.member_id = $1`},
		{"loanApply", func(t *testing.T) (*apptest.Client, body) {
			c := m.borrower(t)
			return c, m.application(t, c, 5_000_000, 91)
		}, `SELECT count(*) FROM loan_order WHERE member_id = $1`},
		{"orderCancel", func(t *testing.T) (*apptest.Client, body) {
			c := m.borrower(t)
			order := m.apply(t, c, 5_000_000, 91)
			m.await(t, c, order, loan.ToConfirm)
			return c, body{"orderId": order.OrderID}
		}, `SELECT count(*) FROM product_freeze WHERE member_id = $1`},
		{"repayExtend", func(t *testing.T) (*apptest.Client, body) {
			d := newDebtor(t, m.Stack, 80)
			return d.client, extension(d.order(), d.extendQuote(t).Choices[0], false)
		}, `SELECT count(*) FROM loan_extension e JOIN loan_order o ON o.id = e.order_id WHERE o.member_id = $1`},
		{"memberDeleteAccount", func(t *testing.T) (*apptest.Client, body) {
			c := m.Login(t)
			m.AdvanceWall(3 * time.Minute)
			c.SendCode(t, 203)
			return c, body{"smsCode": m.Code(t, c.Phone)}
		}, `SELECT count(*) FROM account_deletion WHERE member_id = $1`},
		{"authContacts", func(t *testing.T) (*apptest.Client, body) {
			return m.Login(t), contactsBody()
		}, `SELECT count(*) FROM contact WHERE member_id = $1`},
		{"authSaveDraft", func(t *testing.T) (*apptest.Client, body) {
			return m.Login(t), body{"topic": "personal", "data": body{"nickname": "Lan"}}
		}, `SELECT count(*) FROM verification_draft WHERE member_id = $1`},
		{"memberSetConsent", func(t *testing.T) (*apptest.Client, body) {
			return m.Login(t), consentBody("data_processing", false)
		}, `SELECT count(*) FROM consent WHERE member_id = $1 AND NOT granted`},
		{"supportPromise", func(t *testing.T) (*apptest.Client, body) {
			d := newDebtor(t, m.Stack, 80)
			return d.client, body{"orderId": d.loan.OrderID, "amount": 100_000, "date": m.Apps[0].Region.Today(m.Now()).AddDays(1)}
		}, `SELECT count(*) FROM hardship WHERE member_id = $1`},
		{"supportWithdraw", func(t *testing.T) (*apptest.Client, body) {
			d := newDebtor(t, m.Stack, 80)
			var asked contract.Hardship
			d.OK(t, "supportPlan", body{"orderId": d.loan.OrderID, "amount": 100_000, "text": "x"}, &asked)
			return d.client, body{"hardshipId": asked.HardshipID}
		}, `SELECT count(*) FROM hardship WHERE member_id = $1 AND state = 'withdrawn'`},
		{"supportMessage", func(t *testing.T) (*apptest.Client, body) {
			return m.Login(t), body{"text": "x"}
		}, `SELECT count(*) FROM support_ticket WHERE member_id = $1`},
		{"supportReply", func(t *testing.T) (*apptest.Client, body) {
			c := m.Login(t)
			return c, body{"ticketId": sendMessage(t, c, "x").TicketID, "text": "y"}
		}, `SELECT count(*) FROM support_message n JOIN support_ticket t ON t.id = n.ticket_id WHERE t.member_id = $1 AND n.body = 'y'`},
		{"supportSaveDraft", func(t *testing.T) (*apptest.Client, body) {
			return m.Login(t), body{"name": "message", "data": body{"text": "x"}}
		}, `SELECT count(*) FROM support_draft WHERE member_id = $1`},
		{"repayProof", func(t *testing.T) (*apptest.Client, body) {
			d := newDebtor(t, m.Stack, 80)
			var file contract.FileData
			readInto(t, upload(t, d.client, kindOf("proof"), photo(t)), &file)
			return d.client, body{"orderId": d.loan.OrderID, "fileIds": []uuid.UUID{file.FileID}, "note": "x"}
		}, `SELECT count(*) FROM repayment_proof WHERE member_id = $1`},
	} {
		t.Run(call.operation, func(t *testing.T) {
			c, asked := call.ready(t)
			own, err := membersOf(m.Stack, kyc.SecondFact{}).Find(t.Context(), c.Token)
			require.NoError(t, err)
			answer := whileLoggedOut(t, m.Stack, func(members *member.Members, tx pgx.Tx) error {
				return members.LogOutDevice(t.Context(), tx, own, own.DeviceID)
			}, func() apptest.Answer { return c.Call(t, call.operation, asked) })
			require.Equal(t, reason.SessionEnded, answer.Failure.Reason, "%s", answer.Body)
			var left int
			require.NoError(t, m.Pool.QueryRow(t.Context(), call.left, c.MemberID).Scan(&left))
			require.Zero(t, left)
		})
	}
}

// A login that an operator ends, for example of a stolen phone, leaves nothing either once the operator has been told
// that it has ended.
func TestSessionEndedByOperatorDuringCallWritesNothing(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.Login(t)
	asked := identityBody(t, c, "001199000128")
	answer := whileLoggedOut(t, m.Stack, func(_ *member.Members, tx pgx.Tx) error {
		_, err := member.EndSessions(c.MemberID, m.Now()).Read(t.Context(), tx)
		return err
	}, func() apptest.Answer { return c.Call(t, "authIdentity", asked) })
	require.Equal(t, reason.SessionEnded, answer.Failure.Reason, "%s", answer.Body)
	var left int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT (SELECT count(*) FROM identity WHERE member_id = $1)
			+ (SELECT count(*) FROM audit_log WHERE subject = 'member:' || $1 AND action = 'identity.submitted')`, c.MemberID).Scan(&left))
	require.Zero(t, left)
}

// After a new login the borrower continues with the same idempotency key: the end of the previous login is not stored
// as its answer.
func TestIdempotencyKeyCanBeReusedAfterNewLogin(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.Login(t)
	m.verify(t, c, person{income: 4, born: "1995-05-05"})
	key, card := uuid.NewString(), cardBody("1903"+c.Phone[1:])
	own, err := membersOf(m.Stack, kyc.SecondFact{}).Find(t.Context(), c.Token)
	require.NoError(t, err)
	answer := whileLoggedOut(t, m.Stack, func(members *member.Members, tx pgx.Tx) error {
		return members.LogOutDevice(t.Context(), tx, own, own.DeviceID)
	}, func() apptest.Answer { return c.CallWith(t, key, "bankCardAdd", card) })
	require.Equal(t, reason.SessionEnded, answer.Failure.Reason, "%s", answer.Body)
	c.Token = loginAgain(t, c)
	c.OK(t, "memberSecondFact", body{"idLast4": "0999"}, nil)
	answer = c.CallWith(t, key, "bankCardAdd", card)
	require.True(t, answer.Success, "%s", answer.Body)
}
