package api_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// process is the application name of the connections of a stack's processes, by which PostgreSQL counts them.
const process = "a-process-of-the-test"

func named() apptest.Option {
	return apptest.Rewire(func(variables map[string]string) {
		for _, name := range []string{"DATABASE_URL", "DATABASE_DIRECT_URL"} {
			if url := variables[name]; url != "" {
				mark := "?"
				if strings.Contains(url, "?") {
					mark = "&"
				}
				variables[name] = url + mark + "application_name=" + process
			}
		}
	})
}

// holding counts the connections of the stack's processes, and how many of them listen.
func (m market) holding(ctx context.Context) (connections, listening int64, err error) {
	const count = `
		SELECT count(*), count(*) FILTER (WHERE query ILIKE 'listen%') FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = $1`
	err = m.Owner.QueryRow(ctx, count, process).Scan(&connections, &listening)
	return connections, listening, err
}

// holdAll acquires every connection of a pool until giveBack is called.
func holdAll(t testing.TB, pool *pgxpool.Pool) (giveBack func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var held []*pgxpool.Conn
	for range pool.Config().MaxConns {
		conn, err := pool.Acquire(ctx)
		require.NoError(t, err)
		held = append(held, conn)
	}
	return sync.OnceFunc(func() {
		for _, conn := range held {
			conn.Release()
		}
	})
}

// Many concurrent borrowers and all their jobs use no more connections than the process has configured.
func TestProcessStaysWithinConnectionBudget(t *testing.T) {
	t.Parallel()
	postgrestest.NeedsSession(t, "the server sees the pooler's connections, not the process's")
	m := newMarket(t, named())
	budget := m.Apps[0].Connections()
	require.Equal(t, 6+3+2, budget, "six for requests, three for jobs, and two that listen: for new jobs and, in development, for the clock")
	type applied struct {
		client *apptest.Client
		form   body
	}
	var borrowers []applied
	for range 10 {
		c := m.borrower(t)
		borrowers = append(borrowers, applied{c, m.application(t, c, 5_000_000, 91)})
	}
	var crowd errgroup.Group
	var left atomic.Int64
	for _, b := range borrowers {
		left.Add(1)
		crowd.Go(func() error {
			defer left.Add(-1)
			if _, err := b.client.Try(t.Context(), uuid.NewString(), "loanApply", b.form); err != nil {
				return err
			}
			for range 20 {
				if _, err := b.client.Try(t.Context(), uuid.NewString(), "orderList", body{"tab": "all"}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	var most int64
	for left.Load() > 0 {
		held, _, err := m.holding(t.Context())
		require.NoError(t, err)
		most = max(most, held)
	}
	require.NoError(t, crowd.Wait())
	require.LessOrEqual(t, most, int64(budget))
	require.Greater(t, most, int64(budget)/2, "the load used more than half of the budget")
}

// Jobs that use all their connections leave those of requests free, and the other way round.
func TestRequestsAndJobsDoNotStarveEachOther(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	noJobs := holdAll(t, m.Apps[0].JobPool)
	defer noJobs()
	order := m.apply(t, c, 5_000_000, 91)
	c.OK(t, "memberQuery", body{}, nil)
	status := func() (s loan.Status) {
		require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT status FROM loan_order WHERE id = $1`, order.OrderID).Scan(&s))
		return s
	}
	require.NotEqual(t, loan.ToConfirm, status(), "no job ran")

	noRequests := holdAll(t, m.Apps[0].Pool)
	defer noRequests()
	noJobs()
	require.Eventually(t, func() bool { return status() == loan.ToConfirm }, 30*time.Second, 20*time.Millisecond)
}

// A process that works no jobs opens no connections for them.
func TestProcessWithoutJobsOpensNoJobConnections(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Jobs("none"), apptest.Set("DATABASE_LISTEN", "false"))
	require.Nil(t, m.Apps[0].JobPool)
	require.Equal(t, 6, m.Apps[0].Connections())
	c := m.borrower(t)
	m.apply(t, c, 5_000_000, 91)
}

// A process that must not use LISTEN, for example behind a pooler, polls for jobs and for the clock. A loan still goes
// through all its states.
func TestLoanIsPaidOutWithoutListen(t *testing.T) {
	t.Parallel()
	m := newMarket(t, named(), apptest.Set("DATABASE_LISTEN", "false"))
	require.Equal(t, 6+3, m.Apps[0].Connections())
	c := m.borrower(t)
	order := m.apply(t, c, 5_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	m.await(t, c, order, loan.WaitingPayment)
	m.Advance(t, 24*time.Hour)
	_, listening, err := m.holding(t.Context())
	require.NoError(t, err)
	require.Zero(t, listening)
}

// Queries of requests go by keys, so their plans are cached. Jobs may need plans for their actual arguments.
func TestOnlyRequestConnectionsUseGenericPlans(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	if m.Apps[0].Config.Database.Pooled {
		t.Skip("plans are not cached behind a pooler")
	}
	for pool, want := range map[*pgxpool.Pool]string{m.Apps[0].Pool: "force_generic_plan", m.Apps[0].JobPool: "auto"} {
		var mode string
		require.NoError(t, pool.QueryRow(t.Context(), `SHOW plan_cache_mode`).Scan(&mode))
		require.Equal(t, want, mode)
	}
}
