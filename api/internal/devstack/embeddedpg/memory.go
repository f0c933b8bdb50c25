package embeddedpg

import (
	"fmt"
	"maps"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const mib = 1 << 20

// MachineMemory is how many bytes of memory this machine has, or the container that we run in; 0 where nobody says.
func MachineMemory() int64 {
	var least uint64
	for _, ask := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if bytes, err := ask(); err == nil && (least == 0 || bytes < least) {
			least = bytes
		}
	}
	return int64(least)
}

// ForMemory are the settings of a server that shares a machine with so many bytes of memory with a developer's other programs:
// an eighth of it for its own cache, of which the system gives it what is used, and which production gives a quarter. They
// decide how fast it is and how much of the disk its WAL takes, and none of what is safe. Where the memory is unknown
// there are none, which leaves PostgreSQL's own.
func ForMemory(bytes int64) map[string]string {
	if bytes <= 0 {
		return nil
	}
	size := func(part, least, most int64) string {
		return fmt.Sprintf("%dMB", min(max(bytes/part/mib, least), most))
	}
	return map[string]string{
		"shared_buffers": size(8, 64, 4<<10),
		// What the system caches beside that: nothing is taken, plans are made by it.
		"effective_cache_size": size(2, 512, 16<<10),
		// Each sort and hash of each connection may take it.
		"work_mem":             size(2048, 4, 16),
		"maintenance_work_mem": size(128, 32, 256),
		// The WAL between two checkpoints: the longer it is, the fewer whole pages it holds, and the longer a start after a
		// crash takes.
		"max_wal_size":       size(8, 256, 2<<10),
		"checkpoint_timeout": "15min",
	}
}

// Sized is the configuration with the settings for this machine's memory, but for those that it has.
func (c Config) Sized() Config {
	settings := map[string]string{}
	maps.Copy(settings, ForMemory(MachineMemory()))
	maps.Copy(settings, c.Settings)
	c.Settings = settings
	return c
}
