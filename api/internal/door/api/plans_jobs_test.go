package api_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// crowdJobsSQL adds rows that only jobs and operators read.
//
//go:embed testdata/crowd_jobs.sql
var crowdJobsSQL string

// periodic is the number of kinds of periodic jobs.
const periodic = 13

// allowedScans lists the statements that may read a whole table, by a fragment of their text, with the reason.
var allowedScans = map[string]string{
	"right(phone, length($2)) = $2":              "an operator searches by the last digits of a phone number",
	"white_listed ORDER BY":                      "an operator lists the white-listed members",
	"DELETE FROM tracking_record WHERE (id, at)": "rows from before the monthly partitions are in one partition, in order of time",
	"FROM partial_reversal w WHERE NOT EXISTS":   "partial reversals are rare, and one with a closed alarm still waits",
	"ON l.order_id = o.id WHERE o.id = ANY($1)":  "reads up to 500 orders: in a table this small a sequential scan is as fast",
}

// Among 100,000 borrowers, nothing that runs apart from the calls reads a whole table: no job, no query for the
// metrics, no list of an operator. The test explains every statement of every periodic job, and of the jobs that these
// insert.
func TestJobsAndListsReadNoWholeTable(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("fills a database with 100,000 borrowers")
	}
	m := newMarket(t, apptest.Jobs("none"), apptest.Set("ALARM_WEBHOOK_URL", "http://127.0.0.1:1/"), apptest.Set("ALARM_WEBHOOK_KEY", strings.Repeat("A", 43)+"="))
	// This is an hour at which reminders are sent.
	local := m.Now().In(m.Region().TimeZone)
	m.Advance(t, time.Duration(24+10-local.Hour())*time.Hour)
	fill(t, m, crowdJobsSQL)
	sizes := rows(t, m)
	require.Greater(t, sizes["face_check"], 99_000, "an estimate of 100,000")

	sent := map[string]map[string]postgres.Statement{}
	record := func(who string, statements []postgres.Statement) {
		if sent[who] == nil {
			sent[who] = map[string]postgres.Statement{}
		}
		for _, s := range statements {
			sent[who][s.SQL] = s
		}
	}
	paged := 0
	for _, line := range m.lists(t) {
		if next := m.next(t, line); next != "" {
			paged++
			ctx, trips := postgres.CountTrips(t.Context())
			m.runCommand(ctx, t, append(line[:len(line):len(line)], "--cursor="+next))
			record("ops "+strings.Join(line, " ")+", a later page", trips.Statements())
		}
		ctx, trips := postgres.CountTrips(t.Context())
		shown := m.runCommand(ctx, t, line)
		require.LessOrEqual(t, strings.Count(shown, "\n"), 53, "%v shows more than 50 lines, a header and a footer", line)
		record("ops "+strings.Join(line, " "), trips.Statements())
	}
	require.Greater(t, paged, 15, "number of lists with a second page")
	ctx, trips := postgres.CountTrips(t.Context())
	_, err := monitor.Read(ctx, m.Pool, m.Apps[0].Clock, m.Region(), true)
	require.NoError(t, err)
	require.NoError(t, postgres.PingPrimary(ctx, m.Pool))
	record("the query for the metrics", trips.Statements())
	trips = m.Work(t)
	m.awaitPeriodicJobs(t)
	record("a job", trips.Statements())

	explained := 0
	for _, who := range slices.Sorted(maps.Keys(sent)) {
		for _, s := range sent[who] {
			if !explainable(s.SQL) {
				continue
			}
			explained++
			text := strings.Join(strings.Fields(s.SQL), " ")
			plans := map[string]plan{"custom": explain(t.Context(), t, m, s)}
			if !strings.HasPrefix(who, "ops ") { // a command caches no plan
				plans["generic"] = explainGeneric(t.Context(), t, m, s)
			}
			for kind, plan := range plans {
				for _, table := range plan.scanned() {
					if sizes[table] >= big && !excused(text) {
						t.Errorf("%s scans the whole table %s by its %s plan: %s", who, table, kind, text)
					}
				}
			}
		}
	}
	require.Greater(t, explained, 100)
}

// excused reports whether a statement may read a whole table.
func excused(sql string) bool {
	for words := range maps.Keys(allowedScans) {
		if strings.Contains(sql, words) {
			return true
		}
	}
	return false
}

// lists returns the operator commands that list rows, without flags and with those that filter the list.
func (m market) lists(t *testing.T) [][]string {
	t.Helper()
	parser, err := kong.New(&ops.Commands{})
	require.NoError(t, err)
	today := m.Region().Today(m.Now()).String()
	all := [][]string{
		{"waiting"},
		{"orders", "list", "--phone", "0800000007"}, {"orders", "list", "--lender", "sen"}, {"orders", "list", "--overdue"},
		{"orders", "list", "--number", "N77"}, {"orders", "list", "--status", "5"},
		{"payments", "list", "--state", "suspense"},
		{"refunds", "list", "--state", "created"},
		{"jobs", "list", "--state", "discarded"}, {"jobs", "list", "--kind", "order.payout"},
		{"interest", "--from", today, "--to", today},
	}
	for _, leaf := range parser.Model.Leaves(true) {
		if leaf.Name == "list" {
			all = append(all, strings.Fields(leaf.Path()))
		}
	}
	return all
}

// runCommand runs a command as an operator and returns its output.
func (m market) runCommand(ctx context.Context, t *testing.T, line []string) string {
	t.Helper()
	var commands ops.Commands
	var out bytes.Buffer
	parser, err := kong.New(&commands, kong.Writers(&out, &out))
	require.NoError(t, err)
	parsed, err := parser.Parse(append([]string{"--by=anna"}, line...))
	require.NoError(t, err, line)
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.Bind(ops.Opener(func(context.Context) (*ops.Access, error) { return m.office(t), nil }))
	require.NoError(t, parsed.Run(), line)
	return out.String()
}

// next returns the cursor of the second page of a list, or an empty text.
func (m market) next(t *testing.T, line []string) string {
	t.Helper()
	if !slices.Contains(line, "list") {
		return ""
	}
	var page struct{ Next string }
	if err := json.Unmarshal([]byte(m.runCommand(t.Context(), t, append([]string{"--json"}, line...))), &page); err != nil {
		return "" // a list of configured items has no pages
	}
	return page.Next
}

// awaitPeriodicJobs waits until every kind of periodic job has run once.
func (m market) awaitPeriodicJobs(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool { return kindsWorked(t, m.Pool) == periodic }, 10*time.Minute, 100*time.Millisecond)
}

// kindsWorked counts the kinds of periodic jobs whose first job has ended or was snoozed.
func kindsWorked(t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	require.NoError(t, pool.QueryRow(t.Context(), `
		SELECT count(*) FROM (SELECT DISTINCT ON (kind) finalized_at, metadata FROM river_job WHERE metadata ? 'periodic' ORDER BY kind, id) first
		WHERE finalized_at IS NOT NULL OR metadata ? 'snoozes'`).Scan(&n))
	return n
}
