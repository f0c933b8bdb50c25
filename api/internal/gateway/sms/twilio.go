package sms

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/twilio/twilio-go/client"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

// twilioMessages is the URL for creating messages (https://www.twilio.com/docs/messaging/api/message-resource). The SDK's package
// for it contains all of Twilio's first API and took longer to compile than any other package of this product.
const twilioMessages = "https://api.twilio.com/2010-04-01/Accounts/%s/Messages.json"

// TwilioConfig is a Twilio account. From is a number or an alphanumeric sender. MessagingService, if set, replaces it.
type TwilioConfig struct {
	AccountSID       string
	AuthToken        string
	From             string
	MessagingService string
	// Transport replaces the network in tests.
	Transport http.RoundTripper
}

// Twilio sends messages through Twilio's SDK.
type Twilio struct {
	config TwilioConfig
	client *client.RequestHandler
}

var errRedirected = errors.New("sms: Twilio answers with a redirection")

// NewTwilio validates the configuration and returns the gateway.
func NewTwilio(config TwilioConfig) (*Twilio, error) {
	if config.AccountSID == "" || config.AuthToken == "" || (config.From == "" && config.MessagingService == "") {
		return nil, errors.New("sms: Twilio needs an account, a token, and a sender or a messaging service")
	}
	base := &client.Client{
		Credentials: client.NewCredentials(config.AccountSID, config.AuthToken),
		HTTPClient: &http.Client{
			Transport: whole{signed.Reached(cmp.Or(config.Transport, http.DefaultTransport))},
			// Redirects are errors: numbers and texts must go only to Twilio, and the SDK would treat a redirect as success.
			CheckRedirect: func(*http.Request, []*http.Request) error { return errRedirected },
		},
	}
	base.SetAccountSid(config.AccountSID)
	// Not twilio.NewRestClient, which would link all of Twilio's products.
	return &Twilio{config: config, client: client.NewRequestHandler(base)}, nil
}

// whole is a transport that reads response bodies completely within the timeout and closes them, because the SDK leaves the bodies
// of error responses open.
type whole struct{ next http.RoundTripper }

func (w whole) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(request.Context(), timeout)
	defer cancel()
	response, err := w.next.RoundTrip(request.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// twilioNumbers are Twilio's error codes about the receiving number (https://www.twilio.com/docs/api/errors): invalid, not
// reachable, a short code, opted out, not a mobile number, a landline. Twilio uses the same statuses for senders, countries and
// accounts that are not set up properly.
var twilioNumbers = []int{21211, 21214, 21217, 21265, 21610, 21614, 21635}

func judgeTwilio(code, status int) error {
	if slices.Contains(twilioNumbers, code) {
		return fmt.Errorf("twilio error %d: %w: status %d", code, ErrRefused, status)
	}
	return fmt.Errorf("twilio error %d: %w", code, trouble(status))
}

// Send creates a message. The SDK supports no context, so the transport's timeout ends a call.
func (t *Twilio) Send(ctx context.Context, m Message) error {
	if err := postgres.NotInTx(ctx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	form := url.Values{"To": {m.Phone}, "Body": {m.Body}}
	if t.config.MessagingService != "" {
		form.Set("MessagingServiceSid", t.config.MessagingService)
	} else {
		form.Set("From", t.config.From)
	}
	header := map[string]any{"Content-Type": "application/x-www-form-urlencoded"}
	response, err := t.client.Post(fmt.Sprintf(twilioMessages, url.PathEscape(t.config.AccountSID)), form, header, "")
	if err == nil {
		// The response to an accepted message contains nothing new.
		defer response.Body.Close()
	}
	var refused *client.TwilioRestError
	switch {
	case err == nil:
		return nil
	// Twilio's messages contain the number, so only the codes are kept.
	case errors.As(err, &refused):
		return judgeTwilio(refused.Code, refused.Status)
	default:
		return fmt.Errorf("sms: twilio does not answer: %w", unreached(err))
	}
}
