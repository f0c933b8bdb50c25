package http

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

func paymentHooks(s *Server) { raw(s, "hookPayment", s.hookPayment) }

// PaymentHook is what a gateway's callbacks are checked with: its name in the path, and the key it signs with.
type PaymentHook struct {
	Gateway string
	Key     []byte
}

// hookPayment takes what a payment gateway reports. The signature is checked over the bytes as they came; a gateway that
// we do not know is told the same as one that signs wrongly.
func (s *Server) hookPayment(ctx context.Context, _ Caller, r *Request) error {
	hook := s.services.PaymentHook
	err := secret.Verify(r.Header(secret.HeaderTimestamp), r.Header(secret.HeaderSignature), r.Body(), clock.Wall{}.Now(), hook.Key)
	if gateway := r.Param("gateway"); err != nil || gateway != hook.Gateway {
		return reason.New(reason.SignatureWrong).Because(err)
	}
	var e contract.PaymentEvent
	if err := r.decode(&e); err != nil {
		return err
	}
	err = s.services.Pay.Receive(ctx, hook.Gateway, payment.Event{
		ID: e.EventID, Type: string(e.Type), Reference: e.Reference, OriginalReference: optional(e.OriginalReference),
		Amount: e.Amount, Currency: e.Currency, Memo: e.Memo, Account: e.Account, PayerName: optional(e.PayerName),
		PayerAccount: optional(e.PayerAccount), PaidAt: e.PaidAt, Reason: optional(e.Reason),
	})
	if err != nil {
		return err
	}
	return r.Succeed(contract.Empty{})
}
