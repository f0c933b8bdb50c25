package member

import (
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
)

// Buckets that only raise an alarm.
const (
	networkBucket = "sms.network"
	rangeBucket   = "sms.range"
	// rangeDigits is the number of leading digits that identify the range in which a number was assigned.
	rangeDigits = 5
)

// alarmBuckets returns the buckets of a login code that raise an alarm and refuse no one.
func (m *Members) alarmBuckets(national string, from Caller) []limit.Bucket {
	buckets := []limit.Bucket{{Name: rangeBucket, Subject: rangeOf(national), Rules: m.Limits.Range}}
	if from.Network != "" {
		buckets = append(buckets, limit.Bucket{Name: networkBucket, Subject: from.Network, Rules: m.Limits.Network})
	}
	return buckets
}

// alarm reports the full alarm buckets and removes them from the verdict, so that they do not require an image code either.
func (m *Members) alarm(v limit.Verdict, national string, from Caller) limit.Verdict {
	subjects := map[string]string{networkBucket: from.Network, rangeBucket: rangeOf(national)}
	v.Over = slices.DeleteFunc(v.Over, func(o limit.Over) bool {
		subject, watched := subjects[o.Bucket]
		if watched && m.Alarm != nil {
			m.Alarm(o.Bucket, subject)
		}
		return watched
	})
	return v
}

func rangeOf(national string) string { return national[:min(rangeDigits, len(national))] }
