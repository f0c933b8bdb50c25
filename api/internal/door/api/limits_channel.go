package api

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
)

// Bounds of what costs nothing to ask for. Mobile carriers put thousands behind one address.
var (
	oneVisit       = []limit.Rule{{Name: "day", Per: 24 * time.Hour, Max: 1}}
	visitsOfALine  = []limit.Rule{{Name: "hour", Per: time.Hour, Max: 2000}}
	recordsOfALine = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 1200}}
	// What pages fail of: the first of a kind are written down whole, the rest counted, and all of it has an end.
	errorsOfALine = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 60}}
	errorsOfAll   = []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 600}}
	errorsAlike   = []limit.Rule{{Name: "alike", Per: time.Hour, Max: 10, Soft: true}}
)
