package hooks

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

// lender handles a decision that an institution sends later. The signature is checked over the unchanged bytes.
func (h Hooks) lender(ctx context.Context, _ server.Caller, r *server.Request) error {
	code := r.Param("lender")
	if err := h.Lender.Verify(code, r.Header(secret.HeaderTimestamp), r.Header(secret.HeaderSignature), r.Body()); err != nil {
		return reason.New(reason.SignatureWrong).Because(err)
	}
	var e contract.LenderEvent
	if err := r.Decode(&e); err != nil {
		return err
	}
	decision, err := lender.Answer{
		Decision: lender.Outcome(e.Decision), Amount: e.Amount, CreditLimit: e.CreditLimit, Score: e.Score, Reason: server.Optional(e.Reason), FreezeDays: e.FreezeDays,
	}.Read()
	if err != nil {
		return reason.New(reason.InvalidParameter).Because(err)
	}
	if err := h.Lender.Handle(ctx, review.Event{Lender: code, ID: e.EventID, OrderID: e.OrderID, Decision: decision}); err != nil {
		return err
	}
	return r.Succeed(contract.Empty{})
}
