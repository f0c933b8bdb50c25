package house

import (
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
	"github.com/loanmarket/loanmarket/api/internal/devstack/desk"
	"github.com/loanmarket/loanmarket/api/internal/door/http"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// desk opens the development desk where there is one: in the development profile, beside the embedded bank.
func (h *House) desk(s http.Services, behind func() []background.Progress) (http.Pages, error) {
	if !h.Config.IsDevelopment() || h.Config.Payment.Gateway != config.Sandbox {
		return nil, nil
	}
	return desk.New(h.Config.IsDevelopment(), desk.Deps{
		Pool: h.Pool, Clock: h.Clock, Bank: payment.NewSandbox(h.Pool), Clerk: s.Cards, Account: h.Config.Collection.Account,
		Limiter: h.Limiter, Behind: behind,
	})
}
