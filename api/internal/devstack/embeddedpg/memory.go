package embeddedpg

import (
	"fmt"
	"maps"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const mib = 1 << 20

// MachineMemory returns the memory of this machine, or of the container, in bytes; 0 if unknown.
func MachineMemory() int64 {
	var least uint64
	for _, ask := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if bytes, err := ask(); err == nil && (least == 0 || bytes < least) {
			least = bytes
		}
	}
	return int64(least)
}

// ForMemory returns the settings of a server on a machine with the given memory in bytes that is shared with a developer's
// other programs: an eighth of it as shared buffers (the system allocates only what is used), where production uses a quarter.
// The settings affect speed and the disk space of the WAL, but not safety. If the memory is unknown it returns none, so
// PostgreSQL's defaults apply.
func ForMemory(bytes int64) map[string]string {
	if bytes <= 0 {
		return nil
	}
	size := func(part, least, most int64) string {
		return fmt.Sprintf("%dMB", min(max(bytes/part/mib, least), most))
	}
	return map[string]string{
		"shared_buffers": size(8, 64, 4<<10),
		// An estimate for the planner of what the system caches besides; nothing is allocated.
		"effective_cache_size": size(2, 512, 16<<10),
		// Each sort and each hash of each connection may use this much.
		"work_mem":             size(2048, 4, 16),
		"maintenance_work_mem": size(128, 32, 256),
		// The amount of WAL between two checkpoints: the larger it is, the fewer full pages are written, and the longer
		// recovery takes after a crash.
		"max_wal_size":       size(8, 256, 2<<10),
		"checkpoint_timeout": "15min",
	}
}

// Sized returns the configuration with the settings for this machine's memory; existing settings take precedence.
func (c Config) Sized() Config {
	settings := map[string]string{}
	maps.Copy(settings, ForMemory(MachineMemory()))
	maps.Copy(settings, c.Settings)
	c.Settings = settings
	return c
}
