package http

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/care"
)

func hardshipCalls(s *Server) {
	call(s, "supportHardship", s.supportHardship)
	call(s, "supportPromise", s.supportPromise)
	call(s, "supportPlan", s.supportPlan)
	call(s, "supportWithdraw", s.supportWithdraw)
}

func (s *Server) supportHardship(ctx context.Context, c Caller, req contract.OrderRequest) (contract.HardshipData, error) {
	h, err := s.services.Care.Hardship(ctx, c.MemberID, req.OrderID)
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

func (s *Server) supportPromise(ctx context.Context, c Caller, req contract.PromiseRequest) (contract.Hardship, error) {
	h, err := s.services.Care.Ask(ctx, c.Borrower(), care.Ask{OrderID: req.OrderID, Kind: support.Promise, Amount: req.Amount, On: req.Date})
	return hardship(h, c), err
}

func (s *Server) supportPlan(ctx context.Context, c Caller, req contract.PlanRequest) (contract.Hardship, error) {
	h, err := s.services.Care.Ask(ctx, c.Borrower(), care.Ask{OrderID: req.OrderID, Kind: support.Plan, Amount: req.Amount, Text: req.Text})
	return hardship(h, c), err
}

func (s *Server) supportWithdraw(ctx context.Context, c Caller, req contract.HardshipRef) (contract.Hardship, error) {
	h, err := s.services.Care.Withdraw(ctx, c.Borrower(), req.HardshipID)
	return hardship(h, c), err
}

func hardship(h support.Hardship, c Caller) contract.Hardship {
	return contract.Hardship{
		HardshipID: h.ID, Kind: contract.HardshipKind(h.Kind), Amount: h.Amount, Currency: string(h.Currency), Date: dated(h.Until), Text: h.Body,
		State: contract.HardshipState(h.State), Answer: h.Answer, CreatedAt: h.CreatedAt.UTC(), AnsweredAt: utc(h.AnsweredAt), EndedAt: utc(h.EndedAt),
		RestsUntil: dated(h.RestsUntil(c.Region)),
	}
}
