package ads

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// metaVersion is the version of the Graph API for the format of the reports.
const metaVersion = "v25.0"

// metaEvents maps our events to Meta's standard events.
var metaEvents = map[string]string{"registration": "CompleteRegistration", "application": "SubmitApplication", "payout": "Purchase"}

// meta reports through Meta's Conversions API.
type meta struct {
	line *client
	base string
}

type metaReport struct {
	Data        []metaEvent `json:"data"`
	TestCode    string      `json:"test_event_code,omitempty"`
	AccessToken string      `json:"access_token"`
}

type metaEvent struct {
	Name     string   `json:"event_name"`
	Time     int64    `json:"event_time"`
	ID       string   `json:"event_id"`
	Source   string   `json:"action_source"`
	PageURL  string   `json:"event_source_url,omitempty"`
	UserData metaUser `json:"user_data"`
	// Custom is the amount, which Meta requires for a purchase.
	Custom *value `json:"custom_data,omitempty"`
}

type metaUser struct {
	Phones      []string `json:"ph,omitempty"`
	ExternalIDs []string `json:"external_id,omitempty"`
	Fbc         string   `json:"fbc,omitempty"`
	Fbp         string   `json:"fbp,omitempty"`
	IP          string   `json:"client_ip_address,omitempty"`
	UserAgent   string   `json:"client_user_agent,omitempty"`
}

// Meta's error codes for the token and its permissions. Meta sends them with the status 400.
const (
	metaCapability = 3
	metaPermission = 10
	metaSession    = 102
	metaToken      = 190
	// metaRights and the codes up to metaRightsEnd (exclusive) are about single permissions.
	metaRights, metaRightsEnd = 200, 300
)

// metaPasses are Meta's error codes for its own downtime, its limits and a block for a while
// (https://developers.facebook.com/docs/graph-api/guides/error-handling). Its sample of an error has no is_transient.
var metaPasses = []int{1, 2, 4, 17, 32, 341, 368, 613}

// metaLimits and the codes up to metaLimitsEnd (exclusive) are the limits of a business
// (https://developers.facebook.com/docs/graph-api/overview/rate-limiting).
const metaLimits, metaLimitsEnd = 80000, 80100

// Report posts one event.
func (m *meta) Report(ctx context.Context, c Conversion) error {
	event := metaEvent{
		Name: metaEvents[c.Event], Time: c.At.Unix(), ID: c.EventID, Source: "website", PageURL: c.PageURL, Custom: valueOf(c.Value),
		UserData: metaUser{
			Phones: nonEmpty(hash(strings.TrimPrefix(c.Phone, "+"))), ExternalIDs: nonEmpty(hash(c.MemberID)),
			Fbc: c.Fbc, Fbp: c.Fbp, IP: c.IP, UserAgent: c.UserAgent,
		},
	}
	address := m.base + "/" + metaVersion + "/" + url.PathEscape(c.PixelID) + "/events"
	report := metaReport{AccessToken: c.Token, TestCode: c.TestCode, Data: []metaEvent{event}}
	status, answer, err := m.line.json(ctx, "meta", address, nil, report)
	if err != nil {
		return err
	}
	if status < http.StatusMultipleChoices {
		return nil
	}
	// Example: {"error":{"code":190,"is_transient":false}}
	var said struct {
		Error struct {
			Code      int  `json:"code"`
			Transient bool `json:"is_transient"`
		} `json:"error"`
	}
	_ = json.Unmarshal(answer, &said)
	return answerError(metaKind(status, said.Error.Code, said.Error.Transient), "meta", status, said.Error.Code)
}

func metaKind(status, code int, passes bool) error {
	switch {
	case passes, slices.Contains(metaPasses, code), code >= metaLimits && code < metaLimitsEnd:
		return errPasses
	case code == metaSession, code == metaToken, code == metaPermission, code == metaCapability, code >= metaRights && code < metaRightsEnd:
		return ErrUnauthorized
	}
	return kind(status)
}

// nonEmpty returns a list with the value, or nil if it is empty.
func nonEmpty(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}
