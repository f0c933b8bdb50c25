package http

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

func inboxCalls(s *Server) {
	call(s, "supportInbox", s.supportInbox)
	call(s, "supportUnread", s.supportUnread)
	call(s, "supportRead", s.supportRead)
}

func (s *Server) supportInbox(ctx context.Context, c Caller, req contract.PageRequest) (contract.InboxData, error) {
	box, err := s.services.Care.Inbox(ctx, c.MemberID, optional(req.Cursor), limitOf(req.Limit))
	if err != nil {
		return contract.InboxData{}, err
	}
	data := contract.InboxData{Notices: make([]contract.InboxNotice, len(box.Notices)), NextCursor: box.Next, Unread: box.Unread}
	for i, n := range box.Notices {
		words := notify.In(n, c.Lang)
		data.Notices[i] = contract.InboxNotice{
			NoticeID: n.ID, Kind: n.Kind, Title: words.Title, Text: words.Text, At: n.At.UTC(), Read: n.ReadAt != nil,
			OrderID: n.OrderID, SubjectID: n.Subject,
		}
	}
	return data, nil
}

func (s *Server) supportUnread(ctx context.Context, c Caller, _ contract.Empty) (contract.UnreadData, error) {
	unread, err := s.services.Care.Unread(ctx, c.MemberID)
	return contract.UnreadData{Unread: unread}, err
}

func (s *Server) supportRead(ctx context.Context, c Caller, req contract.ReadRequest) (contract.UnreadData, error) {
	left, err := s.services.Care.MarkRead(ctx, c.MemberID, listed(req.NoticeIds), req.UpTo)
	return contract.UnreadData{Unread: left}, err
}
