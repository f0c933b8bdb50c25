package metrics_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// queries returns the queries of the dashboard.
func queries(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(dashboardFile)
	require.NoError(t, err)
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	require.NoError(t, json.Unmarshal(text, &board))
	var found []string
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			found = append(found, target.Expr)
		}
	}
	require.Greater(t, len(found), 20)
	return found
}

// Prometheus accepts the rules and each query of the dashboard.
func TestPrometheusAcceptsTheRulesAndQueries(t *testing.T) {
	t.Parallel()
	var recorded []any
	for i, expr := range queries(t) {
		recorded = append(recorded, map[string]any{"record": "query:" + strconv.Itoa(i), "expr": expr})
	}
	text, err := yaml.Marshal(map[string]any{"groups": []any{map[string]any{"name": "dashboard", "rules": recorded}}})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "dashboard.yml")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	promtool(t, "check", "rules", rulesFile, file)
}

// person matches what may identify a borrower: a number, a token, the id of a row.
var person = regexp.MustCompile(`[0-9]{6,}|[A-Za-z0-9+/=-]{32,}|@`)

// A process that has been working exports every series that a rule or a query reads, and no label identifies a person.
func TestEveryQueriedSeriesIsExported(t *testing.T) {
	t.Parallel()
	replica := apptest.Rewire(func(variables map[string]string) { variables["DATABASE_REPLICA_URL"] = variables["DATABASE_URL"] })
	s := newScene(t, replica, apptest.Set("FACE_GATEWAY", "local"), apptest.Set("FACE_WORKER_SECRET", strings.Repeat("s", 32)))
	s.Login(t)
	require.NoError(t, s.statement(t, "", 2))
	require.Equal(t, http.StatusOK, s.report(t, s.Apps[0].Config.Payment.Key.Bytes(), "R1"))
	s.eventually(t, "a finished job", func(found samples) bool { return found.sum("loanmarket_job_seconds_count") > 0 })
	exported := map[string]bool{}
	for one := range s.scrape(t) {
		name, labels, _ := strings.Cut(one, "{")
		exported[name] = true
		if strings.HasPrefix(name, "loanmarket_") {
			require.False(t, person.MatchString(labels), one)
		}
	}
	exprs := queries(t)
	for _, r := range rules(t) {
		exprs = append(exprs, r.Expr)
	}
	for _, expr := range exprs {
		names := namesIn(expr)
		require.NotEmpty(t, names, expr)
		for _, name := range names {
			require.True(t, exported[name], "%s, of %q", name, expr)
		}
	}
}
