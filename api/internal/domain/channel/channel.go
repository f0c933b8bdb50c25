// Package channel knows where borrowers come from: the channels that an operator runs on advertising platforms, the
// visits and log-ins they bring, which conversions a platform may hear of, and what pages and buttons are used.
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

// Platform is an advertising platform; empty is none.
type Platform string

// The platforms whose pixels the landing page knows: search ads, social, short video.
const (
	NoPlatform Platform = ""
	Google     Platform = "google"
	Meta       Platform = "meta"
	TikTok     Platform = "tiktok"
)

var platforms = []Platform{NoPlatform, Google, Meta, TikTok}

// Channel is one code that advertisements carry (query `channel` or `cc`), with the fields of specification 3. The
// specification names three of them and leaves open what they do; here is what they do:
//
//   - RequireSame: a conversion is reported only when the click that brought the borrower came from the channel's own
//     platform (see Click). Without it the code alone is enough, also on a link that was passed on.
//   - PlatformIDLimit: the ids of the app products (as in "20005,20003") under whose host names the code counts; empty is
//     all. Elsewhere the code stands for a channel without a platform: no pixel, no report, nothing kept of it.
//   - ReportedScoreRange: "from-to", both included, of the credit score that a borrower has when a conversion is due; empty
//     reports everyone. One whose score no lender has touched has the first score, as everyone does who has just
//     registered. What lies outside is counted as skipped and never sent later.
type Channel struct {
	Code               string   `yaml:"code"`
	Name               string   `yaml:"name"`
	PromotionPlatform  Platform `yaml:"promotionPlatform"`
	PixelID            string   `yaml:"pixelId"`
	RequireSame        bool     `yaml:"requireSame"`
	PlatformIDLimit    string   `yaml:"platformIdLimit"`
	ReportedScoreRange string   `yaml:"reportedScoreRange"`
	// ReportTo is where Google is told from the server: its customer, and the conversion action of each event
	// ("1234567890/registration:11,application:12,payout:13"). An event that is not named is not told. The other
	// platforms need nothing beside the pixel.
	ReportTo string `yaml:"reportTo"`
	// TestEventCode, where set, marks reports as a test for the platform's own console.
	TestEventCode string `yaml:"testEventCode"`
	Active        bool   `yaml:"active"`
}

var (
	codeForm   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	pixelForm  = regexp.MustCompile(`^[A-Za-z0-9_/-]{0,64}$`)
	reportForm = regexp.MustCompile(`^[0-9]{10}/(registration|application|payout):[0-9]{1,20}(,(registration|application|payout):[0-9]{1,20})*$`)
	limitForm  = regexp.MustCompile(`^([0-9]{1,10}(,[0-9]{1,10})*)?$`)
)

// Check tells what is wrong with a channel that an operator wants to save.
func (c Channel) Check() error {
	if _, _, err := c.scores(); err != nil {
		return err
	}
	switch {
	case !codeForm.MatchString(c.Code):
		return errors.New("channel: the code is made of 1 to 64 letters, digits, - and _")
	case !slices.Contains(platforms, c.PromotionPlatform):
		return fmt.Errorf("channel: the platform %q is none of google, meta, tiktok, or empty", c.PromotionPlatform)
	case !pixelForm.MatchString(c.PixelID):
		return errors.New("channel: the pixel's id is made of letters, digits, -, _ and /")
	case c.PixelID != "" && c.PromotionPlatform == NoPlatform:
		return errors.New("channel: a pixel belongs to a platform")
	case c.ReportTo != "" && c.PromotionPlatform != Google:
		return errors.New("channel: only google needs a reportTo")
	case c.ReportTo != "" && !reportForm.MatchString(c.ReportTo):
		return errors.New(`channel: reportTo names a customer and its conversion actions, "1234567890/registration:11,payout:13"`)
	case !limitForm.MatchString(c.PlatformIDLimit):
		return errors.New(`channel: platformIdLimit lists ids of products, "20005,20003"`)
	}
	return nil
}

// Target is where a platform wants to be told of an event: the account and its action, both empty for a platform that
// needs none. Without one the event cannot be told.
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

// CountsOn reports whether the code counts under the host names of a product.
func (c Channel) CountsOn(productID string) bool {
	return c.PlatformIDLimit == "" || slices.Contains(strings.Split(c.PlatformIDLimit, ","), productID)
}

// Reports reports whether a conversion of a borrower with this score may be told to the platform.
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

// tokenLife is how long a page may use its access token: as long as channel info is kept (specification 9).
const tokenLife = 168 * time.Hour

// AccessToken is what a page gets in place of the platform's own token: it proves that the page asked for this channel,
// and is good for reporting visits of it to us, for nothing else.
func AccessToken(h *secret.Hasher, code string, now time.Time) string {
	until := strconv.FormatInt(now.Add(tokenLife).Unix(), 36)
	return until + "." + stamp(h, code, until)
}

// CheckToken proves an access token of a channel; a wrong or outdated one is reason.APITokenIllegal.
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
