package apptest

import (
	"math"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// Generous returns abuse limits that are never reached, for tests that log in and make requests without end. Hits are still
// counted.
func Generous() member.Limits {
	l := member.Defaults()
	for _, rules := range [][]limit.Rule{l.Phone, l.PhoneNetwork, l.Device, l.IP, l.IPSoft, l.Unverified, l.UnverifiedNetwork, l.IPFree, l.IPFreeNamed, l.Network, l.Range, l.ImagePhone, l.ImageIP, l.WrongPerIP} {
		for i := range rules {
			rules[i].Max = math.MaxInt32
		}
	}
	l.PhoneFree.Max, l.Failure.Max = math.MaxInt32, math.MaxInt32
	l.ShareMin = 0
	return l
}
