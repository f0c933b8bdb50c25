package member

import (
	"cmp"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
)

// Limits against abuse. They run on wall time and are shared by all API processes.
type Limits struct {
	// Phone bounds the codes to one number, Device those asked from one device. The devices on which a member has logged in
	// have as many for themselves as all others together have for the number.
	Phone  []limit.Rule
	Device []limit.Rule
	// PhoneNetwork is how many of a number's codes one network takes: below Phone, so that no network alone keeps a borrower
	// with a new phone out.
	PhoneNetwork []limit.Rule
	// IP refuses only far above IPSoft: mobile carriers put thousands of people behind one address. Above IPSoft an
	// image code is asked for.
	IP     []limit.Rule
	IPSoft []limit.Rule
	// Unverified bounds the codes from an address that nobody has typed back, UnverifiedNetwork those from its network. Each
	// code that is typed back takes back UnverifiedBack of them, its own among them, so that a crowd of borrowers behind one
	// address never meets it: what meets it has codes sent to strangers, and solves pictures like anybody.
	Unverified        []limit.Rule
	UnverifiedNetwork []limit.Rule
	UnverifiedBack    int
	// PhoneFree is how many codes a day a number gets without an image code. IPFree is how many an address sends without
	// one, IPFreeNamed how many it sends where the phones behind it name themselves and have entered nothing wrong:
	// carriers put thousands behind one address. Neither holds for a phone on which somebody has logged in before.
	PhoneFree   limit.Rule
	IPFree      []limit.Rule
	IPFreeNamed []limit.Rule
	// Failure asks for an image code after a wrong code, by number, device and address.
	Failure limit.Rule
	// Network and Range refuse nobody and raise an alarm: many codes from one network (a /24, a /48), or to numbers that
	// begin alike, are an attack that no address and no number shows.
	Network []limit.Rule
	Range   []limit.Rule
	// ImagePhone and ImageIP bound the pictures that are drawn.
	ImagePhone []limit.Rule
	ImageIP    []limit.Rule
	// WrongPerIP bounds the wrong login codes from one address.
	WrongPerIP []limit.Rule
	// SecondFact bounds the tries of a member to name the second fact. There are 10,000 answers, and who bought recycled
	// numbers by the hundred has time.
	SecondFact []limit.Rule
	// ShareMin is the percentage of sent codes that have to be verified; below it every number needs an image code.
	// It is looked at once ShareSample codes were sent within ShareSpan. Of those that were not verified no more than
	// ShareNetwork of one network count: who sends many from one place is met there, and troubles nobody elsewhere.
	ShareMin     int
	ShareSample  int
	ShareSpan    time.Duration
	ShareNetwork int
}

func (l Limits) isZero() bool { return len(l.Phone) == 0 }

const day = 24 * time.Hour

// resendRule is the name of the rule behind the 120 seconds that the app counts down.
const resendRule = "resend"

// ResendAfter is the wait between two codes to one number (specification 4).
const ResendAfter = 120 * time.Second

// Defaults are those of the design (domain facts, section 6).
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
	// freeRule is the name of the rules behind the codes that go out without an image code.
	freeRule = "free"
)

// freeFor are the rules up to which an address sends a caller's codes without an image code.
func (l Limits) freeFor(from Caller) []limit.Rule {
	if from.Device == "" {
		return l.IPFree
	}
	return l.IPFreeNamed
}

// What is counted of a number, apart from what is counted of who asks.
const (
	phonePrefix  = "sms.phone."
	failedNumber = "sms.failure.phone"
)

// What is counted of members' own devices, apart from what is counted of everybody else.
const (
	ownNumber  = "sms.own.phone"
	ownAddress = "sms.own.ip"
)

// The buckets. Codes that ask money or cards are counted by themselves: who logs in must still be able to borrow.
func phoneBucket(kind CodeType, national string, rules []limit.Rule) limit.Bucket {
	return limit.Bucket{Name: phonePrefix + kind.String(), Subject: national, Rules: rules}
}

// numberOnNetworkBucket is the codes to a number that were asked for from one network; from its address where that has none.
func numberOnNetworkBucket(national string, from Caller, rules []limit.Rule) limit.Bucket {
	return limit.Bucket{Name: "sms.phone_network", Subject: national + " " + cmp.Or(from.Network, from.IP), Rules: rules}
}

// ownNumberBucket is the login codes that a member's own devices have asked for.
func ownNumberBucket(national string, rules []limit.Rule) limit.Bucket {
	return limit.Bucket{Name: ownNumber, Subject: national, Rules: rules}
}

func ipBucket(ip string, rules []limit.Rule) limit.Bucket {
	return limit.Bucket{Name: "sms.ip", Subject: ip, Rules: rules}
}

// The buckets of codes that nobody has typed back yet.
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

// deviceBuckets is empty for an app that names no device: the address limits it.
func deviceBuckets(device string, rules []limit.Rule) []limit.Bucket {
	if device == "" {
		return nil
	}
	return []limit.Bucket{{Name: "sms.device", Subject: device, Rules: rules}}
}

// failureBuckets are the wrong entries of an address and a device.
func failureBuckets(from Caller, rule limit.Rule) []limit.Bucket {
	rules := []limit.Rule{rule}
	buckets := []limit.Bucket{{Name: "sms.failure.ip", Subject: from.IP, Rules: rules}}
	if from.Device != "" {
		buckets = append(buckets, limit.Bucket{Name: "sms.failure.device", Subject: from.Device, Rules: rules})
	}
	return buckets
}

// failedNumberBucket is the wrong entries for a number.
func failedNumberBucket(national string, rule limit.Rule) limit.Bucket {
	return limit.Bucket{Name: failedNumber, Subject: national, Rules: []limit.Rule{rule}}
}
