// Package ads reports conversions to advertising platforms from the server: to the development desk, or over HTTP to Google Ads,
// Meta and TikTok. The caller decides what may be reported.
package ads

import (
	"context"
	"errors"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// timeout is the timeout of a platform's response. Only background jobs wait for it.
const timeout = 10 * time.Second

// ErrRefused says that the platform will never accept this report, so a retry is useless.
var ErrRefused = errors.New("ads: refused by the platform")

// ErrUnauthorized says that we are not allowed to report: a token was revoked, or permissions are missing. The report can succeed
// once that is fixed.
var ErrUnauthorized = errors.New("ads: the platform denies access")

// ErrNotFound says that there is nothing at the address: a proxy has no route, the platform has ended this version of its interface,
// or the pixel or account in the address is wrong. The report can succeed once that is fixed.
var ErrNotFound = errors.New("ads: nothing is found at the platform's address")

// Conversion is a report of one conversion.
type Conversion struct {
	// Platform is google, meta or tiktok. PixelID and Token are the operator's for this platform. For Google, Token is the refresh
	// token of an account that may upload conversions.
	Platform string
	PixelID  string
	Token    string
	// Account and Action are only for Google: the customer, and the conversion action of the event.
	Account, Action string
	// TestCode, if set, marks the report as a test.
	TestCode string
	// Event is registration, application or payout.
	Event string
	// EventID is the same as in the browser's own report, so that the platform counts the conversion once.
	EventID string
	At      time.Time
	PageURL string
	// Value is the amount of a payout and zero for other events, because platforms expect an amount only for purchases.
	Value money.Money
	// Phone is in E.164 format, MemberID is our id. Both are sent only as hashes.
	Phone    string
	MemberID string
	// Fbc, Fbp, IP and UserAgent are data of the visitor's browser, stored with their consent. ClickName and ClickID are the
	// platform's own click id: gclid, gbraid, wbraid or ttclid.
	Fbc, Fbp           string
	ClickName, ClickID string
	IP                 string
	UserAgent          string
}

// Gateway sends reports.
type Gateway interface {
	// Report returns nil when the platform has accepted the report. Any error other than ErrRefused may be temporary: retry.
	Report(ctx context.Context, c Conversion) error
}

// click returns the click id if its name is one of names, or an empty string.
func (c Conversion) click(names ...string) string {
	for _, name := range names {
		if c.ClickName == name {
			return c.ClickID
		}
	}
	return ""
}
