package app

import (
	"fmt"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// smsGateway returns the measured SMS gateway.
func (a *App) smsGateway() (sms.Gateway, error) {
	gateway, err := a.messages()
	return measuredSMS{gateway, a.meter("sms", "send")}, err
}

// messages selects the configured gateway. The configuration ensures that production does not use the desk.
func (a *App) messages() (sms.Gateway, error) {
	c := a.Config.SMS
	switch c.Gateway {
	case config.HTTP:
		provider, err := sms.NewHTTP(sms.HTTPConfig{
			URL: c.URL, Body: c.Body, Sender: c.Sender, User: c.User, Password: c.Password.Reveal(), Key: c.Key.Bytes(),
			Refused: c.Refused,
		})
		if err != nil {
			err = fmt.Errorf("SMS_BODY or SMS_REFUSED: %w", err)
		}
		return provider, err
	case config.Twilio:
		return sms.NewTwilio(sms.TwilioConfig{
			AccountSID: c.AccountSID, AuthToken: c.AuthToken.Reveal(), From: c.Sender, MessagingService: c.MessagingService,
		})
	default:
		return sms.NewDesk(a.Pool, a.Clock), nil
	}
}

// paymentGateway returns the measured payment gateway.
func (a *App) paymentGateway() payment.Gateway {
	return measuredPayment{a.payments(), a.meter("payment", "inquiry", "payout", "lookup")}
}

// payments selects the configured gateway.
func (a *App) payments() payment.Gateway {
	if c := a.Config.Payment; c.Gateway == config.HTTP {
		return payment.NewHTTP(strings.TrimRight(c.URL, "/"), c.Key.Bytes())
	}
	return payment.NewSandbox(a.Pool)
}
