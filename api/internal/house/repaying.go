package house

import (
	"context"
	"net"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/door/http"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/proof"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// repay builds the flows of money in, for the door and for the workers.
func (h *House) repay(s *http.Services) {
	h.Pay = h.payments()
	s.Pay, s.Documents = h.Pay, document.New(h.Pool, h.Clock, h.Media)
	s.Proofs = proof.New(h.Pool, h.Clock, h.Pay)
	s.PaymentHook = http.PaymentHook{Gateway: h.Config.Payment.Gateway, Key: h.Config.Payment.Key.Bytes()}
	h.repaying = jobs.Repaying{Pay: h.Pay, Documents: s.Documents}
}

// payments builds the flow of money in.
func (h *House) payments() *pay.Flow {
	c := h.Config.Collection
	return pay.New(h.Pool, h.Clock, h.bank(), pay.Config{
		Region: h.Region, TokenKey: h.Hasher.Hash("pay link key"),
		Collection: payment.Collection{
			Gateway: h.Config.Payment.Gateway, BankName: c.BankName, BankBIN: c.BankBIN, Number: c.Account, Holder: c.Holder, PromptPay: c.PromptPay,
		},
	})
}

// report has the sandbox bank send its callbacks to this process, as a real bank would: over HTTP, signed.
func (h *House) report(ctx context.Context, listener net.Listener) {
	address, ok := listener.Addr().(*net.TCPAddr)
	if h.Config.Payment.Gateway != config.Sandbox || !ok {
		return
	}
	local := net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: address.Port}
	url := "http://" + local.String() + "/hooks/payment/" + config.Sandbox
	callbacks := payment.NewCallbacks(payment.NewSandbox(h.Pool), url, h.Config.Payment.Key.Bytes())
	h.working.Go(func() { _ = callbacks.Run(ctx) })
}
