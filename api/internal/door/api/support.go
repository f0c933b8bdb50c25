package api

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
)

func supportCalls(a *API) {
	server.Call(a.Server, "supportContacts", a.supportContacts)
	server.Keyed(a.Server, "supportMessage", a.rateLimit(keyedCalls), a.supportMessage)
	server.Keyed(a.Server, "supportComplain", a.rateLimit(keyedCalls), a.supportComplain)
	server.ReadOnly(a.Server, "supportList", a.supportList)
	server.ReadOnly(a.Server, "supportDetail", a.supportDetail)
	server.Keyed(a.Server, "supportReply", a.rateLimit(keyedCalls), a.supportReply)
}

func (a *API) supportContacts(_ context.Context, c server.Caller, _ contract.Empty) (contract.ContactsData, error) {
	p := c.Product
	data := contract.ContactsData{
		Hotline: p.ProdPhone, Email: p.ProdEmail, Address: p.ProdAddress, Company: p.CompanyName,
		Hours:   contract.ServiceHours{Days: []int{}, From: p.ServiceHours.From, To: p.ServiceHours.To},
		OpenNow: p.ServiceHours.Open(a.Services.Clock.Now().In(c.Region.TimeZone)), MessageDays: c.Region.Service.MessageDays,
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

func (a *API) supportMessage(ctx context.Context, c server.Caller, req contract.MessageRequest) (contract.TicketThread, error) {
	t, err := a.Services.Support.Send(ctx, c.Borrower(), customersupport.TicketForm{Kind: support.KindMessage, Text: req.Text, Images: listed(req.FileIds)})
	return a.thread(t, c, err)
}

func (a *API) supportComplain(ctx context.Context, c server.Caller, req contract.ComplainRequest) (contract.TicketThread, error) {
	t, err := a.Services.Support.Send(ctx, c.Borrower(), customersupport.TicketForm{
		Kind: support.KindComplaint, Text: req.Text, Images: listed(req.FileIds), OrderID: req.OrderID,
	})
	return a.thread(t, c, err)
}

func (a *API) supportList(ctx context.Context, c server.Caller, req contract.PageRequest) (contract.TicketListData, error) {
	tickets, next, err := a.Services.Support.List(ctx, c.Borrower(), server.Optional(req.Cursor), limitOf(req.Limit))
	if err != nil {
		return contract.TicketListData{}, err
	}
	data := contract.TicketListData{Tickets: make([]contract.Ticket, len(tickets)), NextCursor: next}
	for i, t := range tickets {
		data.Tickets[i] = a.ticket(t, c)
	}
	return data, nil
}

func (a *API) supportDetail(ctx context.Context, c server.Caller, req contract.TicketRequest) (contract.TicketThread, error) {
	t, err := a.Services.Support.Ticket(ctx, c.Borrower(), req.TicketID)
	return a.thread(t, c, err)
}

func (a *API) supportReply(ctx context.Context, c server.Caller, req contract.ReplyRequest) (contract.TicketThread, error) {
	t, err := a.Services.Support.Reply(ctx, c.Borrower(), req.TicketID, customersupport.TicketForm{Text: req.Text, Images: listed(req.FileIds)})
	return a.thread(t, c, err)
}

func (a *API) thread(t support.Thread, c server.Caller, err error) (contract.TicketThread, error) {
	if err != nil {
		return contract.TicketThread{}, err
	}
	data := contract.TicketThread{
		Ticket: a.ticket(t.Ticket, c), Messages: make([]contract.TicketMessage, len(t.Messages)),
		CanReply: t.Takes(c.Region, c.Region.Today(a.Services.Clock.Now())), ReplyUntil: dated(t.Until(c.Region)),
	}
	for i, n := range t.Messages {
		data.Messages[i] = contract.TicketMessage{
			MessageID: n.ID, Author: contract.TicketMessageAuthor(n.Author), Text: n.Body, FileIds: listed(&n.Files), At: n.At.UTC(),
		}
	}
	return data, nil
}

func (a *API) ticket(t support.Ticket, c server.Caller) contract.Ticket {
	return contract.Ticket{
		TicketID: t.ID, TicketNo: t.Number, Kind: contract.TicketKind(t.Kind), OrderID: t.OrderID, OrderNo: t.OrderNo,
		State: contract.TicketState(t.State), DueOn: t.DueOn, Late: t.Late(c.Region.Today(a.Services.Clock.Now())),
		CreatedAt: t.CreatedAt.UTC(), AnsweredAt: utc(t.AnsweredAt), ClosedAt: utc(t.ClosedAt),
	}
}

// listed returns an optional list of ids as a non-nil list.
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
