package house

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// messages picks the gateway of short messages. The configuration has made sure that production does not pick the desk.
func (h *House) messages() (sms.Gateway, error) {
	c := h.Config.SMS
	switch c.Gateway {
	case config.HTTP:
		return sms.NewHTTP(sms.HTTPConfig{
			URL: c.URL, Body: c.Body, Sender: c.Sender, User: c.User, Password: c.Password.Reveal(), Key: c.Key.Bytes(),
		})
	case config.Twilio:
		return sms.NewTwilio(sms.TwilioConfig{
			AccountSID: c.AccountSID, AuthToken: c.AuthToken.Reveal(), From: c.Sender, MessagingService: c.MessagingService,
		})
	default:
		return sms.NewDesk(h.Pool, h.Clock), nil
	}
}

// bank picks the way of the money.
func (h *House) bank() payment.Gateway {
	if c := h.Config.Payment; c.Gateway == config.HTTP {
		return payment.NewHTTP(strings.TrimRight(c.URL, "/"), c.Key.Bytes())
	}
	return payment.NewSandbox(h.Pool)
}
