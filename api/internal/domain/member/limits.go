package member

import (
	"cmp"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
)

// Limits are limits against abuse. They use wall time and are shared by all API processes.
type Limits struct {
	// Phone limits the codes for one number, Device those requested on one device. For login codes, the member's own devices
	// together have a separate quota of the same size as Phone.
	Phone  []limit.Rule
	Device []limit.Rule
	// PhoneNetwork limits the codes for a number that one network can request. It is below Phone, so that no single network can
	// lock out a borrower with a new phone.
	PhoneNetwork []limit.Rule
	// IP is far above IPSoft, because mobile carriers put thousands of people behind one address. IP refuses; above IPSoft an
	// image code is required.
	IP     []limit.Rule
	IPSoft []limit.Rule
	// Unverified limits the unverified codes of an address, UnverifiedNetwork those of its network. Each verified code subtracts
	// UnverifiedBack of them, including itself. So a crowd of real borrowers behind one address never reaches the limit, and only
	// someone who requests codes for strangers does, even if they solve the image codes.
	Unverified        []limit.Rule
	UnverifiedNetwork []limit.Rule
	UnverifiedBack    int
	// PhoneFree is the number of codes per day that a number gets without an image code. IPFree is the number that an address gets
	// without one, and IPFreeNamed the number for callers that send a device, because carriers put thousands behind one address.
	// After a wrong entry Failure applies instead. IPFree and IPFreeNamed do not apply to a device on which someone has logged in
	// before.
	PhoneFree   limit.Rule
	IPFree      []limit.Rule
	IPFreeNamed []limit.Rule
	// Failure requires an image code after a wrong code, per number, device and address.
	Failure limit.Rule
	// Network and Range refuse no one and only raise an alarm. Many codes from one network (a /24 or /48), or to numbers with the
	// same beginning, indicate an attack that no single address or number shows.
	Network []limit.Rule
	Range   []limit.Rule
	// ImagePhone and ImageIP limit the image codes that are drawn.
	ImagePhone []limit.Rule
	ImageIP    []limit.Rule
	// WrongPerIP limits the wrong login codes from one address.
	WrongPerIP []limit.Rule
	// SecondFact limits a member's tries at the second fact. There are only 10,000 possible answers, and an attacker with hundreds
	// of recycled numbers has time.
	SecondFact []limit.Rule
	// ShareMin is the minimum percentage of sent codes that are verified. Below it, every number needs an image code. It applies
	// once ShareSample codes were sent within ShareSpan. At most ShareNetwork unverified codes per network count, so that an
	// attack from one network does not affect other borrowers.
	ShareMin     int
	ShareSample  int
	ShareSpan    time.Duration
	ShareNetwork int
}

func (l Limits) isZero() bool { return len(l.Phone) == 0 }

const day = 24 * time.Hour

// resendRule is the name of the rule for the 120 seconds that the app counts down.
const resendRule = "resend"

// ResendAfter is the wait between two codes for one number (spec 4).
const ResendAfter = 120 * time.Second

// Defaults returns the default limits (domain facts, section 6).
func Defaults() Limits {
	return Limits{
		Phone: []limit.Rule{
			{Name: resendRule, Per: ResendAfter, Max: 1},
			{Name: "minutes", Per: 10 * time.Minute, Max: 3},
			{Name: "hour", Per: time.Hour, Max: 5},
			{Name: dayRule, Per: day, Max: 10},
		},
		Device:            []limit.Rule{{Name: "hour", Per: time.Hour, Max: 5}, {Name: dayRule, Per: day, Max: 10}},
		PhoneNetwork:      []limit.Rule{{Name: "hour", Per: time.Hour, Max: 4}, {Name: dayRule, Per: day, Max: 6}},
		IPSoft:            []limit.Rule{{Name: "hour", Per: time.Hour, Max: 10, Soft: true}, {Name: dayRule, Per: day, Max: 50, Soft: true}},
		IP:                []limit.Rule{{Name: "flood", Per: time.Hour, Max: 200}, {Name: dayRule, Per: day, Max: 1000}},
		Unverified:        []limit.Rule{{Name: "hour", Per: time.Hour, Max: 30}, {Name: dayRule, Per: day, Max: 100}},
		UnverifiedNetwork: []limit.Rule{{Name: "hour", Per: time.Hour, Max: 120}, {Name: dayRule, Per: day, Max: 500}},
		UnverifiedBack:    3,
		PhoneFree:         limit.Rule{Name: freeRule, Per: day, Max: 1, Soft: true},
		IPFree:            []limit.Rule{{Name: freeRule, Per: day, Max: 1, Soft: true}},
		IPFreeNamed:       []limit.Rule{{Name: freeRule, Per: time.Hour, Max: 5, Soft: true}, {Name: freeRule, Per: day, Max: 20, Soft: true}},
		Failure:           limit.Rule{Name: "failure", Per: time.Hour, Max: 1, Soft: true},
		Network:           []limit.Rule{{Name: "hour", Per: time.Hour, Max: 300, Soft: true}},
		Range:             []limit.Rule{{Name: "hour", Per: time.Hour, Max: 100, Soft: true}},
		ImagePhone:        []limit.Rule{{Name: "hour", Per: time.Hour, Max: 60}},
		ImageIP:           []limit.Rule{{Name: "hour", Per: time.Hour, Max: 600}},
		WrongPerIP:        []limit.Rule{{Name: "hour", Per: time.Hour, Max: 200}},
		SecondFact:        []limit.Rule{{Name: dayRule, Per: day, Max: 5}, {Name: "month", Per: 30 * day, Max: 15}},
		ShareMin:          40,
		ShareSample:       20,
		ShareSpan:         time.Hour,
		ShareNetwork:      3,
	}
}

const (
	dayRule = "day"
	// freeRule is the name of the rules for codes without an image code.
	freeRule = "free"
)

// freeFor returns the rules up to which an address gets codes for this caller without an image code.
func (l Limits) freeFor(from Caller) []limit.Rule {
	if from.Device == "" {
		return l.IPFree
	}
	return l.IPFreeNamed
}

// Names of the buckets of a number, as opposed to those of a caller.
const (
	phonePrefix  = "sms.phone."
	failedNumber = "sms.failure.phone"
)

// Names of the buckets of members' own devices, which are counted separately.
const (
	ownNumber  = "sms.own.phone"
	ownAddress = "sms.own.ip"
)

// phoneBucket returns the bucket of a number and a code type. Each type has its own, so that logins do not use up the codes for
// loans and bank cards.
func phoneBucket(kind CodeType, national string, rules []limit.Rule) limit.Bucket {
	return limit.Bucket{Name: phonePrefix + kind.String(), Subject: national, Rules: rules}
}

// numberOnNetworkBucket returns the bucket of a number's codes requested from one network, or from one address if there is no network.
func numberOnNetworkBucket(national string, from Caller, rules []limit.Rule) limit.Bucket {
	return limit.Bucket{Name: "sms.phone_network", Subject: national + " " + cmp.Or(from.Network, from.IP), Rules: rules}
}

// ownNumberBucket returns the bucket of the login codes that a member's own devices have requested.
func ownNumberBucket(national string, rules []limit.Rule) limit.Bucket {
	return limit.Bucket{Name: ownNumber, Subject: national, Rules: rules}
}

func ipBucket(ip string, rules []limit.Rule) limit.Bucket {
	return limit.Bucket{Name: "sms.ip", Subject: ip, Rules: rules}
}

// Names of the buckets of unverified codes.
const (
	unverifiedAddress = "sms.unverified.ip"
	unverifiedNetwork = "sms.unverified.network"
)

func (m *Members) unverifiedBuckets(from Caller) []limit.Bucket {
	buckets := []limit.Bucket{{Name: unverifiedAddress, Subject: from.IP, Rules: m.Limits.Unverified}}
	if from.Network != "" {
		buckets = append(buckets, limit.Bucket{Name: unverifiedNetwork, Subject: from.Network, Rules: m.Limits.UnverifiedNetwork})
	}
	return buckets
}

// deviceBuckets returns nothing for an app that sends no device. The limits of the address still apply.
func deviceBuckets(device string, rules []limit.Rule) []limit.Bucket {
	if device == "" {
		return nil
	}
	return []limit.Bucket{{Name: "sms.device", Subject: device, Rules: rules}}
}

// failureBuckets returns the buckets of wrong entries of an address and a device.
func failureBuckets(from Caller, rule limit.Rule) []limit.Bucket {
	rules := []limit.Rule{rule}
	buckets := []limit.Bucket{{Name: "sms.failure.ip", Subject: from.IP, Rules: rules}}
	if from.Device != "" {
		buckets = append(buckets, limit.Bucket{Name: "sms.failure.device", Subject: from.Device, Rules: rules})
	}
	return buckets
}

// failedNumberBucket returns the bucket of wrong entries for a number.
func failedNumberBucket(national string, rule limit.Rule) limit.Bucket {
	return limit.Bucket{Name: failedNumber, Subject: national, Rules: []limit.Rule{rule}}
}
