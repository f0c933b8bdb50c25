package house

import (
	"context"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/door/http"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/profile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// prove builds the verification with the mobile carriers, for the door and for the workers.
func (h *House) prove(s *http.Services) {
	s.Carriers = carriercheck.New(h.Pool, h.Clock, h.operators())
	s.CarrierHook = http.CarrierHook{Merchant: h.Config.Carrier.Merchant, Key: h.Config.Carrier.Key.Bytes()}
	h.proving = jobs.Proving{Carriers: s.Carriers}
}

// operators picks the way to the mobile operators; nil where the deployment has none.
func (h *House) operators() carrier.Gateway {
	switch c := h.Config.Carrier; c.Gateway {
	case config.HTTP:
		return carrier.NewHTTP(strings.TrimRight(c.URL, "/"), c.Merchant, c.Key.Bytes())
	case config.Sandbox:
		desk := sms.NewDesk(h.Pool, h.Clock)
		return carrier.NewSandbox(h.Pool, h.Clock, func(ctx context.Context, number, body string) error {
			return desk.Send(ctx, sms.Message{Phone: number, Body: body})
		})
	default:
		return nil
	}
}

// carrierTopic tells the verification list about it.
func (h *House) carrierTopic() profile.Carrier {
	return profile.Carrier{Offered: h.Config.Carrier.Gateway != config.Off, Required: h.Region.CarrierCheck.Required}
}
