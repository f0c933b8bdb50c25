package app

import (
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
	"github.com/loanmarket/loanmarket/api/internal/devstack/desk"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// wireDesk builds the development desk, in the development profile with the embedded bank only.
func (a *App) wireDesk(s api.Services, behind func() []background.Progress) (server.Routes, error) {
	if !a.Config.IsDevelopment() || a.Config.Payment.Gateway != config.Sandbox {
		return nil, nil
	}
	return desk.New(a.Config.IsDevelopment(), desk.Deps{
		Pool: a.Pool, Clock: a.Clock, Bank: payment.NewSandbox(a.Pool), Card: s.Cards.Review, Face: s.Faces.Decide, Limiter: a.Limiter, BackgroundProgress: behind,
		PayTo: func(code string) (account, memo string) {
			to, memo := s.Intents.PayTo(code)
			return to.Number, memo
		},
	})
}
