package http

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

func lenderHooks(s *Server) { raw(s, "hookLender", s.hookLender) }

// hookLender takes a decision that an institution sends later. The signature is checked over the bytes as they came.
func (s *Server) hookLender(ctx context.Context, _ Caller, r *Request) error {
	code := r.Param("lender")
	if err := s.services.LenderHook.Verify(code, r.Header("X-Timestamp"), r.Header("X-Signature"), r.Body()); err != nil {
		return reason.New(reason.SignatureWrong).Because(err)
	}
	var e contract.LenderEvent
	if err := r.decode(&e); err != nil {
		return err
	}
	answer := lender.Answer{Decision: lender.Outcome(e.Decision), CreditLimit: e.CreditLimit, Score: e.Score, Reason: optional(e.Reason), FreezeDays: e.FreezeDays}
	if e.Amount != nil {
		answer.Amount = *e.Amount
	}
	decision, err := answer.Read()
	if err != nil {
		return reason.New(reason.InvalidParameter).Because(err)
	}
	if err := s.services.LenderHook.Take(ctx, review.Event{Lender: code, ID: e.EventID, OrderID: e.OrderID, Decision: decision}); err != nil {
		return err
	}
	return r.Succeed(contract.Empty{})
}
