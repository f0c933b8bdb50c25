package ads

import (
	"context"
	"encoding/json"
	"net/http"
)

// tiktokPath is the path of TikTok's Events API (2.0).
const tiktokPath = "/open_api/v1.3/event/track/"

// tiktokEvents maps our events to TikTok's standard events.
var tiktokEvents = map[string]string{"registration": "CompleteRegistration", "application": "SubmitApplication", "payout": "Purchase"}

// TikTok always responds with status 200 and reports the result in a code.
const (
	tiktokTaken = 0
	// Temporary errors: too many requests, and TikTok's own failures.
	tiktokTooMany   = 40100
	tiktokOwnFrom   = 50000
	tiktokOwnBefore = 60000
	// Errors about the token and its permissions.
	tiktokRights      = 40001
	tiktokTokenFrom   = 40101
	tiktokTokenBefore = 40200
)

// tiktok reports through TikTok's Events API.
type tiktok struct {
	line *client
	base string
}

type tiktokReport struct {
	Source   string        `json:"event_source"`
	SourceID string        `json:"event_source_id"`
	TestCode string        `json:"test_event_code,omitempty"`
	Data     []tiktokEvent `json:"data"`
}

type tiktokEvent struct {
	Event      string      `json:"event"`
	Time       int64       `json:"event_time"`
	ID         string      `json:"event_id"`
	User       tiktokUser  `json:"user"`
	Page       *tiktokPage `json:"page,omitempty"`
	Properties *value      `json:"properties,omitempty"`
}

type tiktokUser struct {
	ClickID    string `json:"ttclid,omitempty"`
	Phone      string `json:"phone,omitempty"`
	ExternalID string `json:"external_id,omitempty"`
	IP         string `json:"ip,omitempty"`
	UserAgent  string `json:"user_agent,omitempty"`
}

type tiktokPage struct {
	URL string `json:"url"`
}

// Report posts one event. The phone number is hashed with its plus sign, as TikTok requires.
func (t *tiktok) Report(ctx context.Context, c Conversion) error {
	event := tiktokEvent{
		Event: tiktokEvents[c.Event], Time: c.At.Unix(), ID: c.EventID, Properties: valueOf(c.Value),
		User: tiktokUser{
			ClickID: c.click("ttclid"), Phone: hash(c.Phone), ExternalID: hash(c.MemberID), IP: c.IP, UserAgent: c.UserAgent,
		},
	}
	if c.PageURL != "" {
		event.Page = &tiktokPage{URL: c.PageURL}
	}
	report := tiktokReport{Source: "web", SourceID: c.PixelID, TestCode: c.TestCode, Data: []tiktokEvent{event}}
	status, answer, err := t.line.json(ctx, "tiktok", t.base+tiktokPath, map[string]string{"Access-Token": c.Token}, report)
	if err != nil {
		return err
	}
	// Example: {"code":40105,"message":"...","request_id":"..."}
	var said struct {
		Code *int `json:"code"`
	}
	if status >= http.StatusMultipleChoices || json.Unmarshal(answer, &said) != nil || said.Code == nil {
		return answerError(kind(status), "tiktok", status, "none")
	}
	switch code := *said.Code; {
	case code == tiktokTaken:
		return nil
	case code == tiktokTooMany, code >= tiktokOwnFrom && code < tiktokOwnBefore:
		return answerError(errPasses, "tiktok", status, code)
	case code == tiktokRights, code >= tiktokTokenFrom && code < tiktokTokenBefore:
		return answerError(ErrUnauthorized, "tiktok", status, code)
	default:
		return answerError(ErrRefused, "tiktok", status, code)
	}
}
