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

// googleVersion is the version of the Google Ads API that the reports are written for.
const googleVersion = "v26"

// Google is who reports to the Google Ads API, and where. Without a DeveloperToken nobody does.
type Google struct {
	// API is the Google Ads API ("https://googleads.googleapis.com"), TokenURL hands out access tokens
	// ("https://oauth2.googleapis.com/token").
	API, TokenURL string
	// ClientID and ClientSecret are those of the OAuth client that the channels' refresh tokens were given to.
	ClientID, ClientSecret string
	DeveloperToken         string
	// LoginCustomerID is the manager account, for an advertiser that is looked after by one.
	LoginCustomerID string
}

// google uploads click conversions by the Google Ads API: by the click, and by the phone number's hash (enhanced
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
	// PartialFailure has to be true.
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

// googleConsent is what the visitor was asked: that the platform learns of it, not that it chooses their advertisements
// by it.
type googleConsent struct {
	UserData        string `json:"adUserData"`
	Personalization string `json:"adPersonalization"`
}

type googleIdentifier struct {
	HashedPhone string `json:"hashedPhoneNumber"`
}

// googleTime is the form of conversionDateTime.
const googleTime = "2006-01-02 15:04:05-07:00"

// Report uploads one conversion. With a test code it is checked by Google and not counted.
func (g *google) Report(ctx context.Context, c Conversion) error {
	switch {
	case g.who.DeveloperToken == "":
		return fmt.Errorf("%w: nobody is configured to report to google", ErrRefused)
	case c.Account == "" || c.Action == "":
		return fmt.Errorf("%w: the channel names no conversion action of google", ErrRefused)
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
		// The kept access token was taken back; the next try gets a new one.
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
	// Google takes no identifiers beside a braid.
	if hashed := hash(c.Phone); hashed != "" && said.Gbraid == "" && said.Wbraid == "" {
		said.Users = []googleIdentifier{{HashedPhone: hashed}}
	}
	return said
}

// Codes of Google's errors: those that say that the conversion is there already, and those that pass with time.
var (
	googleTaken = []string{"CLICK_CONVERSION_ALREADY_EXISTS", "ORDER_ID_ALREADY_IN_USE", "DUPLICATE_ORDER_ID"}
	// A click is known some hours after it only; an action when it was made a few hours ago.
	googlePasses = []string{
		"TOO_RECENT_EVENT", "TOO_RECENT_CONVERSION_ACTION", "INTERNAL_ERROR", "TRANSIENT_ERROR", "CONCURRENT_MODIFICATION",
		"RESOURCE_EXHAUSTED", "RESOURCE_TEMPORARILY_EXHAUSTED",
	}
)

// googleFailure is how Google says what was wrong, within an error and beside a success alike.
type googleFailure struct {
	Code    int `json:"code"`
	Details []struct {
		Errors []struct {
			// {"conversionUploadError": "TOO_RECENT_EVENT"}
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
