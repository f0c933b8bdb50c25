package api_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// benchTable is the table of results as Markdown.
type benchTable struct {
	text strings.Builder
	root string
}

// begin starts the section for one market size.
func (b *benchTable) begin(t *testing.T, own *postgrestest.Own, size int) {
	t.Helper()
	b.root = own.Root()
	var version string
	require.NoError(t, postgrestest.Open(t, own.AdminURL()).QueryRow(t.Context(), `SELECT split_part(version(), ' ', 2)`).Scan(&version))
	fmt.Fprintf(&b.text, "\n### %s borrowers\n\n%s, %d cores (%s), PostgreSQL %s with `fsync`, %s a call.\n\n", thousands(size),
		time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), runtime.GOARCH, version, *benchFor)
	b.text.WriteString("| call | callers | calls/s | p50 | p95 | p99 | ratio | CPU, Go | CPU, database | at |\n|---|---|---|---|---|---|---|---|---|---|\n")
	t.Logf("%-16s %7s %8s %9s %9s %9s %6s %9s %9s  %s", "call", "callers", "calls/s", "p50", "p95", "p99", "ratio", "CPU, Go", "CPU, db", "at")
}

// row adds the result of a call, with its floor measured in the same minutes. A floor itself has none.
func (b *benchTable) row(t *testing.T, name string, callers int, got measured, floor *measured) {
	t.Helper()
	ratio := "-"
	if floor != nil {
		ratio = fmt.Sprintf("%.2f", got.perSecond()/floor.perSecond())
	}
	process, database, at := got.each(got.process), got.each(got.database), mostSeen(got.seen)
	t.Logf("%-16s %7d %8.0f %9s %9s %9s %6s %9s %9s  %s", name, callers, got.perSecond(), got.at(50), got.at(95), got.at(99), ratio, process, database, at)
	fmt.Fprintf(&b.text, "| %s | %d | %.0f | %s | %s | %s | %s | %s | %s | %s |\n", name, callers, got.perSecond(), got.at(50), got.at(95), got.at(99), ratio, process, database, at)
}

// tablePlace matches the section of a file that holds the table.
var tablePlace = regexp.MustCompile(`(?s)<!-- bench -->\n.*<!-- /bench -->`)

// write replaces the table in a file of the repository.
func (b *benchTable) write(t *testing.T, path string) {
	t.Helper()
	path = rooted(b.root, path)
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Regexp(t, tablePlace, string(file), "%s has no bench marks for the table", path)
	table := "<!-- bench -->\n" + strings.TrimLeft(b.text.String(), "\n") + "<!-- /bench -->"
	require.NoError(t, os.WriteFile(path, tablePlace.ReplaceAllLiteral(file, []byte(table)), 0o644))
}

// rooted resolves a path relative to the root of the repository. An absolute path stays unchanged.
func rooted(root, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(root, path)
}

// thousands formats a number with commas between thousands.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
