package api

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

func inboxCalls(a *API) {
	server.ReadOnly(a.Server, "supportInbox", a.supportInbox)
	server.ReadOnly(a.Server, "supportUnread", a.supportUnread)
	server.Call(a.Server, "supportRead", a.supportRead)
}

func (a *API) supportInbox(ctx context.Context, c server.Caller, req contract.PageRequest) (contract.InboxData, error) {
	box, err := a.Services.Support.Inbox(ctx, c.Borrower(), server.Optional(req.Cursor), limitOf(req.Limit))
	if err != nil {
		return contract.InboxData{}, err
	}
	data := contract.InboxData{Notices: make([]contract.InboxNotice, len(box.Notices)), NextCursor: box.Next, Unread: box.Unread}
	for i, n := range box.Notices {
		data.Notices[i] = noticeOf(n, c.Lang)
	}
	return data, nil
}

func (a *API) supportUnread(ctx context.Context, c server.Caller, _ contract.Empty) (contract.UnreadData, error) {
	unread, err := a.Services.Support.Unread(ctx, c.Borrower())
	return contract.UnreadData{Unread: unread}, err
}

func (a *API) supportRead(ctx context.Context, c server.Caller, req contract.ReadRequest) (contract.UnreadData, error) {
	left, err := a.Services.Support.MarkRead(ctx, c.Borrower(), listed(req.NoticeIds), req.UpTo)
	return contract.UnreadData{Unread: left}, err
}

// noticeOf renders a notice in a language.
func noticeOf(n support.Notice, l lang.Lang) contract.InboxNotice {
	words := notify.Render(n, l)
	return contract.InboxNotice{
		NoticeID: n.ID, Kind: n.Kind, Title: words.Title, Text: words.Text, At: n.At.UTC(), Read: n.ReadAt != nil,
		OrderID: n.OrderID, SubjectID: n.Subject,
	}
}
