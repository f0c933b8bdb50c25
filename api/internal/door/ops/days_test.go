package ops_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A list over zero days, or over more days than there are, used to be empty without an error.
func TestDaysBeyondTheCalendarAreRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, line := range []string{"channel list", "reminders list", "clock advance"} {
		for _, days := range []string{"-5", "0", "36526", "99999999", "9223372036854775807"} {
			require.Contains(t, d.refused(t, append(strings.Fields(line), "--days="+days)...), "1 to 36525", line)
		}
	}
	d.run(t, "channel", "list", "--days=36525")
	d.run(t, "reminders", "list", "--days=36525")

	d.run(t, "clock", "advance", "--days=36525")
	require.Contains(t, d.refused(t, "clock", "advance", "--days=36525"), "a hundred years", "the sum must not overflow and move business time back")
	require.Contains(t, d.refused(t, "clock", "advance", "--duration=2562047h"), "a hundred years")
}

// A list of 1,000 rows when 5,000 were asked for would look complete.
func TestPageSizeOutOfBoundsIsRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, list := range []string{"alarms", "jobs", "orders", "payments", "refunds"} {
		for _, limit := range []string{"-1", "0", "1001"} {
			require.Contains(t, d.refused(t, list, "list", "--limit="+limit), "1 to 1000", list)
		}
		d.run(t, list, "list", "--limit=1000")
	}
}

// The files are the wrong file, a truncated one, and one with a second document.
func TestFileWithNothingToSaveIsRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, file := range []string{"", "\n# nothing\n", "lenders: []\nproducts: []\n"} {
		require.Contains(t, d.refused(t, "product", "save", save(t, file)), "nothing was saved", "%q", file)
		require.Contains(t, d.refused(t, "lender", "save", save(t, file)), "nothing was saved", "%q", file)
	}
	lender := d.run(t, "lender", "show", "lotus")
	require.Contains(t, d.refused(t, "product", "save", save(t, lender)), "nothing was saved")
	two := d.run(t, "product", "show", "quick") + "---\n" + lender
	require.Contains(t, d.refused(t, "product", "save", save(t, two)), "one YAML document")
	require.Zero(t, d.logged(t, "product.save"))

	before := d.run(t, "channel", "list")
	line := []string{"channel", "save", "x1", "--platform=meta", "--pixel-id=123456", "--token-file=" + save(t, strings.Repeat("a", 4097))}
	require.Contains(t, d.refused(t, line...), "longer than 4096 bytes")
	require.Equal(t, before, d.run(t, "channel", "list"))
}
