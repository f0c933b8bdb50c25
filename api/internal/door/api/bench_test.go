package api_test

import (
	"flag"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var (
	benchSizes      = flag.String("borrowers", "", "numbers of borrowers of the markets to measure, separated by commas; if empty, the benchmark is skipped")
	benchCallers    = flag.String("callers", "1,16,64", "numbers of concurrent callers, separated by commas")
	benchFor        = flag.Duration("measure", 5*time.Second, "time for which each call is measured")
	benchOnly       = flag.String("calls", "", "measures only the calls that match this regular expression, and the floor, which is always measured")
	benchProfile    = flag.String("profile", "", "folder into which CPU and allocation profiles of each call are written")
	benchStatements = flag.Bool("statements", false, "logs the SQL statements of each call, as counted by pg_stat_statements")
	benchWrite      = flag.String("write", "", "file of the repository in which the table between the bench marks is replaced")
)

// benchPool is the size of the database pool of both the product and the floor. It equals the default.
const benchPool = 8

// TestBench measures the calls that a borrower waits for and the callback that posts a payment. It compares them with
// the floor: the minimum that the same framework and driver can do on the same PostgreSQL with the same number of
// connections. The server commits durably. Product, floor and callers share the machine.
func TestBench(t *testing.T) {
	if *benchSizes == "" {
		t.Skip("takes minutes; run it with `npm run bench`")
	}
	apptest.UseMemory(t)
	var table benchTable
	for _, size := range numbers(t, *benchSizes) {
		t.Run(strconv.Itoa(size), func(t *testing.T) { benchMarket(t, size, &table) })
	}
	if *benchWrite != "" {
		table.write(t, *benchWrite)
	}
}

func benchMarket(t *testing.T, size int, table *benchTable) {
	began := time.Now()
	settings := map[string]string{}
	if *benchStatements {
		settings["shared_preload_libraries"], settings["pg_stat_statements.track_planning"] = "pg_stat_statements", "on"
	}
	own := postgrestest.StartOwnOnDisk(t, settings)
	m := newMarket(t, apptest.On(own.Database), apptest.Uncounted(), apptest.Limits(apptest.Generous()),
		apptest.Set("DATABASE_REQUEST_CONNECTIONS", strconv.Itoa(benchPool)))
	fillBench(t, own, m, size)
	calls, callers := benchCalls(t, own, m, size), numbers(t, *benchCallers)
	t.Logf("filled the market with %d borrowers in %s", size, time.Since(began).Round(time.Second))
	logSizes(t, own)
	table.begin(t, own, size)
	only := regexp.MustCompile(*benchOnly)
	floors := map[string]*callsOf{}
	for _, at := range callers {
		for _, call := range calls {
			if call.floor != "" && !only.MatchString(call.name) {
				continue
			}
			next, most := call.next, math.MaxInt
			if call.prepare != nil {
				next, most = call.prepare(t)
			}
			if most == 0 {
				t.Logf("%s: no requests to send, because the preceding calls prepared none", call.name)
				continue
			}
			of := &callsOf{name: call.name, next: next}
			if call.floor == "" {
				floors[call.name] = of
			}
			got, floor := beside(t, own, m, of, floors[call.floor], at, most)
			assert.Zero(t, got.failed, "%s: number of failed calls", call.name)
			table.row(t, call.name, at, got, floor)
		}
	}
}

// rounds returns the number of parts in which a call is measured. Each part follows one of its floor, because the speed
// of a shared machine varies from minute to minute. Calls with profiles or statements, and calls with a limited number
// of requests, are measured in one part: in several parts they would keep fewer callers busy and would leave their jobs
// to be worked between the parts.
func rounds(most int) int {
	if most < math.MaxInt || *benchProfile != "" || *benchStatements {
		return 1
	}
	return 5
}

// beside measures a call and, if it has one, its floor for the same time. With shorter parts the floor turned out
// faster than when it is measured alone.
func beside(t *testing.T, own *postgrestest.Own, m market, of, floor *callsOf, callers, most int) (got measured, floors *measured) {
	t.Helper()
	n := rounds(most)
	part := *benchFor / time.Duration(n)
	for range n {
		workOff(t, m)
		if floor != nil {
			if floors == nil {
				floors = &measured{}
			}
			floors.add(measure(t, own, floor, callers, math.MaxInt, part))
			assert.Zero(t, floors.failed, "%s: number of failed calls", floor.name)
		}
		got.add(measure(t, own, of, callers, most, part))
	}
	return got, floors
}

// workOff waits until the jobs of the previous measurement are done, so that they do not count in the next one.
func workOff(t *testing.T, m market) {
	t.Helper()
	require.Eventually(t, func() bool {
		var waiting bool
		err := m.Owner.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM river_job WHERE state IN ('available', 'running'))`).Scan(&waiting)
		return err == nil && !waiting
	}, 5*time.Minute, 50*time.Millisecond)
}

// fillBench fills the market and the tables of the floor.
func fillBench(t *testing.T, own *postgrestest.Own, m market, size int) {
	t.Helper()
	order := flowtest.PayOut(t, m.Pool, flowtest.Loan{})
	template := fmt.Sprintf(`CREATE TEMP TABLE template AS SELECT '%s'::uuid AS order_id, '%s'::timestamptz AS now`, order.OrderID, m.Now().Format(time.RFC3339))
	sized := strings.Replace(crowdSQL, "generate_series(1, 100000)", fmt.Sprintf("generate_series(1, %d)", size), 1)
	own.Load(t, append([]string{template}, strings.Split(sized, ";\n")...)...)
	own.Load(t, strings.Split(floorSQL, ";\n")...)
	// A real market is vacuumed and checkpointed over years. The minutes after a bulk load are not what is measured.
	own.Load(t, `VACUUM`, `CHECKPOINT`)
	m.Apps[0].Pool.Reset()
}

// numbers parses numbers separated by commas.
func numbers(t *testing.T, text string) (all []int) {
	t.Helper()
	for _, one := range strings.Split(text, ",") {
		n, err := strconv.Atoi(one)
		require.NoError(t, err)
		all = append(all, n)
	}
	return all
}
