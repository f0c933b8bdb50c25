package app

import (
	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/door/hooks"
	"github.com/loanmarket/loanmarket/api/internal/door/pages"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// listen builds the server with all its handlers.
func (a *App) listen(options Options, products []appproduct.Product, services api.Services) error {
	built, err := pages.Load(a.Config.AppDir)
	if err != nil {
		return err
	}
	desk, err := a.wireDesk(services, options.BackgroundProgress)
	if err != nil {
		return err
	}
	a.Server, err = server.New(server.Config{
		Desk: desk, CountTrips: options.CountTrips,
		Region: a.Region, Products: products, Development: a.Config.IsDevelopment(), TrustedProxies: a.Config.TrustedProxies,
		Origins: a.Config.Origins,
		Policy:  server.Policy{Connect: a.Config.CSP.Connect, Chat: a.Config.CSP.Chat, Pixels: a.Config.CSP.Pixels},
	}, server.Deps{Ready: a.ready, Members: services.Members, Media: a.Media, Metrics: a.Metrics}, a.Log)
	if err != nil {
		return err
	}
	a.measure(options)
	services.Version = built.Version()
	hooks.Register(a.Server, a.hooks)
	_, err = pages.Register(api.Register(a.Server, services), built, a.assets())
	return err
}
