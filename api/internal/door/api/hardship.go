package api

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
)

func hardshipCalls(a *API) {
	server.ReadOnly(a.Server, "supportHardship", a.supportHardship)
	server.Keyed(a.Server, "supportPromise", a.rateLimit(keyedCalls), a.supportPromise)
	server.Keyed(a.Server, "supportPlan", a.rateLimit(keyedCalls), a.supportPlan)
	server.Keyed(a.Server, "supportWithdraw", a.rateLimit(keyedCalls), a.supportWithdraw)
}

func (a *API) supportHardship(ctx context.Context, c server.Caller, req contract.OrderRequest) (contract.HardshipData, error) {
	h, err := a.Services.Support.Hardship(ctx, c.MemberID, req.OrderID)
	if err != nil {
		return contract.HardshipData{}, err
	}
	data := contract.HardshipData{
		OrderID: h.Order.ID, OrderNo: h.Order.OrderNo, Currency: string(h.Order.Currency), DueDate: h.DueDate, Owed: h.Owed,
		FirstDate: h.First, LastDate: h.Last, Most: h.Most, CanAsk: h.Open(),
	}
	if h.Latest != nil {
		current := hardship(*h.Latest, c)
		data.Current = &current
	}
	return data, nil
}

func (a *API) supportPromise(ctx context.Context, c server.Caller, req contract.PromiseRequest) (contract.Hardship, error) {
	h, err := a.Services.Support.RequestHardship(ctx, c.Borrower(), customersupport.HardshipRequest{OrderID: req.OrderID, Kind: support.Promise, Amount: req.Amount, On: req.Date})
	return hardship(h, c), err
}

func (a *API) supportPlan(ctx context.Context, c server.Caller, req contract.PlanRequest) (contract.Hardship, error) {
	h, err := a.Services.Support.RequestHardship(ctx, c.Borrower(), customersupport.HardshipRequest{OrderID: req.OrderID, Kind: support.Plan, Amount: req.Amount, Text: req.Text})
	return hardship(h, c), err
}

func (a *API) supportWithdraw(ctx context.Context, c server.Caller, req contract.HardshipRef) (contract.Hardship, error) {
	h, err := a.Services.Support.Withdraw(ctx, c.Borrower(), req.HardshipID)
	return hardship(h, c), err
}

func hardship(h support.Hardship, c server.Caller) contract.Hardship {
	return contract.Hardship{
		HardshipID: h.ID, Kind: contract.HardshipKind(h.Kind), Amount: h.Amount, Currency: string(h.Currency), Date: dated(h.Until), Text: h.Body,
		State: contract.HardshipState(h.State), Answer: h.Answer, CreatedAt: h.CreatedAt.UTC(), AnsweredAt: utc(h.AnsweredAt), EndedAt: utc(h.EndedAt),
		RestsUntil: dated(h.RemindersPausedUntil(c.Region)),
	}
}
