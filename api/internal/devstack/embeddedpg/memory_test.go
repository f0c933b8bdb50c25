package embeddedpg_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
)

const gib = 1 << 30

func TestServerMemoryScalesWithMachine(t *testing.T) {
	t.Parallel()
	require.Empty(t, embeddedpg.ForMemory(0), "unknown memory must keep the defaults of PostgreSQL")
	laptop := embeddedpg.ForMemory(8 * gib)
	require.Equal(t, map[string]string{
		"shared_buffers": "1024MB", "effective_cache_size": "4096MB", "work_mem": "4MB", "maintenance_work_mem": "64MB",
		"max_wal_size": "1024MB", "checkpoint_timeout": "15min",
	}, laptop)
	require.Equal(t, "128MB", embeddedpg.ForMemory(gib)["shared_buffers"])
	require.Equal(t, "4096MB", embeddedpg.ForMemory(256 * gib)["shared_buffers"], "shared_buffers of a development stack are capped")
}

// Whatever the size of the machine, the server's cache and twenty concurrent sorts leave most of the memory to others, and no
// setting affects safety.
func TestServerUsesAtMostAQuarterOfMemory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		machine := rapid.Int64Range(gib, 1024*gib).Draw(t, "memory")
		settings := embeddedpg.ForMemory(machine)
		megabytes := func(name string) int64 {
			n, err := strconv.ParseInt(strings.TrimSuffix(settings[name], "MB"), 10, 64)
			require.NoError(t, err, name)
			return n << 20
		}
		require.LessOrEqual(t, megabytes("shared_buffers")+20*megabytes("work_mem")+megabytes("maintenance_work_mem"), machine/4)
		require.LessOrEqual(t, megabytes("effective_cache_size"), machine/2)
		for _, safe := range []string{"fsync", "synchronous_commit", "full_page_writes", "wal_level"} {
			require.NotContains(t, settings, safe)
		}
	})
}

// A stack's server uses the settings for its machine, is durable, and its own settings take precedence.
func TestSizedServerIsDurableAndOverridable(t *testing.T) {
	t.Parallel()
	require.Positive(t, embeddedpg.MachineMemory())
	c := config(t)
	c.Volatile, c.Settings = false, map[string]string{"work_mem": "5MB"}
	c = c.Sized()
	start(t, c)
	require.Equal(t, "5MB", query(t, c, `SHOW work_mem`))
	require.Equal(t, "15min", query(t, c, `SHOW checkpoint_timeout`))
	require.Equal(t, "t", query(t, c, `SELECT (pg_size_bytes(current_setting('shared_buffers')) = pg_size_bytes('`+c.Settings["shared_buffers"]+`'))::text::char`))
	require.Equal(t, "on on on", query(t, c, `SELECT current_setting('fsync') || ' ' || current_setting('synchronous_commit') || ' ' || current_setting('full_page_writes')`))
}
