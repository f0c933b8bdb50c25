package hooks

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// PaymentKey is what a gateway's callbacks are checked against: its name in the path, and its signing key.
type PaymentKey struct {
	Gateway string
	Key     []byte
}

// payment handles a payment gateway's report. The signature is checked over the unchanged bytes. An unknown gateway
// gets the same response as a wrong signature.
func (h Hooks) payment(ctx context.Context, _ server.Caller, r *server.Request) error {
	hook := h.PaymentKey
	err := secret.Verify(r.Header(secret.HeaderTimestamp), r.Header(secret.HeaderSignature), r.Body(), clock.Wall{}.Now(), hook.Key)
	if gateway := r.Param("gateway"); err != nil || gateway != hook.Gateway {
		return reason.New(reason.SignatureWrong).Because(err)
	}
	var e contract.PaymentEvent
	if err := r.Decode(&e); err != nil {
		return err
	}
	err = h.Pay.Receive(ctx, hook.Gateway, payment.Report{
		ID: e.EventID, Type: string(e.Type), Reference: e.Reference, OriginalReference: server.Optional(e.OriginalReference),
		Amount: e.Amount, Currency: e.Currency, Memo: e.Memo, Account: e.Account, PayerName: server.Optional(e.PayerName),
		PayerAccount: server.Optional(e.PayerAccount), PaidAt: e.PaidAt, Reason: server.Optional(e.Reason),
	})
	if err != nil {
		return err
	}
	return r.Succeed(contract.Empty{})
}
