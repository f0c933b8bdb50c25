package metrics_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/metric"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const runbookFile = "../../../docs/runbook.md"

// headings returns the headings of the runbook. Headings of several words or of a higher level group topics and are not
// about one alarm.
func headings(text string) []string {
	var found []string
	for _, m := range regexp.MustCompile(`(?m)^### (\S+)$`).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

// The runbook has a section for everything that can wake somebody: a rule, a row, a log line.
func TestRunbookHasASectionForEveryAlarm(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(runbookFile)
	require.NoError(t, err)
	var wanted []string
	for alert := range rules(t) {
		wanted = append(wanted, alert)
	}
	for _, kind := range repay.AlarmKinds {
		wanted = append(wanted, string(kind))
	}
	lines, err := monitor.Waiting(time.Now()).Read(t.Context(), postgrestest.New(t))
	require.NoError(t, err)
	for _, l := range lines {
		if !slices.Contains(wanted, l.Kind) {
			wanted = append(wanted, l.Kind)
		}
	}
	wanted = append(wanted, metric.LogAlarms...)
	require.ElementsMatch(t, wanted, headings(string(text)))
}

// Every kind of alarm in the schema is in the list, and the other way round.
func TestAlarmKindsMatchTheSchema(t *testing.T) {
	t.Parallel()
	var check string
	require.NoError(t, postgrestest.New(t).QueryRow(t.Context(), `SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'payment_alarm_kind_check'`).Scan(&check))
	var inSchema, inCode []string
	for _, m := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(check, -1) {
		inSchema = append(inSchema, m[1])
	}
	for _, kind := range repay.AlarmKinds {
		inCode = append(inCode, string(kind))
	}
	require.ElementsMatch(t, inSchema, inCode)
}

// Every command that the runbook and the pages beside it mention exists.
func TestEveryDocumentedCommandExists(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&ops.Commands{})
	require.NoError(t, err)
	var commands [][]string
	for _, file := range []string{runbookFile, "../../../docs/operating.md", "../../../docs/production.md", "../../../../mobile/native/README.md"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		commands = append(commands, regexp.MustCompile("`loanmarket ops ([^`-][^`]*)`").FindAllStringSubmatch(string(text), -1)...)
	}
	require.Greater(t, len(commands), 60)
	for _, m := range commands {
		node := parser.Model.Node
		for _, word := range strings.Fields(m[1]) {
			if strings.HasPrefix(word, "--") {
				require.True(t, hasFlag(node, strings.TrimPrefix(word, "--")), m[0])
				continue
			}
			if next := child(node, word); next != nil {
				node = next
			} else {
				require.True(t, node.Leaf(), "%s: there is no %s", m[0], word)
			}
		}
		require.NotSame(t, parser.Model.Node, node, m[0])
		require.True(t, node.Leaf() || child(node, "approve") != nil, "%s is incomplete", m[0])
		// A command with placeholders is typed as printed, so its required flags must be there.
		if node.Leaf() && strings.Contains(m[1], "<") {
			for _, flag := range node.Flags {
				require.True(t, !flag.Required || strings.Contains(m[1], "--"+flag.Name), "%s needs --%s", m[0], flag.Name)
			}
		}
	}
}

// Every command that changes something is described in the runbook or in the page about operating, because nobody uses
// a command that is not documented.
func TestEveryCommandThatChangesSomethingIsDocumented(t *testing.T) {
	t.Parallel()
	var pages strings.Builder
	for _, file := range []string{runbookFile, "../../../docs/operating.md"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		pages.Write(text)
	}
	parser, err := kong.New(&ops.Commands{})
	require.NoError(t, err)
	for _, leaf := range parser.Model.Leaves(false) {
		if leaf.Name == "list" || leaf.Name == "show" {
			continue
		}
		words := strings.TrimPrefix(leaf.FullPath(), parser.Model.Name+" ")
		words, _, _ = strings.Cut(words, " <")
		if leaf.Type == kong.ArgumentNode || strings.HasPrefix(words, "decide") {
			words, _, _ = strings.Cut(words, " ")
		}
		require.Contains(t, pages.String(), "`loanmarket ops "+words, leaf.Help)
	}
}

func child(of *kong.Node, word string) *kong.Node {
	for _, next := range of.Children {
		if next.Name == word || next.Type == kong.ArgumentNode && strings.HasPrefix(word, "<") {
			return next
		}
	}
	return nil
}

func hasFlag(of *kong.Node, name string) bool {
	for _, group := range of.AllFlags(false) {
		for _, flag := range group {
			if flag.Name == name {
				return true
			}
		}
	}
	return false
}
