package api_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// supportFlow returns the operator's side of a stack's support.
func supportFlow(t *testing.T, stack *apptest.Stack) *customersupport.Support {
	t.Helper()
	o, err := stack.Apps[0].OpsAccess()
	require.NoError(t, err)
	return o.Support
}

// spec: 2.m-customer
func TestContactsAreOpenToEverybody(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	var data contract.ContactsData
	stack.Client(t).OK(t, "supportContacts", body{}, &data)
	require.Equal(t, "19000000", data.Hotline)
	require.Equal(t, contract.ServiceHours{Days: []int{1, 2, 3, 4, 5, 6}, From: "08:00", To: "18:00"}, data.Hours)
	require.Positive(t, data.ComplaintDays)
	require.NotEmpty(t, data.Address)
}

// spec: 1.complaint, 1.message, 2.m-customer-complain, 2.m-customer-online
func TestBorrowerSeesAnswerToComplaint(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d, desk := newDebtor(t, stack, 10), supportFlow(t, stack)
	stack.Client(t).Refused(t, reason.SessionEnded, "supportComplain", body{"text": "x"})

	shown := screenshot(t, d.client)
	var complaint, note contract.TicketThread
	d.OK(t, "supportComplain", body{"text": " Sai số tiền \r\n lần hai ", "fileIds": []uuid.UUID{shown}, "orderId": d.loan.OrderID}, &complaint)
	d.OK(t, "supportMessage", body{"text": "Xin chào"}, &note)
	sent, message := complaint.Ticket, note.Ticket
	require.Regexp(t, `^YC\d{6}[2-9A-Z]{6}$`, sent.TicketNo)
	require.Len(t, complaint.Messages, 1)
	require.Equal(t, contract.Borrower, complaint.Messages[0].Author)
	require.Equal(t, "Sai số tiền \n lần hai", complaint.Messages[0].Text)
	require.Equal(t, []uuid.UUID{shown}, complaint.Messages[0].FileIds)
	require.Equal(t, d.loan.OrderNo, sent.OrderNo)
	require.Equal(t, stack.Apps[0].Region.Today(stack.Now()).AddDays(15), sent.DueOn)
	var list contract.TicketListData
	d.OK(t, "supportList", body{"limit": 1}, &list)
	require.Equal(t, message.TicketID, list.Tickets[0].TicketID, "the list starts with the newest ticket")
	d.OK(t, "supportList", body{"limit": 1, "cursor": list.NextCursor}, &list)
	require.Equal(t, sent.TicketID, list.Tickets[0].TicketID)
	require.Empty(t, list.NextCursor)

	waiting, err := desk.Waiting(t.Context(), "ops:lan", paging.First(10))
	require.NoError(t, err)
	require.Len(t, waiting.Rows, 2)
	require.Equal(t, message.TicketNo, waiting.Rows[0].Number, "the queue starts with the ticket that is due first")
	require.NoError(t, desk.Answer(t.Context(), "ops:lan", sent.TicketNo, "Đã sửa", false))
	var seen contract.TicketThread
	d.OK(t, "supportDetail", body{"ticketId": sent.TicketID}, &seen)
	require.Equal(t, contract.TicketStateAnswered, seen.Ticket.State)
	require.Equal(t, []string{"Sai số tiền \n lần hai", "Đã sửa"}, messageTexts(seen))
	require.Equal(t, contract.Support, seen.Messages[1].Author)
	require.NotNil(t, seen.Ticket.AnsweredAt)
	require.NoError(t, desk.Close(t.Context(), "ops:lan", sent.TicketNo))
	require.NoError(t, desk.Answer(t.Context(), "ops:lan", sent.TicketNo, "Chưa xong", true), "a ticket closed by mistake can be answered")
	d.OK(t, "supportDetail", body{"ticketId": sent.TicketID}, &seen)
	require.Equal(t, contract.TicketStateAnswered, seen.Ticket.State)
	require.NoError(t, desk.Close(t.Context(), "ops:lan", sent.TicketNo))
	require.Equal(t, reason.TicketNotFound, reason.Of(desk.Close(t.Context(), "ops:lan", "YC000000ABCDEF")))

	var box contract.InboxData
	d.OK(t, "supportInbox", body{}, &box)
	require.Equal(t, 4, box.Unread)
	require.Equal(t, "ticket_closed", box.Notices[0].Kind)
	require.Equal(t, "Chúng tôi đã trả lời bạn", box.Notices[1].Title)
	require.Equal(t, sent.TicketID, *box.Notices[1].SubjectID)
	var audited int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log WHERE actor = 'ops:lan' AND action LIKE 'ticket.%'`).Scan(&audited))
	require.Equal(t, 5, audited, "one entry each for the list, two answers and two closes")
}

// spec: 5.complaint-text, 9.complaint-300, 5.images-3, 9.images-3
func TestSupportMessageLimits(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	refused := func(field string, request body) string {
		t.Helper()
		return c.Refused(t, reason.InvalidParameter, "supportComplain", request).Failure.Fields[field]
	}
	c.OK(t, "supportComplain", body{"text": strings.Repeat("ộ", 300)}, nil)
	c.OK(t, "supportMessage", body{"text": strings.Repeat("😀", 300)}, nil)
	require.Equal(t, "Nội dung tối đa 300 ký tự.", refused("text", body{"text": strings.Repeat("ộ", 301)}))
	require.NotEmpty(t, refused("text", body{"text": " \n "}))
	require.NotEmpty(t, refused("text", body{"text": "a\x00b"}))
	three := []uuid.UUID{screenshot(t, c), screenshot(t, c), screenshot(t, c)}
	c.OK(t, "supportMessage", body{"text": "x", "fileIds": three}, nil)
	require.NotEmpty(t, refused("fileIds", body{"text": "x", "fileIds": append(three, screenshot(t, c))}))
	other := stack.Login(t)
	require.NotEmpty(t, refused("fileIds.0", body{"text": "x", "fileIds": []uuid.UUID{screenshot(t, other)}}), "an image of another member")
}

func TestSupportMessagesAreRateLimited(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	for range 10 {
		c.OK(t, "supportMessage", body{"text": "x"}, nil)
	}
	answer := c.Refused(t, reason.SupportTooMany, "supportComplain", body{"text": "x"})
	require.NotEmpty(t, answer.Header.Get("Retry-After"))
	c.Refused(t, reason.SupportTooMany, "supportComplain", body{"text": "x", "fileIds": []uuid.UUID{uuid.New()}, "orderId": uuid.New()})
	var written int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM support_ticket WHERE member_id = $1`, c.MemberID).Scan(&written))
	require.Equal(t, 10, written, "refused messages are not stored")
	stack.AdvanceWall(time.Hour)
	c.OK(t, "supportComplain", body{"text": "x"}, nil)
}

// One complaint sent twenty times to two processes makes one ticket. An answer concurrent with a close never comes
// after it, and its author is told.
func TestConcurrentTicketCalls(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	c, desk := stack.Login(t), supportFlow(t, stack)
	key, tickets := uuid.NewString(), make(chan string, 20)
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			answer := c.CallWith(t, key, "supportComplain", body{"text": "một lần"})
			if answer.Success {
				tickets <- string(answer.Data)
			}
		})
	}
	wait.Wait()
	close(tickets)
	var first string
	for one := range tickets {
		if first == "" {
			first = one
		}
		require.JSONEq(t, first, one)
	}
	require.NotEmpty(t, first, "at least one call is answered with the ticket")
	var stored int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM support_ticket`).Scan(&stored))
	require.Equal(t, 1, stored)

	for range 5 {
		var sent contract.TicketThread
		stack.Login(t).OK(t, "supportMessage", body{"text": "x"}, &sent)
		ticket := sent.Ticket
		var answered, closed error
		wait.Go(func() { answered = desk.Answer(t.Context(), "ops:a", ticket.TicketNo, "trả lời", false) })
		wait.Go(func() { closed = desk.Close(t.Context(), "ops:b", ticket.TicketNo) })
		wait.Wait()
		require.NoError(t, closed, "a ticket can be closed whether or not it is answered")
		seen, err := desk.Show(t.Context(), "ops:a", ticket.TicketNo)
		require.NoError(t, err)
		if errors.Is(answered, customersupport.ErrAnswered) {
			require.Equal(t, "closed", string(seen.State), "the close came first")
			require.Len(t, seen.Messages, 1)
			continue
		}
		require.NoError(t, answered)
		require.Contains(t, []string{"closed", "answered"}, string(seen.State))
		require.Len(t, seen.Messages, 2, "an accepted answer is in the ticket")
	}
}

func TestInboxListsLoanNotices(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	order := m.apply(t, c, 5_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	m.await(t, c, order, loan.WaitingPayment)
	var box contract.InboxData
	c.OK(t, "supportInbox", body{}, &box)
	require.Equal(t, []string{"paid_out", "offer_ready"}, []string{box.Notices[0].Kind, box.Notices[1].Kind})
	require.Equal(t, 2, box.Unread)
	require.Contains(t, box.Notices[1].Text, order.OrderNo)
	c.Lang = "th"
	c.OK(t, "supportInbox", body{"limit": 1}, &box)
	require.Contains(t, box.Notices[0].Title, "เข้าบัญชีแล้ว", "the notice is in the caller's current language")
	var unread contract.UnreadData
	c.OK(t, "supportRead", body{"noticeIds": []uuid.UUID{box.Notices[0].NoticeID}}, &unread)
	require.Equal(t, 1, unread.Unread)
	c.OK(t, "supportRead", body{"upTo": box.Notices[0].NoticeID}, &unread)
	require.Zero(t, unread.Unread)
	c.OK(t, "supportUnread", body{}, &unread)
	require.Zero(t, unread.Unread)
}

func TestPromiseIsKeptOrBroken(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d, desk := newDebtor(t, stack, 91+3), supportFlow(t, stack)
	id := body{"orderId": d.loan.OrderID}
	read := func() (h contract.HardshipData) {
		t.Helper()
		d.OK(t, "supportHardship", id, &h)
		return h
	}
	h := read()
	require.True(t, h.CanAsk)
	require.Nil(t, h.Current)
	require.Equal(t, d.options(t).DueNow, h.Owed)
	require.Equal(t, stack.Apps[0].Region.Today(stack.Now()).AddDays(14), h.LastDate)
	promise := func(date any, amount int64) body {
		return body{"orderId": d.loan.OrderID, "date": date, "amount": amount}
	}
	for field, request := range map[string]body{
		"date": promise(h.LastDate.AddDays(1), 1), "amount": promise(h.LastDate, h.Most+1),
	} {
		require.Contains(t, d.Refused(t, reason.InvalidParameter, "supportPromise", request).Failure.Fields, field)
	}
	require.Contains(t, d.Refused(t, reason.InvalidParameter, "supportPromise", promise(h.FirstDate.AddDays(-1), 1)).Failure.Fields, "date")

	var asked contract.Hardship
	d.OK(t, "supportPromise", promise(h.FirstDate.AddDays(5), 1_000_000), &asked)
	d.Refused(t, reason.HardshipOpen, "supportPlan", body{"orderId": d.loan.OrderID, "amount": 1, "text": "x"})
	require.Equal(t, h.Owed, read().Owed, "a promise does not change the amount owed")
	require.NoError(t, desk.AcceptHardship(t.Context(), "ops:lan", asked.HardshipID, customersupport.Acceptance{Words: "Cảm ơn bạn"}))
	require.Equal(t, contract.HardshipStateAccepted, read().Current.State)
	day := h.FirstDate.AddDays(5)
	agreed := &contract.OrderHardship{Kind: contract.OrderHardshipKindPromise, Accepted: true, Amount: 1_000_000, Date: &day}
	require.Equal(t, agreed, d.hardshipOnCards(t))
	stack.Advance(t, 7*24*time.Hour)
	require.Nil(t, d.hardshipOnCards(t), "the promised day has passed, whether or not the job has run")
	ended, err := desk.EndDueHardships(t.Context())
	require.NoError(t, err)
	require.LessOrEqual(t, ended, 1)
	require.Eventually(t, func() bool { return read().Current.State == contract.HardshipStateBroken }, 10*time.Second, 20*time.Millisecond)
	d.Refused(t, reason.StateChanged, "supportWithdraw", body{"hardshipId": asked.HardshipID})

	d.OK(t, "supportPromise", promise(read().FirstDate, 200_000), &asked)
	_, err = desk.EndDueHardships(t.Context())
	require.NoError(t, err)
	require.Equal(t, contract.HardshipStateOpen, read().Current.State, "payments before the promise do not count")
	event := report("KEEP", d.intent(t, "repayBank", 200_000, "repayment").Memo, 200_000, stack.Now())
	require.Equal(t, 200, hook(t, d.client, "sandbox", callbackKey(stack), time.Now(), event).Status)
	_, err = desk.EndDueHardships(t.Context())
	require.NoError(t, err)
	require.Eventually(t, func() bool { return read().Current.State == contract.HardshipStateKept }, 10*time.Second, 20*time.Millisecond)
}

// hardshipOnCards returns what the list and the loan page say about the open request.
func (d debtor) hardshipOnCards(t *testing.T) *contract.OrderHardship {
	t.Helper()
	var list contract.OrderListData
	d.OK(t, "orderList", body{"tab": "running"}, &list)
	var detail contract.OrderDetailData
	d.OK(t, "orderDetail", body{"orderId": d.loan.OrderID}, &detail)
	require.Len(t, list.Orders, 1)
	require.Equal(t, detail.Order.Hardship, list.Orders[0].Hardship)
	return detail.Order.Hardship
}

func TestOperatorAnswersAcceptsAndClosesPlan(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d, desk := newDebtor(t, stack, 20), supportFlow(t, stack)
	var asked contract.Hardship
	plan := body{"orderId": d.loan.OrderID, "amount": 500_000, "text": "Tôi mới nghỉ việc"}
	require.Nil(t, d.hardshipOnCards(t))
	d.OK(t, "supportPlan", plan, &asked)
	require.Equal(t, &contract.OrderHardship{Kind: contract.OrderHardshipKindPlan, Amount: 500_000}, d.hardshipOnCards(t))
	require.Equal(t, stack.Apps[0].Region.Today(stack.Now()).AddDays(7), *asked.RestsUntil, "reminders rest for seven days without a decision")
	require.ErrorIs(t, desk.AcceptHardship(t.Context(), "ops:lan", asked.HardshipID, customersupport.Acceptance{Until: stack.Apps[0].Region.Today(stack.Now()).AddDays(-1)}), customersupport.ErrUntil)
	require.NoError(t, desk.AnswerHardship(t.Context(), "ops:lan", asked.HardshipID, "Chúng tôi đang xem", false))
	var h contract.HardshipData
	d.OK(t, "supportHardship", body{"orderId": d.loan.OrderID}, &h)
	require.Equal(t, contract.HardshipStateOpen, h.Current.State)
	require.Equal(t, "Chúng tôi đang xem", h.Current.Answer)
	until := stack.Apps[0].Region.Today(stack.Now()).AddDays(30)
	require.NoError(t, desk.AcceptHardship(t.Context(), "ops:lan", asked.HardshipID, customersupport.Acceptance{Until: until, Words: "Đồng ý"}))
	d.OK(t, "supportHardship", body{"orderId": d.loan.OrderID}, &h)
	require.Equal(t, contract.HardshipStateAccepted, h.Current.State)
	require.Equal(t, "Đồng ý", h.Current.Answer)
	require.Equal(t, &until, h.Current.Date)
	require.Equal(t, &contract.OrderHardship{Kind: contract.OrderHardshipKindPlan, Accepted: true, Amount: 500_000, Date: &until}, d.hardshipOnCards(t))
	require.Len(t, noticesOf(t, d.client, "hardship_accepted"), 1)
	require.NoError(t, desk.CloseHardship(t.Context(), "ops:lan", asked.HardshipID, until, "Không thể"))
	require.Nil(t, d.hardshipOnCards(t))
	require.Equal(t, reason.StateChanged, reason.Of(desk.CloseHardship(t.Context(), "ops:lan", asked.HardshipID, money.Date{}, "")))

	// Ten concurrent requests leave one open.
	var wait sync.WaitGroup
	for range 10 {
		wait.Go(func() { d.Call(t, "supportPlan", plan) })
	}
	wait.Wait()
	var live int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM hardship WHERE state = 'open'`).Scan(&live))
	require.Equal(t, 1, live)
	stranger := stack.Login(t)
	stranger.Refused(t, reason.OrderNotFound, "supportHardship", body{"orderId": d.loan.OrderID})
}
