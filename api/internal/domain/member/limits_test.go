package member

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// TestDefaultLimitsMatchTheDesign repeats the table of the domain facts, section 6.
//
// spec: 9.sms-resend-120
func TestDefaultLimitsMatchTheDesign(t *testing.T) {
	t.Parallel()
	d := Defaults()
	figures := func(rules []limit.Rule) map[time.Duration]int {
		m := map[time.Duration]int{}
		for _, rule := range rules {
			m[rule.Per] = rule.Max
		}
		return m
	}
	require.Equal(t, map[time.Duration]int{120 * time.Second: 1, 10 * time.Minute: 3, time.Hour: 5, day: 10}, figures(d.Phone))
	require.Equal(t, map[time.Duration]int{time.Hour: 5, day: 10}, figures(d.Device))
	for _, rule := range d.PhoneNetwork {
		require.Less(t, rule.Max, figures(d.Phone)[rule.Per], "one network cannot use up all codes of a number")
	}
	require.Equal(t, map[time.Duration]int{time.Hour: 10, day: 50}, figures(d.IPSoft))
	require.Equal(t, map[time.Duration]int{day: 1}, figures(d.IPFree))
	require.Equal(t, map[time.Duration]int{time.Hour: 5, day: 20}, figures(d.IPFreeNamed))
	for _, rule := range d.IPSoft {
		require.True(t, rule.Soft, "an IP address first needs an image code")
	}
	for i, rule := range d.IP {
		require.False(t, rule.Soft)
		require.GreaterOrEqual(t, rule.Max, 10*d.IPSoft[i].Max, "and is refused only far above that limit")
	}
	for _, rule := range append(d.Network, d.Range...) {
		require.True(t, rule.Soft, "a network and a range only raise an alarm")
	}
	require.Equal(t, map[time.Duration]int{time.Hour: 30, day: 100}, figures(d.Unverified))
	require.Equal(t, map[time.Duration]int{time.Hour: 120, day: 500}, figures(d.UnverifiedNetwork))
	require.Equal(t, 40, d.ShareMin)
	require.LessOrEqual(t, 100, d.ShareMin*d.UnverifiedBack, "an IP address with the expected share of verified codes never reaches its limit")
	require.Equal(t, 5, CodeTries)
	require.Equal(t, 5*time.Minute, CodeLife)
	require.Equal(t, 720*time.Hour, SessionLife)
	require.Equal(t, 15*time.Minute, FreshLife)
}

func TestRefusalSaysHowLongToWait(t *testing.T) {
	t.Parallel()
	over := func(bucket string, rule limit.Rule, wait time.Duration) limit.Verdict {
		soft := limit.Over{Rule: limit.Rule{Soft: true}, RetryAfter: day}
		return limit.Verdict{Refused: true, Over: []limit.Over{soft, {Bucket: bucket, Rule: rule, RetryAfter: wait}}}
	}
	for want, verdict := range map[reason.Reason]limit.Verdict{
		reason.SMSTooSoon:      over("sms.phone.200", limit.Rule{Name: resendRule}, 61500*time.Millisecond),
		reason.SMSTooMany:      over("sms.device", limit.Rule{Name: "hour"}, 61500*time.Millisecond),
		reason.SMSDayLimit:     over("sms.phone.200", limit.Rule{Name: dayRule}, 61500*time.Millisecond),
		reason.TooManyRequests: over("sms.ip", limit.Rule{Name: dayRule}, 61500*time.Millisecond),
	} {
		e := reason.From(refusal(verdict, "0912345678"))
		require.Equal(t, want, e.Reason)
		require.Equal(t, 61500*time.Millisecond, e.RetryAfter, "the retry delay is that of the refusing rule, not of a soft rule")
		require.Equal(t, want == reason.SMSTooSoon, e.SMSPhone != "")
	}
	fast := reason.From(refusal(over("sms.ip", limit.Rule{Name: dayRule}, 61500*time.Millisecond), "0912345678"))
	require.Contains(t, fast.Text("en"), "62\u00a0seconds", "rounded up: never too early")
}

func TestTruncate(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Mozilla/5.0", truncate("Mozilla/5.0\x00\xff", 200))
	require.Len(t, truncate("aaaaaaaaaa", 4), 4)
}
