package api_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// draftOf returns the draft stored under a name, or an empty text.
func draftOf(t *testing.T, c *apptest.Client, name string) string {
	t.Helper()
	var draft contract.DraftData
	c.OK(t, "supportDraft", body{"name": name}, &draft)
	if draft.Data == nil {
		return ""
	}
	return *draft.Data.Text
}

func TestSupportDraftIsPrivateAndKeptUntilSent(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c, other := stack.Login(t), stack.Login(t)
	typed := func(name, text string) {
		t.Helper()
		c.OK(t, "supportSaveDraft", body{"name": name, "data": body{"text": text, "fileIds": []string{}}}, nil)
	}
	require.Empty(t, draftOf(t, c, "message"))
	typed("message", "Xin chà")
	typed("message", "Xin chào")
	typed("complaint", "Chưa đúng")
	require.Equal(t, "Xin chào", draftOf(t, c, "message"))
	require.Empty(t, draftOf(t, other, "message"), "another member does not see the draft")
	sent := sendMessage(t, c, "Xin chào")
	require.Empty(t, draftOf(t, c, "message"), "sending the message deletes its draft")
	require.Equal(t, "Chưa đúng", draftOf(t, c, "complaint"))

	reply := "reply:" + sent.TicketID.String()
	typed(reply, "Thêm")
	c.OK(t, "supportReply", body{"ticketId": sent.TicketID, "text": "Thêm"}, nil)
	require.Empty(t, draftOf(t, c, reply))
	c.OK(t, "supportSaveDraft", body{"name": "complaint", "data": nil}, nil)
	require.Empty(t, draftOf(t, c, "complaint"))
	for _, name := range []string{"", "letter", "reply:7", "plan:" + sent.TicketNo} {
		c.Refused(t, reason.InvalidParameter, "supportSaveDraft", body{"name": name, "data": nil})
	}

	t.Run("the draft is found after a new login on the same phone", func(t *testing.T) {
		typed("message", "Tôi muốn hỏi")
		stack.AdvanceWall(24 * time.Hour)
		c.Token = ""
		c.Login(t)
		require.Equal(t, "Tôi muốn hỏi", draftOf(t, c, "message"))
	})
	t.Run("the oldest drafts are deleted above the limit", func(t *testing.T) {
		for range 21 {
			c.OK(t, "supportSaveDraft", body{"name": "plan:" + uuid.NewString(), "data": body{"text": "x"}}, nil)
		}
		var kept int
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM support_draft WHERE member_id = $1`, c.MemberID).Scan(&kept))
		require.Equal(t, 20, kept)
	})
}
