package app

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// garbagePercent lets the heap grow to three times its live data, which is some tens of megabytes. With Go's default of
// 100, a process under full load spends a tenth of its time in garbage collection.
const garbagePercent = 200

// memoryShare is the part of the machine's or container's memory near which garbage collection runs as often as
// necessary.
const memoryShare = 0.5

// UseMemory lets the process use memory to save time. The operator's settings take precedence: GOGC, GOMEMLIMIT, and
// AUTOMEMLIMIT instead of memoryShare.
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
