package metrics_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/logwriter"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

const (
	rulesFile     = "../../../docs/monitoring/alerts.yml"
	dashboardFile = "../../../docs/monitoring/dashboard.json"
)

// rule is an alert of the file.
type rule struct {
	Alert string `yaml:"alert"`
	Expr  string `yaml:"expr"`
	For   string `yaml:"for"`
}

func rules(t *testing.T) map[string]rule {
	t.Helper()
	text, err := os.ReadFile(rulesFile)
	require.NoError(t, err)
	var file struct {
		Groups []struct{ Rules []rule }
	}
	require.NoError(t, yaml.Unmarshal(text, &file))
	all := map[string]rule{}
	for _, group := range file.Groups {
		for _, r := range group.Rules {
			all[r.Alert] = r
		}
	}
	require.NotEmpty(t, all)
	return all
}

// promtool runs Prometheus' own checker of rules.
func promtool(t *testing.T, arguments ...string) {
	t.Helper()
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Skip("promtool is missing, so the rules cannot be checked: install Debian's package prometheus")
	}
	out, err := exec.CommandContext(t.Context(), "promtool", arguments...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// samples holds the series of one scrape by their text.
type samples map[string]float64

// scene is a stack that is scraped as Prometheus does, under the name of an instance.
type scene struct {
	*apptest.Stack
	port *httptest.Server
	// unlisted reports whether Prometheus knows no process at all.
	unlisted bool
}

func newScene(t *testing.T, options ...apptest.Option) *scene {
	t.Helper()
	lines := logwriter.New(io.Discard)
	t.Cleanup(lines.Close)
	stack := apptest.Start(t, append([]apptest.Option{apptest.LogThrough(lines)}, options...)...)
	s := &scene{Stack: stack, port: httptest.NewServer(stack.Apps[0].Server.Monitoring())}
	t.Cleanup(s.port.Close)
	return s
}

// scrape returns the present metrics of the process. up is what Prometheus adds.
func (s *scene) scrape(t *testing.T) samples {
	t.Helper()
	s.AdvanceWall(time.Minute) // so that the last query is too old
	if s.unlisted {
		return samples{}
	}
	found := samples{`up{instance="a",job="loanmarket"}`: 0}
	answer, err := http.Get(s.port.URL + "/metrics")
	if err != nil {
		return found
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode, "%s", text)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cut := strings.LastIndexByte(line, ' ')
		name, labels, _ := strings.Cut(line[:cut], "{")
		value, err := strconv.ParseFloat(strings.TrimSpace(line[cut:]), 64)
		require.NoError(t, err, line)
		found[name+`{instance="a",job="loanmarket",`+strings.TrimPrefix(labels, "}")+strings.Repeat("}", 1-min(strings.Count(labels, "}"), 1))] = value
	}
	found[`up{instance="a",job="loanmarket"}`] = 1
	return found
}

var seriesName = regexp.MustCompile(`\b(?:loanmarket|go|process|up)(?:_[a-z_]+)?\b`)

var quoted = regexp.MustCompile(`"[^"]*"`)

// namesIn returns the names of the series in an expression.
func namesIn(expr string) []string {
	return seriesName.FindAllString(quoted.ReplaceAllString(expr, ""), -1)
}

// These are the durations of the states of a scene, in minutes of the rules' time.
const (
	quietMinutes = 90
	stepMinutes  = 5
	lastMinutes  = 60
)

// fires requires that an alert is silent at first and fires after the steps. Each step is scraped.
func (s *scene) fires(t *testing.T, alert string, steps ...func()) {
	t.Helper()
	s.turns(t, alert, true, steps...)
	fired.Store(alert, true)
}

// ends requires that an alert fires at first and is silent after the steps.
func (s *scene) ends(t *testing.T, alert string, steps ...func()) {
	t.Helper()
	s.turns(t, alert, false, steps...)
}

// turns requires that an alert has the given state before the steps and the opposite one after them.
func (s *scene) turns(t *testing.T, alert string, firing bool, steps ...func()) {
	t.Helper()
	r, known := rules(t)[alert]
	require.True(t, known, alert)
	states := []samples{s.scrape(t)}
	for _, step := range steps {
		step()
		states = append(states, s.scrape(t))
	}
	pending, err := time.ParseDuration(r.For)
	require.NoError(t, err)
	happened := quietMinutes + stepMinutes*(len(steps)-1)
	count := `count(ALERTS{alertname="` + alert + `",alertstate="firing"})`
	says := func(firing bool, minute int) map[string]any {
		if !firing {
			return map[string]any{"expr": count, "eval_time": strconv.Itoa(minute) + "m", "exp_samples": []any{}}
		}
		return map[string]any{
			"expr": count + " > bool 0", "eval_time": strconv.Itoa(minute) + "m", "exp_samples": []any{map[string]any{"labels": "{}", "value": 1}},
		}
	}
	path, err := filepath.Abs(rulesFile)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), alert+".yml")
	text, err := yaml.Marshal(map[string]any{
		"rule_files": []string{path}, "evaluation_interval": "1m",
		"tests": []any{map[string]any{
			"interval": "1m", "input_series": series(r.Expr, states),
			"promql_expr_test": []any{says(!firing, quietMinutes-1), says(firing, happened+int(pending.Minutes())+2)},
		}},
	})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, text, 0o600))
	t.Run(alert, func(t *testing.T) { promtool(t, "test", "rules", file) })
}

// series returns the values, over the states, of every series that an expression reads.
func series(expr string, states []samples) []any {
	wanted := map[string]bool{}
	for _, name := range namesIn(expr) {
		wanted[name] = true
	}
	all := map[string]bool{}
	for _, state := range states {
		for one := range state {
			if name, _, _ := strings.Cut(one, "{"); wanted[name] {
				all[one] = true
			}
		}
	}
	var found []any
	for one := range all {
		var values []string
		for i, state := range states {
			times := stepMinutes - 1
			switch i {
			case 0:
				times = quietMinutes - 1
			case len(states) - 1:
				times = lastMinutes
			}
			value, there := state[one]
			if !there {
				// Prometheus marks a series as stale when a scrape no longer contains it.
				values = append(values, "stale", "_x"+strconv.Itoa(times))
				continue
			}
			values = append(values, strconv.FormatFloat(value, 'f', -1, 64)+"+0x"+strconv.Itoa(times))
		}
		found = append(found, map[string]any{"series": one, "values": strings.Join(values, " ")})
	}
	return found
}

// partner is a bank, a face checker or another HTTP partner with several moods.
type partner struct {
	*httptest.Server
	mood atomic.Value
}

func newPartner(t *testing.T, answer func(mood string, w http.ResponseWriter, r *http.Request)) *partner {
	t.Helper()
	p := &partner{}
	p.mood.Store("well")
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(p.mood.Load().(string), w, r) }))
	t.Cleanup(p.Close)
	return p
}

// report sends the bank's callback for a payment, with one field changed if one is given.
func (s *scene) report(t *testing.T, key []byte, reference string, change ...string) int {
	t.Helper()
	event := map[string]any{
		"eventId": "e-" + reference, "type": "payment", "reference": reference, "amount": 700_000, "currency": "VND",
		"memo": "who knows", "account": "1017595600", "paidAt": s.Now().UTC().Format(time.RFC3339),
	}
	if len(change) > 0 {
		event[change[0]] = change[1]
	}
	body, err := json.Marshal(event)
	require.NoError(t, err)
	timestamp, signature := secret.Sign(key, time.Now(), body)
	gateway := s.Apps[0].Config.Payment.Gateway
	return s.Client(t).Raw(t, http.MethodPost, "/hooks/payment/"+gateway, http.Header{
		"Content-Type": {"application/json"}, secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature},
	}, body).Status
}

// eventually waits until the samples meet a condition.
func (s *scene) eventually(t *testing.T, what string, enough func(samples) bool) {
	t.Helper()
	require.Eventually(t, func() bool { return enough(s.scrape(t)) }, time.Minute, 100*time.Millisecond, what)
}

// sum adds up the series of a name whose labels contain all of the given texts.
func (s samples) sum(name string, labels ...string) (total float64) {
	for one, value := range s {
		matches := strings.HasPrefix(one, name+"{")
		for _, label := range labels {
			matches = matches && strings.Contains(one, label)
		}
		if matches {
			total += value
		}
	}
	return total
}

// exec changes the database with the rights of its owner.
func (s *scene) exec(t *testing.T, sql string, arguments ...any) {
	t.Helper()
	_, err := s.Owner.Exec(context.WithoutCancel(t.Context()), sql, arguments...)
	require.NoError(t, err)
}
