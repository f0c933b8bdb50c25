// Package channel stores where borrowers come from: the operator's channels on advertising platforms, the visits and logins they
// bring, the conversions reported to platforms, and the use of pages and buttons.
package channel

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Platform is an advertising platform. Empty means none.
type Platform string

// The platforms whose pixels the landing page supports: search ads, social media, short videos.
const (
	NoPlatform Platform = ""
	Google     Platform = "google"
	Meta       Platform = "meta"
	TikTok     Platform = "tiktok"
)

var platforms = []Platform{NoPlatform, Google, Meta, TikTok}

// Channel is a code that advertisements carry (query `channel` or `cc`), with the fields of spec 3. The specification names three
// fields without saying what they do. They work as follows:
//
//   - RequireSame: a conversion is reported only if the click that brought the borrower came from the channel's own
//     platform (see Click). Otherwise the code alone suffices, also on a link that was shared.
//   - PlatformIDLimit: the ids of the app products (as in "20005,20003") under whose host names the code is valid; empty means
//     all. Elsewhere the code stands for a channel without a platform: no pixel and no reports, and nothing about it is stored.
//   - ReportedScoreRange: the range "from-to", both inclusive, of the borrower's credit score when a conversion is due; empty
//     reports everyone. A new borrower, whose score no lender has changed, has the initial score. A conversion outside the
//     range is counted as skipped and never sent later.
type Channel struct {
	Code               string   `yaml:"code"`
	Name               string   `yaml:"name"`
	PromotionPlatform  Platform `yaml:"promotionPlatform"`
	PixelID            string   `yaml:"pixelId"`
	RequireSame        bool     `yaml:"requireSame"`
	PlatformIDLimit    string   `yaml:"platformIdLimit"`
	ReportedScoreRange string   `yaml:"reportedScoreRange"`
	// ReportTo is the destination of Google's server-side reports: the customer and the conversion action of each event
	// ("1234567890/registration:11,application:12,payout:13"). Events without an action are not reported. The other platforms need
	// only the pixel.
	ReportTo string `yaml:"reportTo"`
	// TestEventCode, if set, marks reports as tests for the platform's console.
	TestEventCode string `yaml:"testEventCode"`
	Active        bool   `yaml:"active"`
}

var (
	codeForm   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	pixelForm  = regexp.MustCompile(`^[A-Za-z0-9_/-]{0,64}$`)
	reportForm = regexp.MustCompile(`^[0-9]{10}/(registration|application|payout):[0-9]{1,20}(,(registration|application|payout):[0-9]{1,20})*$`)
	limitForm  = regexp.MustCompile(`^([0-9]{1,10}(,[0-9]{1,10})*)?$`)
)

// Check returns an error if a channel that an operator wants to save is invalid.
func (c Channel) Check() error {
	if _, _, err := c.scores(); err != nil {
		return err
	}
	switch {
	case !codeForm.MatchString(c.Code):
		return errors.New("channel: the code must be 1 to 64 letters, digits, - and _")
	case !slices.Contains(platforms, c.PromotionPlatform):
		return fmt.Errorf("channel: the platform %q is not google, meta, tiktok or empty", c.PromotionPlatform)
	case !pixelForm.MatchString(c.PixelID):
		return errors.New("channel: the pixel ID must be at most 64 letters, digits, -, _ and /")
	case c.PixelID != "" && c.PromotionPlatform == NoPlatform:
		return errors.New("channel: a pixel needs a platform")
	case c.ReportTo != "" && c.PromotionPlatform != Google:
		return errors.New("channel: reportTo is only for google")
	case c.ReportTo != "" && !reportForm.MatchString(c.ReportTo):
		return errors.New(`channel: reportTo must name a customer and its conversion actions, such as "1234567890/registration:11,payout:13"`)
	case !limitForm.MatchString(c.PlatformIDLimit):
		return errors.New(`channel: platformIdLimit must list product IDs, such as "20005,20003"`)
	}
	return nil
}

// Target returns the account and the action for reports of an event. Both are empty for a platform that needs none. found is false
// if the event cannot be reported.
func (c Channel) Target(e Event) (account, action string, found bool) {
	if c.PromotionPlatform != Google {
		return "", "", true
	}
	account, actions, _ := strings.Cut(c.ReportTo, "/")
	for _, one := range strings.Split(actions, ",") {
		if name, id, _ := strings.Cut(one, ":"); name == string(e) {
			return account, id, true
		}
	}
	return "", "", false
}

// CountsOn reports whether the code is valid under the host names of a product.
func (c Channel) CountsOn(productID string) bool {
	return c.PlatformIDLimit == "" || slices.Contains(strings.Split(c.PlatformIDLimit, ","), productID)
}

// Reports reports whether a conversion of a borrower with this score may be reported to the platform.
func (c Channel) Reports(score int) bool {
	from, to, err := c.scores()
	return err == nil && score >= from && score <= to
}

func (c Channel) scores() (from, to int, err error) {
	if c.ReportedScoreRange == "" {
		return 0, 1 << 30, nil
	}
	low, high, _ := strings.Cut(c.ReportedScoreRange, "-")
	from, errFrom := strconv.Atoi(low)
	to, errTo := strconv.Atoi(high)
	if errFrom != nil || errTo != nil || from < 0 || to < from {
		return 0, 0, fmt.Errorf(`channel: reportedScoreRange %q is not of the form "600-850"`, c.ReportedScoreRange)
	}
	return from, to, nil
}

// tokenLife is how long an access token is valid: as long as channel info is kept (spec 9).
const tokenLife = 168 * time.Hour

// AccessToken returns the token that a page gets in place of the platform's own. It proves that the page requested this channel,
// and only allows reporting the channel's visits to us.
func AccessToken(h *secret.Hasher, code string, now time.Time) string {
	until := strconv.FormatInt(now.Add(tokenLife).Unix(), 36)
	return until + "." + stamp(h, code, until)
}

// CheckToken returns reason.APITokenIllegal if the access token of a channel is invalid or expired.
func CheckToken(h *secret.Hasher, code, token string, now time.Time) error {
	until, mark, _ := strings.Cut(token, ".")
	seconds, err := strconv.ParseInt(until, 36, 64)
	if err != nil || !secret.Equal([]byte(mark), []byte(stamp(h, code, until))) || now.Unix() > seconds {
		return reason.New(reason.APITokenIllegal)
	}
	return nil
}

func stamp(h *secret.Hasher, code, until string) string {
	return fmt.Sprintf("%x", h.Hash("channel.access", code, until)[:16])
}
