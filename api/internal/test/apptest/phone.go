package apptest

import (
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

var phones atomic.Int64

// Phone returns a Vietnamese number that no other test of the process uses. Account numbers are derived from it, so its last
// digits are none of those that trigger failures of the sandbox bank.
func Phone() string { return fmt.Sprintf("09%08d", 10000100+phones.Add(1)) }

// phoneOf is Phone for a region.
func phoneOf(r *region.Region) string {
	national := Phone()
	switch r.Code {
	case "cn":
		return "138" + national[2:]
	case "id":
		return "0812" + national[2:]
	case "th":
		return "08" + national[2:]
	case "gh":
		return "024" + national[3:]
	default:
		return national
	}
}

var addresses atomic.Int64

// address returns a client address in a network of its own, so that tests do not share limits.
func address() string {
	n := addresses.Add(1)
	return "10." + strconv.FormatInt(n>>8&255, 10) + "." + strconv.FormatInt(n&255, 10) + "." + strconv.FormatInt(n>>16&255, 10)
}
