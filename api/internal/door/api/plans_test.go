package api_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// crowdSQL makes a market of 100,000 borrowers: members with devices, sessions, codes, documents, cards, orders in
// every status, loans, the journal, payments.
//
//go:embed testdata/crowd.sql
var crowdSQL string

// big is the number of rows from which a table must not be read as a whole.
const big = 1000

// plan is a node of the output of EXPLAIN.
type plan struct {
	Node     string `json:"Node Type"`
	Relation string `json:"Relation Name"`
	Plans    []plan `json:"Plans"`
}

// scanned lists the tables that a plan reads sequentially.
func (p plan) scanned() []string {
	var tables []string
	if p.Node == "Seq Scan" {
		tables = append(tables, p.Relation)
	}
	for _, child := range p.Plans {
		tables = append(tables, child.scanned()...)
	}
	return tables
}

// Among 100,000 other borrowers, no query of a call reads a whole table. The test explains every statement of every
// call with its actual arguments.
func TestCallsReadNoWholeTable(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("fills a database with 100,000 borrowers")
	}
	m := newMarket(t)
	ctx := context.Background()
	fill(t, m)

	var mu sync.Mutex
	sent := map[string]map[string]postgres.Statement{}
	m.Listen(func(call string, statements []postgres.Statement) {
		mu.Lock()
		defer mu.Unlock()
		if sent[call] == nil {
			sent[call] = map[string]postgres.Statement{}
		}
		for _, s := range statements {
			sent[call][s.SQL] = s
		}
	})
	newWalk(m).runAll(t)
	m.Listen(nil)

	sizes := rows(t, m)
	require.Greater(t, sizes["loan_order"], 99_000, "an estimate of 100,000")
	explained := 0
	for _, call := range slices.Sorted(maps.Keys(sent)) {
		for _, s := range sent[call] {
			if !explainable(s.SQL) {
				continue
			}
			explained++
			for kind, plan := range map[string]plan{"custom": explain(ctx, t, m, s), "generic": explainGeneric(ctx, t, m, s)} {
				for _, table := range plan.scanned() {
					if sizes[table] >= big {
						t.Errorf("%s scans the whole table %s by its %s plan: %s", call, table, kind, strings.Join(strings.Fields(s.SQL), " "))
					}
				}
			}
		}
	}
	require.Greater(t, explained, 100)
	// The check itself detects a sequential scan.
	whole := postgres.Statement{SQL: `SELECT id FROM loan_order WHERE purpose = $1`, Args: []any{"x"}}
	require.Equal(t, []string{"loan_order"}, explain(ctx, t, m, whole).scanned())
}

// fill fills the database with the crowd and with further scripts.
func fill(t *testing.T, m market, more ...string) {
	t.Helper()
	order := flowtest.PayOut(t, m.Pool, flowtest.Loan{})
	statements := []string{fmt.Sprintf(`CREATE TEMP TABLE template AS SELECT '%s'::uuid AS order_id, '%s'::timestamptz AS now`,
		order.OrderID, m.Now().Format(time.RFC3339))}
	for _, script := range append([]string{crowdSQL}, more...) {
		statements = append(statements, strings.Split(script, ";\n")...)
	}
	postgrestest.Fill(t, m.Pool, statements...)
	// Connections may have cached plans for the empty tables.
	m.Apps[0].Pool.Reset()
}

// rows returns the sizes of all tables as estimated by PostgreSQL, whose plans use the same estimates.
func rows(t *testing.T, m market) map[string]int {
	t.Helper()
	found, err := m.Owner.Query(t.Context(), `SELECT relname, reltuples::int FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
	require.NoError(t, err)
	sizes := map[string]int{}
	var table string
	var n int
	_, err = pgx.ForEachRow(found, []any{&table, &n}, func() error { sizes[table] = n; return nil })
	require.NoError(t, err)
	return sizes
}

// explainable reports whether a statement can be explained. It excludes BEGIN, COMMIT, savepoints and the like.
func explainable(sql string) bool {
	first := strings.ToUpper(strings.Fields(sql)[0])
	return slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}, first)
}

// explain returns the plan for the actual arguments of a statement, as it is planned behind a pooler.
func explain(ctx context.Context, t *testing.T, m market, s postgres.Statement) plan {
	t.Helper()
	var raw []byte
	require.NoError(t, m.Pool.QueryRow(ctx, `EXPLAIN (FORMAT JSON) `+s.SQL, s.Args...).Scan(&raw), s.SQL)
	return planOf(t, raw)
}

// explainGeneric returns the generic plan, which the connections of requests cache.
func explainGeneric(ctx context.Context, t *testing.T, m market, s postgres.Statement) plan {
	t.Helper()
	conn, err := m.Pool.Acquire(ctx)
	require.NoError(t, err)
	defer conn.Release()
	answers, err := conn.Conn().PgConn().Exec(ctx, `EXPLAIN (GENERIC_PLAN, FORMAT JSON) `+s.SQL).ReadAll()
	require.NoError(t, err, s.SQL)
	return planOf(t, answers[0].Rows[0][0])
}

func planOf(t *testing.T, raw []byte) plan {
	t.Helper()
	var found []struct{ Plan plan }
	require.NoError(t, json.Unmarshal(raw, &found))
	return found[0].Plan
}
