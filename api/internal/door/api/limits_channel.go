package api

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// Bounds of what costs nothing to ask for. Mobile carriers put thousands behind one address.
var (
	oneVisit          = []limit.Rule{{Name: "day", Per: 24 * time.Hour, Max: 1}}
	visitsOfAnAddress = []limit.Rule{{Name: "hour", Per: time.Hour, Max: 2000}}
	// Visitors of one address, and a member wherever they are: a page sends what was looked at in three seconds.
	recordCallsOfAnAddress = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 1200}}
	recordsOfAnAddress     = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 5000}, {Name: "day", Per: 24 * time.Hour, Max: 40_000}}
	recordsOfAMember       = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 1000}, {Name: "day", Per: 24 * time.Hour, Max: 5000}}
	// What pages fail of: the first of a kind are written down whole, the rest counted, and all of it has an end.
	errorsOfAnAddress = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 60}}
	errorsOfAll       = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 600}}
	errorsAlike       = []limit.Rule{{Name: "alike", Per: time.Hour, Max: 10, Soft: true}}
)

// recordLimits bound the rows of what was looked at. Members do not share theirs with the strangers behind their address.
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
