// Package hooks handles the callbacks of partners: payment gateways, lenders and carriers, each with its own signature.
package hooks

import (
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
)

// Hooks are the flows behind the callbacks, with the keys of their signatures.
type Hooks struct {
	Lender     *review.Hook
	Pay        *pay.Flow
	PaymentKey PaymentKey
	Carriers   *carriercheck.Check
	CarrierKey CarrierKey
}

// Register registers the handlers of the contract's callbacks.
func Register(s *server.Server, h Hooks) {
	server.Raw(s, "hookLender", h.lender)
	server.Raw(s, "hookPayment", h.payment)
	server.Raw(s, "hookCarrier", h.carrier)
}
