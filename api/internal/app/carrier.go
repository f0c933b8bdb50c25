package app

import (
	"context"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/door/hooks"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// wireCarrier builds the carrier verification, for the server and for the workers.
func (a *App) wireCarrier(s *api.Services) {
	s.Carriers = carriercheck.New(a.Pool, a.Clock, a.carrierGateway())
	a.hooks.Carriers, a.hooks.CarrierKey = s.Carriers, hooks.CarrierKey{Merchant: a.Config.Carrier.Merchant, Key: a.Config.Carrier.Key.Bytes()}
	a.carrierJobs = jobs.Carrier{Carriers: s.Carriers}
}

// carrierGateway returns the measured gateway to the carriers; nil if the deployment has none.
func (a *App) carrierGateway() carrier.Gateway {
	gateway := a.carriers()
	if gateway == nil {
		return nil
	}
	return measuredCarrier{gateway, a.meter("carrier", "start", "submit_code", "send_code", "lookup")}
}

// carriers selects the configured gateway.
func (a *App) carriers() carrier.Gateway {
	switch c := a.Config.Carrier; c.Gateway {
	case config.HTTP:
		return carrier.NewHTTP(strings.TrimRight(c.URL, "/"), c.Merchant, c.Key.Bytes())
	case config.Sandbox:
		desk := sms.NewDesk(a.Pool, a.Clock)
		return carrier.NewSandbox(a.Pool, a.Clock, func(ctx context.Context, number, body string) error {
			return desk.Send(ctx, sms.Message{Phone: number, Body: body})
		})
	default:
		return nil
	}
}

// carrierTopic returns how the verification list shows the carrier verification.
func (a *App) carrierTopic() verification.CarrierTopic {
	return verification.CarrierTopic{Offered: a.Config.Carrier.Gateway != config.Off, Required: a.Region.CarrierCheck.Required}
}
