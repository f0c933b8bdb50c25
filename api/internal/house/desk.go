package house

import (
	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/devstack/desk"
	"github.com/loanmarket/loanmarket/api/internal/door/http"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// desk opens the development desk where there is one: in the development profile, beside the embedded bank.
func (h *House) desk(s http.Services) (func(*fiber.App), error) {
	if !h.Config.IsDevelopment() || h.Config.Payment.Gateway != config.Sandbox {
		return nil, nil
	}
	d, err := desk.New(h.Config.IsDevelopment(), desk.Deps{
		Pool: h.Pool, Clock: h.Clock, Bank: payment.NewSandbox(h.Pool), Clerk: s.Cards, Account: h.Config.Collection.Account,
	})
	if err != nil {
		return nil, err
	}
	return d.Register, nil
}
