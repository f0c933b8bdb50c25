// Package ads tells advertising platforms from the server what came of their clicks: to the development desk, or over
// HTTP to Google Ads, Meta and TikTok. What may be told at all, the caller has decided.
package ads

import (
	"context"
	"errors"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// timeout is how long a platform may take; reports are jobs, nobody waits for them.
const timeout = 10 * time.Second

// ErrRefused says that the platform will never take this report: a repeat is useless.
var ErrRefused = errors.New("ads: refused by the platform")

// ErrUnauthorized says that the platform does not let us report: a token that was taken back, or rights that are missing.
// The report passes once that is fixed.
var ErrUnauthorized = errors.New("ads: the platform does not let us report")

// Conversion is one report.
type Conversion struct {
	// Platform is google, meta or tiktok; PixelID and Token are the operator's there. Google's token is the refresh token
	// of an account that may upload conversions.
	Platform string
	PixelID  string
	Token    string
	// Account and Action are Google's: the customer that is reported to, and its conversion action for the event.
	Account, Action string
	// TestCode, where set, marks the report as a test.
	TestCode string
	// Event is registration, application or payout.
	Event string
	// EventID is the same in the browser's own report, so that the platform counts one.
	EventID string
	At      time.Time
	PageURL string
	// Value is the money of a payout, zero for the other events: platforms want an amount for a purchase alone.
	Value money.Money
	// Phone is in E.164 form; MemberID is ours. Both are sent as hashes only.
	Phone    string
	MemberID string
	// Fbc, Fbp, IP and UserAgent are what the visitor's browser told, with their consent. ClickName and ClickID are the
	// platform's own click id: gclid, gbraid, wbraid or ttclid.
	Fbc, Fbp           string
	ClickName, ClickID string
	IP                 string
	UserAgent          string
}

// Gateway takes reports.
type Gateway interface {
	// Report returns when the platform has taken the report. An error that is not ErrRefused may pass: try again.
	Report(ctx context.Context, c Conversion) error
}

// click is the click id of one of the names, or nothing.
func (c Conversion) click(names ...string) string {
	for _, name := range names {
		if c.ClickName == name {
			return c.ClickID
		}
	}
	return ""
}
