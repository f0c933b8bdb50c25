package conversion

import (
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// Reasons why a conversion is not reported to the platform.
const (
	noConsent      = "no consent"
	noPlatform     = "the channel has no platform here, or is closed"
	otherClick     = "the click came from elsewhere"
	scoreOutside   = "the score is outside of the range"
	noTarget       = "the channel names no conversion action for it"
	noMember       = "the account was deleted"
	refusedByThese = "refused by the platform"
)

// judge returns why a conversion is not reported; empty if it is reported.
func judge(e channel.Event, o channel.Origin, c channel.Channel, who member.Summary, score int) string {
	switch {
	case who.Phone == "":
		return noMember
	case !o.Consent:
		return noConsent
	case c.PromotionPlatform == channel.NoPlatform || c.PixelID == "":
		return noPlatform
	case !targeted(c, e):
		return noTarget
	case c.RequireSame && o.Click() != c.PromotionPlatform:
		return otherClick
	case !c.Reports(score):
		return scoreOutside
	}
	return ""
}

func targeted(c channel.Channel, e channel.Event) bool {
	_, _, found := c.Target(e)
	return found
}
