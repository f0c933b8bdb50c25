package api

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// Limits of calls that need no session. Mobile carriers put thousands of users behind one address.
var (
	oneVisit          = []limit.Rule{{Name: "day", Per: 24 * time.Hour, Max: 1}}
	visitsOfAnAddress = []limit.Rule{{Name: "hour", Per: time.Hour, Max: 2000}}
	// Limits for visitors per address, and for members wherever they are. A page sends the records of three seconds at
	// once.
	recordCallsOfAnAddress = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 1200}}
	recordsOfAnAddress     = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 5000}, {Name: "day", Per: 24 * time.Hour, Max: 40_000}}
	recordsOfAMember       = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 1000}, {Name: "day", Per: 24 * time.Hour, Max: 5000}}
	// Limits of the errors that pages report: the first of a kind are logged in full, further ones are only counted,
	// and the total is bounded.
	errorsOfAnAddress = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 60}}
	errorsOfAll       = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 600}}
	errorsAlike       = []limit.Rule{{Name: "alike", Per: time.Hour, Max: 10, Soft: true}}
)

// recordLimits returns the limits for tracking records. Members do not share a limit with strangers behind the same
// address.
func recordLimits(c server.Caller, records int) []limit.Bucket {
	if c.MemberID != uuid.Nil {
		return []limit.Bucket{{Name: "track.member", Subject: c.MemberID.String(), Rules: recordsOfAMember, Hits: records}}
	}
	address := server.AddressOf(c.IP)
	return []limit.Bucket{
		{Name: "track.ip", Subject: address, Rules: recordCallsOfAnAddress},
		{Name: "track.records.ip", Subject: address, Rules: recordsOfAnAddress, Hits: records},
	}
}
