// Package hooks takes what partners report by callback: payment gateways, lenders and carriers, each under its signature.
package hooks

import (
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
)

// Hooks are the flows that callbacks go to, each with what its signature is checked with.
type Hooks struct {
	Lender     *review.Hook
	Pay        *pay.Flow
	PaymentKey PaymentKey
	Carriers   *carriercheck.Check
	CarrierKey CarrierKey
}

// Register has a server answer the callbacks of the contract.
func Register(s *server.Server, h Hooks) {
	server.Raw(s, "hookLender", h.lender)
	server.Raw(s, "hookPayment", h.payment)
	server.Raw(s, "hookCarrier", h.carrier)
}
