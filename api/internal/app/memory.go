package app

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// garbagePercent lets the heap grow to three times what lives in it, which is some tens of megabytes. At Go's own 100 a
// process that answers as fast as it can spends a tenth of its time collecting.
const garbagePercent = 200

// memoryShare is the part of the machine's memory, or of its container's, near which it collects as often as it must.
const memoryShare = 0.5

// UseMemory has the process use memory to save time. What the operator says stands: GOGC, GOMEMLIMIT, and AUTOMEMLIMIT in the
// place of memoryShare.
func UseMemory() error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	bounds := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
	if _, err := memlimit.Set(memlimit.WithRatio(memoryShare), memlimit.WithProvider(bounds)); err != nil {
		return fmt.Errorf("app: memory: %w", err)
	}
	return nil
}
