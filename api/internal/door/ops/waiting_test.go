package ops_test

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
)

// Each kind that waits for a person names a command that exists and lists it. Only alarms name the list of alarms.
func TestWaitingNamesTheListCommandOfEachKind(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	number := d.waiting(t).OrderNo
	line := row(t, d.run(t, "waiting"), "decision")
	require.Equal(t, "ops orders list --status=waiting_review,under_review", line[len(line)-1])
	require.Contains(t, d.run(t, strings.Fields(line[len(line)-1])[1:]...), number)

	parser, err := kong.New(&ops.Commands{})
	require.NoError(t, err)
	lines, err := monitor.Waiting(d.Clock.Now()).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.NotEmpty(t, lines)
	for _, l := range lines {
		_, err := parser.Parse(strings.Fields(ops.ListOf(l.Kind))[1:])
		require.NoError(t, err, l.Kind)
		if ops.ListOf(l.Kind) == "ops alarms list" {
			require.Contains(t, repay.AlarmKinds, repay.AlarmKind(l.Kind))
		}
	}
}
