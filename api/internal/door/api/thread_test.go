package api_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// messageTexts returns the texts of a conversation.
func messageTexts(thread contract.TicketThread) []string {
	texts := make([]string, len(thread.Messages))
	for i, m := range thread.Messages {
		texts[i] = m.Text
	}
	return texts
}

// read returns a ticket as its borrower sees it.
func read(t *testing.T, c *apptest.Client, id uuid.UUID) (thread contract.TicketThread) {
	t.Helper()
	c.OK(t, "supportDetail", body{"ticketId": id}, &thread)
	return thread
}

// sendMessage sends a message and returns its ticket.
func sendMessage(t *testing.T, c *apptest.Client, text string) contract.Ticket {
	t.Helper()
	var sent contract.TicketThread
	c.OK(t, "supportMessage", body{"text": text}, &sent)
	return sent.Ticket
}

// spec: 1.message, 1.complaint, 5.images-3
func TestTicketConversation(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c, desk := stack.Login(t), supportFlow(t, stack)
	sent := sendMessage(t, c, "Phí này là gì?")
	promised := sent.DueOn

	shown := screenshot(t, c)
	var thread contract.TicketThread
	stack.Advance(t, time.Hour)
	c.OK(t, "supportReply", body{"ticketId": sent.TicketID, "text": "Đây là ảnh.", "fileIds": []uuid.UUID{shown}}, &thread)
	require.Equal(t, contract.TicketStateOpen, thread.Ticket.State)
	require.Equal(t, promised, thread.Ticket.DueOn, "a follow-up does not postpone the due day")
	require.Equal(t, []uuid.UUID{shown}, thread.Messages[1].FileIds)

	require.NoError(t, desk.Answer(t.Context(), "ops:lan", sent.TicketNo, "Phí thu trước.", false))
	require.ErrorIs(t, desk.Answer(t.Context(), "ops:lan", sent.TicketNo, " Phí thu trước. ", false), customersupport.ErrRepeatedAnswer, "a repeated answer is refused")
	require.NoError(t, desk.Answer(t.Context(), "ops:minh", sent.TicketNo, "Xem điều 3.", true))
	thread = read(t, c, sent.TicketID)
	require.Equal(t, []string{"Phí này là gì?", "Đây là ảnh.", "Phí thu trước.", "Xem điều 3."}, messageTexts(thread))
	require.Equal(t, contract.TicketStateAnswered, thread.Ticket.State)
	require.True(t, thread.CanReply)
	last := stack.Apps[0].Region.Today(stack.Now()).AddDays(14)
	require.Equal(t, last, *thread.ReplyUntil)
	waiting, err := desk.Waiting(t.Context(), "ops:lan", paging.First(10))
	require.NoError(t, err)
	require.Empty(t, waiting.Rows)
	var box contract.InboxData
	c.OK(t, "supportInbox", body{}, &box)
	require.Equal(t, 2, box.Unread, "each answer sends a notice")

	// On the last day a reply opens the ticket again with a new due day. One day later it would not.
	stack.Advance(t, 14*24*time.Hour)
	c.OK(t, "supportReply", body{"ticketId": sent.TicketID, "text": "Tôi vẫn chưa rõ."}, &thread)
	require.Equal(t, contract.TicketStateOpen, thread.Ticket.State)
	require.Nil(t, thread.ReplyUntil)
	require.Equal(t, stack.Apps[0].Region.Today(stack.Now()).AddDays(2), thread.Ticket.DueOn)
	waiting, err = desk.Waiting(t.Context(), "ops:lan", paging.First(10))
	require.NoError(t, err)
	require.Len(t, waiting.Rows, 1)
	require.Equal(t, 5, waiting.Rows[0].Count)
	require.NoError(t, desk.Answer(t.Context(), "ops:lan", sent.TicketNo, "Chúng tôi sẽ gọi bạn.", false))
	stack.Advance(t, 15*24*time.Hour)
	require.False(t, read(t, c, sent.TicketID).CanReply)
	c.Refused(t, reason.TicketEnded, "supportReply", body{"ticketId": sent.TicketID, "text": "muộn"})
}

func TestFollowUpLimits(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c, other, desk := stack.Login(t), stack.Login(t), supportFlow(t, stack)
	sent := sendMessage(t, c, "x")
	reply := func(text string, files ...uuid.UUID) body {
		return body{"ticketId": sent.TicketID, "text": text, "fileIds": append([]uuid.UUID{}, files...)}
	}
	field := func(request body) string {
		t.Helper()
		for name := range c.Refused(t, reason.InvalidParameter, "supportReply", request).Failure.Fields {
			return name
		}
		return ""
	}
	require.Equal(t, "text", field(reply(strings.Repeat("ộ", 301))))
	require.Equal(t, "text", field(reply(" ")))
	four := []uuid.UUID{screenshot(t, c), screenshot(t, c), screenshot(t, c), screenshot(t, c)}
	require.Equal(t, "fileIds", field(reply("x", four...)))
	require.Equal(t, "fileIds.0", field(reply("x", screenshot(t, other))), "an image of another member")
	other.Refused(t, reason.TicketNotFound, "supportReply", reply("x"))
	for range 9 {
		c.OK(t, "supportReply", reply("thêm"), nil)
	}
	require.NotEmpty(t, c.Refused(t, reason.SupportTooMany, "supportReply", reply("thêm")).Header.Get("Retry-After"))
	stack.AdvanceWall(time.Hour)
	require.NoError(t, desk.Close(t.Context(), "ops:lan", sent.TicketNo))
	c.Refused(t, reason.TicketEnded, "supportReply", reply("đã đóng"))
	require.Len(t, read(t, c, sent.TicketID).Messages, 10)
	require.NoError(t, desk.Answer(t.Context(), "ops:lan", sent.TicketNo, "chưa xong", true))
	c.OK(t, "supportReply", reply("mở lại"), nil)
}

// A follow-up sent many times to two processes appears once. One concurrent with a close is either in the ticket or
// refused, and there is an answer in both cases.
func TestConcurrentFollowUps(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	c, desk := stack.Login(t), supportFlow(t, stack)
	sent := sendMessage(t, c, "x")
	key := uuid.NewString()
	var wait sync.WaitGroup
	for range 12 {
		wait.Go(func() { c.CallWith(t, key, "supportReply", body{"ticketId": sent.TicketID, "text": "một lần"}) })
	}
	wait.Wait()
	require.Equal(t, []string{"x", "một lần"}, messageTexts(read(t, c, sent.TicketID)))
	for range 5 {
		c := stack.Login(t)
		ticket := sendMessage(t, c, "x")
		var replied apptest.Answer
		var answered, closed error
		wait.Go(func() { replied = c.Call(t, "supportReply", body{"ticketId": ticket.TicketID, "text": "thêm"}) })
		wait.Go(func() { answered = desk.Answer(t.Context(), "ops:a", ticket.TicketNo, "trả lời", true) })
		wait.Go(func() { closed = desk.Close(t.Context(), "ops:b", ticket.TicketNo) })
		wait.Wait()
		require.NoError(t, closed)
		require.NoError(t, answered, "a ticket that was just closed can be answered")
		thread := read(t, c, ticket.TicketID)
		require.Equal(t, replied.Success, slices.Contains(messageTexts(thread), "thêm"))
		require.Contains(t, messageTexts(thread), "trả lời")
	}
}

func TestConversationIsInDataCopyAndErasedOnDeletion(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	desk := supportFlow(t, m.Stack)
	sent := sendMessage(t, c, "Chuyện riêng của tôi")
	c.OK(t, "supportReply", body{"ticketId": sent.TicketID, "text": "Thêm chuyện riêng", "fileIds": []uuid.UUID{screenshot(t, c)}}, nil)
	require.NoError(t, desk.Answer(t.Context(), "ops:lan", sent.TicketNo, "Chào chị Lan", false))
	require.Equal(t, []string{"Chuyện riêng của tôi", "Thêm chuyện riêng", "Chào chị Lan"}, messageTexts(read(t, c, sent.TicketID)))
	setIDNumber(t, m.Stack, c, "001199000999")
	c.Refresh(t, 204)
	copied := string(c.OK(t, "memberData", body{}, nil).Data)
	for _, text := range []string{"Thêm chuyện riêng", "Chào chị Lan"} {
		require.Contains(t, copied, text)
	}
	requestDeletion(t, c)
	m.Advance(t, wait)
	m.erase(t, c)
	var words, images int
	require.NoError(t, m.Owner.QueryRow(t.Context(), `
		SELECT (SELECT count(*) FROM support_message WHERE body <> ''), (SELECT count(*) FROM support_message_file)`).Scan(&words, &images))
	require.Zero(t, words+images)
}
