package ads

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// googleVersion is the version of the Google Ads API for the format of the reports.
const googleVersion = "v26"

// Google is the configuration for Google Ads. Without a DeveloperToken nothing is reported.
type Google struct {
	// API is the URL of the Google Ads API ("https://googleads.googleapis.com"), TokenURL that of the token service
	// ("https://oauth2.googleapis.com/token").
	API, TokenURL string
	// ClientID and ClientSecret belong to the OAuth client for which the channels' refresh tokens were issued.
	ClientID, ClientSecret string
	DeveloperToken         string
	// LoginCustomerID is the manager account, if the advertiser is managed by one.
	LoginCustomerID string
}

// google uploads click conversions through the Google Ads API, matched by click id and by the hash of the phone number (enhanced
// conversions for leads).
type google struct {
	line   *client
	who    Google
	tokens *googleTokens
}

func newGoogle(l *client, who Google) *google {
	who.API = strings.TrimRight(who.API, "/")
	return &google{line: l, who: who, tokens: &googleTokens{line: l, who: who, known: map[[sha256.Size]byte]googleToken{}}}
}

type googleReport struct {
	Conversions []googleConversion `json:"conversions"`
	// PartialFailure must be true.
	PartialFailure bool `json:"partialFailure"`
	ValidateOnly   bool `json:"validateOnly,omitempty"`
}

type googleConversion struct {
	Gclid       string             `json:"gclid,omitempty"`
	Gbraid      string             `json:"gbraid,omitempty"`
	Wbraid      string             `json:"wbraid,omitempty"`
	Action      string             `json:"conversionAction"`
	At          string             `json:"conversionDateTime"`
	Value       json.Number        `json:"conversionValue,omitempty"`
	Currency    string             `json:"currencyCode,omitempty"`
	OrderID     string             `json:"orderId"`
	Environment string             `json:"conversionEnvironment"`
	Consent     googleConsent      `json:"consent"`
	Users       []googleIdentifier `json:"userIdentifiers,omitempty"`
}

// googleConsent is the visitor's consent. They are asked to consent to sharing the conversion with the platform, but not to
// personalized ads.
type googleConsent struct {
	UserData        string `json:"adUserData"`
	Personalization string `json:"adPersonalization"`
}

type googleIdentifier struct {
	HashedPhone string `json:"hashedPhoneNumber"`
}

// googleTime is the format of conversionDateTime.
const googleTime = "2006-01-02 15:04:05-07:00"

// Report uploads one conversion. With a test code, Google only validates it.
func (g *google) Report(ctx context.Context, c Conversion) error {
	switch {
	case g.who.DeveloperToken == "":
		return fmt.Errorf("%w: google is not configured", ErrRefused)
	case c.Account == "" || c.Action == "":
		return fmt.Errorf("%w: the channel has no conversion action for google", ErrRefused)
	}
	token, fresh, err := g.tokens.get(ctx, c.Token)
	if err != nil {
		return err
	}
	headers := map[string]string{"Authorization": "Bearer " + token, "developer-token": g.who.DeveloperToken}
	if g.who.LoginCustomerID != "" {
		headers["login-customer-id"] = g.who.LoginCustomerID
	}
	address := g.who.API + "/" + googleVersion + "/customers/" + url.PathEscape(c.Account) + ":uploadClickConversions"
	status, answer, err := g.line.json(ctx, "google", address, headers, googleReport{
		Conversions: []googleConversion{googleOf(c)}, PartialFailure: true, ValidateOnly: c.TestCode != "",
	})
	if err != nil {
		return err
	}
	if status == http.StatusUnauthorized && !fresh {
		// The cached access token was revoked. The next attempt gets a new one.
		g.tokens.forget(c.Token)
		return answerError(errPasses, "google", status, "UNAUTHENTICATED")
	}
	return judgeGoogle(status, answer)
}

func googleOf(c Conversion) googleConversion {
	said := googleConversion{
		Gclid: c.click("gclid"), Gbraid: c.click("gbraid"), Wbraid: c.click("wbraid"),
		Action: "customers/" + c.Account + "/conversionActions/" + c.Action, At: c.At.UTC().Format(googleTime), OrderID: c.EventID,
		Environment: "WEB", Consent: googleConsent{UserData: "GRANTED", Personalization: "DENIED"},
	}
	if !c.Value.IsZero() {
		said.Value, said.Currency = amount(c.Value), string(c.Value.Currency)
	}
	// Google accepts no user identifiers together with a gbraid or wbraid.
	if hashed := hash(c.Phone); hashed != "" && said.Gbraid == "" && said.Wbraid == "" {
		said.Users = []googleIdentifier{{HashedPhone: hashed}}
	}
	return said
}

// Google's error codes for a conversion that exists already, and for temporary errors.
var (
	googleTaken = []string{"CLICK_CONVERSION_ALREADY_EXISTS", "ORDER_ID_ALREADY_IN_USE", "DUPLICATE_ORDER_ID"}
	// Google knows a click only some hours later, and a new conversion action only after a few hours.
	googlePasses = []string{
		"TOO_RECENT_EVENT", "TOO_RECENT_CONVERSION_ACTION", "INTERNAL_ERROR", "TRANSIENT_ERROR", "CONCURRENT_MODIFICATION",
		"RESOURCE_EXHAUSTED", "RESOURCE_TEMPORARILY_EXHAUSTED",
	}
)

// googleFailure is the format of Google's errors, in error responses and as partial failures in successful ones.
type googleFailure struct {
	Code    int `json:"code"`
	Details []struct {
		Errors []struct {
			// Example: {"conversionUploadError": "TOO_RECENT_EVENT"}
			Code map[string]string `json:"errorCode"`
		} `json:"errors"`
	} `json:"details"`
}

func (f googleFailure) first() string {
	for _, detail := range f.Details {
		for _, one := range detail.Errors {
			for _, code := range one.Code {
				return code
			}
		}
	}
	return ""
}

func judgeGoogle(status int, answer []byte) error {
	var said struct {
		Error   *googleFailure `json:"error"`
		Partial *googleFailure `json:"partialFailureError"`
	}
	if err := json.Unmarshal(answer, &said); err != nil && status < http.StatusMultipleChoices {
		return answerError(errPasses, "google", status, "none")
	}
	failure := said.Error
	if failure == nil {
		failure = said.Partial
	}
	switch {
	case status < http.StatusMultipleChoices && failure == nil:
		return nil
	case failure == nil:
		return answerError(kind(status), "google", status, "none")
	}
	code := failure.first()
	switch {
	case slices.Contains(googleTaken, code):
		return nil
	case slices.Contains(googlePasses, code):
		return answerError(errPasses, "google", status, code)
	case status < http.StatusMultipleChoices:
		return answerError(ErrRefused, "google", status, code)
	}
	return answerError(kind(status), "google", status, code)
}
