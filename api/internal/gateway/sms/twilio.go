package sms

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/twilio/twilio-go/client"
	api "github.com/twilio/twilio-go/rest/api/v2010"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// TwilioConfig is an account at Twilio. From is a number or an alphanumeric sender; MessagingService, where set, is
// used in its stead.
type TwilioConfig struct {
	AccountSID       string
	AuthToken        string
	From             string
	MessagingService string
	// Transport replaces the network in tests.
	Transport http.RoundTripper
}

// Twilio sends through Twilio's own SDK.
type Twilio struct {
	config TwilioConfig
	api    *api.ApiService
}

// NewTwilio makes the gateway.
func NewTwilio(config TwilioConfig) (*Twilio, error) {
	if config.AccountSID == "" || config.AuthToken == "" || (config.From == "" && config.MessagingService == "") {
		return nil, errors.New("sms: Twilio needs an account, a token, and a sender or a messaging service")
	}
	base := &client.Client{
		Credentials: client.NewCredentials(config.AccountSID, config.AuthToken),
		HTTPClient:  &http.Client{Timeout: timeout, Transport: config.Transport},
	}
	base.SetAccountSid(config.AccountSID)
	// Not twilio.NewRestClient: it would link every product that Twilio has.
	return &Twilio{config: config, api: api.NewApiService(client.NewRequestHandler(base))}, nil
}

// Send creates a message. The SDK knows no context, so the client's own time-out ends a call.
func (t *Twilio) Send(ctx context.Context, m Message) error {
	if err := postgres.Outside(ctx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	params := &api.CreateMessageParams{}
	params.SetTo(m.Phone)
	params.SetBody(m.Body)
	if t.config.MessagingService != "" {
		params.SetMessagingServiceSid(t.config.MessagingService)
	} else {
		params.SetFrom(t.config.From)
	}
	_, err := t.api.CreateMessage(params)
	var refused *client.TwilioRestError
	switch {
	case err == nil:
		return nil
	// Twilio's messages quote the number, so only the figures are kept.
	case errors.As(err, &refused) && judge(refused.Status) != nil:
		return fmt.Errorf("twilio error %d: %w", refused.Code, judge(refused.Status))
	default:
		return fmt.Errorf("sms: twilio does not answer: %w", unreached(err))
	}
}
