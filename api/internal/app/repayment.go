package app

import (
	"context"
	"net"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/door/hooks"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/accrue"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/proof"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// wireRepayment builds the flows of payments, for the server and for the workers.
func (a *App) wireRepayment(s *api.Services, products []appproduct.Product) {
	to := a.collection(products)
	a.Pay = a.paymentFlow(to)
	s.Intents = intent.New(a.Pool, a.Clock, intent.Config{Region: a.Region, Collection: to, TokenKey: a.Hasher.Hash("pay link key")})
	s.Pay, s.Documents = a.Pay, document.New(a.Pool, a.Clock, a.Media)
	s.Proofs = proof.New(a.Pool, a.Clock, a.Pay)
	a.hooks.Pay, a.hooks.PaymentKey = a.Pay, hooks.PaymentKey{Gateway: a.Config.Payment.Gateway, Key: a.Config.Payment.Key.Bytes()}
	a.repaymentJobs = jobs.Repayment{Pay: a.Pay, Accrue: accrue.New(a.Pool, a.Clock, a.Region)}
}

// paymentFlow builds the flow of payments.
func (a *App) paymentFlow(to payment.Collection) *pay.Flow {
	return pay.New(a.Pool, a.Clock, a.paymentGateway(), pay.Config{
		Region: a.Region, Collection: to, Account: bankcard.New(a.Keyring, a.Hasher).Account,
	})
}

// collection returns the account to which borrowers pay. If no bank and holder are configured (the sandbox's account), the
// bank is that of its BIN, or else the region's first, and the holder is the company of the first product.
func (a *App) collection(products []appproduct.Product) payment.Collection {
	c := a.Config.Collection
	if c.Holder == "" && len(products) > 0 {
		c.Holder = payment.PlainName(products[0].CompanyName)
	}
	if c.BankName == "" {
		of := slices.IndexFunc(a.Region.Banks, func(b region.Bank) bool { return b.BIN == c.BankBIN })
		c.BankName = a.Region.Banks[max(of, 0)].ShortName
	}
	return payment.Collection{
		Gateway: a.Config.Payment.Gateway, BankName: c.BankName, BankBIN: c.BankBIN, Number: c.Account, Holder: c.Holder, PromptPay: c.PromptPay,
		VirtualPrefix: c.VirtualPrefix, EarlierPrefixes: c.EarlierPrefixes,
	}
}

// deliverCallbacks makes the sandbox bank send its callbacks to this process over HTTP and signed, as a real bank
// would.
func (a *App) deliverCallbacks(ctx context.Context, listener net.Listener) {
	address, ok := listener.Addr().(*net.TCPAddr)
	if a.Config.Payment.Gateway != config.Sandbox || !ok {
		return
	}
	local := net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: address.Port}
	url := "http://" + local.String() + "/hooks/payment/" + config.Sandbox
	callbacks := payment.NewCallbacks(payment.NewSandbox(a.Pool), url, a.Config.Payment.Key.Bytes())
	a.working.Go(func() { _ = callbacks.Run(ctx) })
}
