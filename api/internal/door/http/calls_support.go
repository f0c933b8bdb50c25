package http

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/care"
)

func supportCalls(s *Server) {
	call(s, "supportContacts", s.supportContacts)
	call(s, "supportMessage", s.supportMessage)
	call(s, "supportComplain", s.supportComplain)
	call(s, "supportList", s.supportList)
	call(s, "supportDetail", s.supportDetail)
	call(s, "supportReply", s.supportReply)
}

func (s *Server) supportContacts(_ context.Context, c Caller, _ contract.Empty) (contract.ContactsData, error) {
	p := c.product
	data := contract.ContactsData{
		Hotline: p.ProdPhone, Email: p.ProdEmail, Address: p.ProdAddress, Company: p.CompanyName,
		Hours:   contract.ServiceHours{Days: []int{}, From: p.ServiceHours.From, To: p.ServiceHours.To},
		OpenNow: p.ServiceHours.Open(s.services.Clock.Now().In(c.Region.TimeZone)), MessageDays: c.Region.Service.MessageDays,
		ComplaintDays: c.Region.Service.ComplaintDays,
	}
	for _, day := range p.ServiceHours.Weekdays() {
		iso := int(day)
		if day == time.Sunday {
			iso = 7
		}
		data.Hours.Days = append(data.Hours.Days, iso)
	}
	return data, nil
}

func (s *Server) supportMessage(ctx context.Context, c Caller, req contract.MessageRequest) (contract.TicketThread, error) {
	t, err := s.services.Care.Send(ctx, c.Borrower(), care.Letter{Kind: support.Message, Text: req.Text, Images: listed(req.FileIds)})
	return s.thread(t, c, err)
}

func (s *Server) supportComplain(ctx context.Context, c Caller, req contract.ComplainRequest) (contract.TicketThread, error) {
	t, err := s.services.Care.Send(ctx, c.Borrower(), care.Letter{
		Kind: support.Complaint, Text: req.Text, Images: listed(req.FileIds), OrderID: req.OrderID,
	})
	return s.thread(t, c, err)
}

func (s *Server) supportList(ctx context.Context, c Caller, req contract.PageRequest) (contract.TicketListData, error) {
	tickets, next, err := s.services.Care.List(ctx, c.Borrower(), optional(req.Cursor), limitOf(req.Limit))
	if err != nil {
		return contract.TicketListData{}, err
	}
	data := contract.TicketListData{Tickets: make([]contract.Ticket, len(tickets)), NextCursor: next}
	for i, t := range tickets {
		data.Tickets[i] = s.ticket(t, c)
	}
	return data, nil
}

func (s *Server) supportDetail(ctx context.Context, c Caller, req contract.TicketRequest) (contract.TicketThread, error) {
	t, err := s.services.Care.Ticket(ctx, c.Borrower(), req.TicketID)
	return s.thread(t, c, err)
}

func (s *Server) supportReply(ctx context.Context, c Caller, req contract.ReplyRequest) (contract.TicketThread, error) {
	t, err := s.services.Care.Reply(ctx, c.Borrower(), req.TicketID, care.Letter{Text: req.Text, Images: listed(req.FileIds)})
	return s.thread(t, c, err)
}

func (s *Server) thread(t support.Thread, c Caller, err error) (contract.TicketThread, error) {
	if err != nil {
		return contract.TicketThread{}, err
	}
	data := contract.TicketThread{
		Ticket: s.ticket(*t.Ticket, c), Messages: make([]contract.TicketMessage, len(t.Notes)),
		CanReply: t.Takes(c.Region, c.Region.Today(s.services.Clock.Now())), ReplyUntil: dated(t.Until(c.Region)),
	}
	for i, n := range t.Notes {
		data.Messages[i] = contract.TicketMessage{
			MessageID: n.ID, Author: contract.TicketMessageAuthor(n.Author), Text: n.Body, FileIds: listed(&n.Files), At: n.At.UTC(),
		}
	}
	return data, nil
}

func (s *Server) ticket(t support.Ticket, c Caller) contract.Ticket {
	return contract.Ticket{
		TicketID: t.ID, TicketNo: t.Number, Kind: contract.TicketKind(t.Kind), OrderID: t.OrderID, OrderNo: t.OrderNo,
		State: contract.TicketState(t.State), DueOn: t.DueOn, Late: t.Late(c.Region.Today(s.services.Clock.Now())),
		CreatedAt: t.CreatedAt.UTC(), AnsweredAt: utc(t.AnsweredAt), ClosedAt: utc(t.ClosedAt),
	}
}

// listed are ids that need not be there, as a list that is.
func listed(ids *[]uuid.UUID) []uuid.UUID {
	if ids == nil || *ids == nil {
		return []uuid.UUID{}
	}
	return *ids
}

func limitOf(limit *int) int {
	if limit == nil {
		return 0
	}
	return *limit
}
