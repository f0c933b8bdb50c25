package metrics_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/logwriter"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// fired holds the alerts that a scene has made fire.
var fired sync.Map

// Every alert in the file is silent at first and fires when its condition occurs in the product. Those that a person
// resolves become silent again after the steps of the runbook. Prometheus' own promtool evaluates the rules on the
// metrics of a process.
func TestEveryAlertFires(t *testing.T) {
	t.Parallel()
	t.Run("scenes", func(t *testing.T) {
		t.Run("a failing bank", bankScene)
		t.Run("books", booksScene)
		t.Run("codes and people", peopleScene)
		t.Run("no worker runs", idleScene)
		t.Run("a failing object store", filesScene)
		t.Run("an object store that is missing from the start", awayScene)
		t.Run("an overloaded process", processScene)
		t.Run("a log that is not read", logScene)
		t.Run("a paused standby", replicaScene)
	})
	for alert := range rules(t) {
		_, done := fired.Load(alert)
		require.True(t, done, "no scene makes %s fire", alert)
	}
}

// bank pays, does not know a transfer, answers slowly or refuses, depending on its mood.
func bank(mood string, w http.ResponseWriter, r *http.Request) {
	switch {
	case mood == "broken":
		w.WriteHeader(http.StatusInternalServerError)
	case mood == "refuses" && r.URL.Path == "/payout":
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, `{"error":"closed"}`)
	case mood == "refuses":
		_, _ = io.WriteString(w, `{"state":"notfound"}`)
	default:
		if mood == "slow" {
			<-time.After(6 * time.Second)
		}
		_, _ = io.WriteString(w, `{"state":"succeeded","serial":"FT1"}`)
	}
}

func bankScene(t *testing.T) {
	t.Parallel()
	p := newPartner(t, bank)
	s := newScene(t, apptest.Set("PAYMENT_GATEWAY", "http"), apptest.Set("PAYMENT_URL", p.URL),
		apptest.Set("COLLECTION_BANK_NAME", "VCB"), apptest.Set("COLLECTION_BANK_BIN", "970436"), apptest.Set("COLLECTION_ACCOUNT", "1017595600"),
		apptest.Set("COLLECTION_HOLDER", "LOAN MARKET"))
	uncompared := "loanmarket_statement_uncompared_seconds"
	require.Contains(t, fmt.Sprint(s.scrape(t)), uncompared)
	require.Zero(t, s.scrape(t).sum(uncompared), "no money has moved that a statement could contain")
	key := s.Apps[0].Config.Payment.Key.Bytes()
	// giveBack returns money from suspense, for which the bank is called.
	giveBack := func(reference string) {
		require.Equal(t, http.StatusOK, s.report(t, key, reference))
		waiting, err := repay.InSuspense(paging.First(99)).Read(t.Context(), s.Pool)
		require.NoError(t, err)
		require.NoError(t, s.Apps[0].Pay.Return(t.Context(), waiting.Rows[len(waiting.Rows)-1].ID, "ops:lan"))
	}
	calls := func(result string, least float64) {
		s.eventually(t, "calls to the bank", func(found samples) bool {
			return found.sum("loanmarket_gateway_seconds_count", `gateway="payment"`, `result="`+result+`"`) >= least
		})
	}
	s.fires(t, "GatewaySlow", func() {
		p.mood.Store("slow")
		giveBack("R1")
		calls("ok", 1)
	})
	s.fires(t, "GatewayFails", func() {
		p.mood.Store("broken")
		giveBack("R2")
		calls("failed", 2)
	})
	s.fires(t, "TransferStuck", func() { s.Advance(t, 2*time.Hour) })
	s.fires(t, "SuspenseOld", func() { s.Advance(t, 25*time.Hour) })
	require.Greater(t, s.scrape(t).sum(uncompared), 27*time.Hour.Seconds(), "counted from the day of the first movement")
	require.Less(t, s.scrape(t).sum(uncompared), 72*time.Hour.Seconds())
	s.exec(t, `UPDATE payment_alarm SET closed_at = now(), closed_by = 'lan'`)
	s.fires(t, "TransferDeclined", func() {
		p.mood.Store("refuses")
		giveBack("R3")
		// A transfer that failed while the bank was down is retried some time later and declined as well, so the
		// retries are brought forward here.
		s.eventually(t, "refusals of all unfinished transfers", func(found samples) bool {
			s.exec(t, `UPDATE river_job SET state = 'available', scheduled_at = now() WHERE state IN ('retryable', 'scheduled')`)
			transfers := "loanmarket_transfers_unfinished"
			declined := found.sum(transfers, `state="declined"`)
			return declined > 0 && declined == found.sum(transfers)
		})
	})
	s.ends(t, "TransferDeclined", func() {
		for _, reference := range s.texts(t, `SELECT reference FROM refund WHERE state = 'unknown' AND refused_at IS NOT NULL`) {
			require.NoError(t, s.operate(t, "refunds", "give-up", reference))
		}
	})
	s.exec(t, `UPDATE payment_alarm SET closed_at = now(), closed_by = 'lan' WHERE closed_at IS NULL`)
	s.fires(t, "MoneyAlarm", func() {
		require.Equal(t, http.StatusOK, s.report(t, key, "R4", "account", "19036666888"))
	})
	s.ends(t, "MoneyAlarm", func() {
		for _, alarm := range s.texts(t, `SELECT id::text FROM payment_alarm WHERE closed_at IS NULL`) {
			require.NoError(t, s.operate(t, "alarms", "close", alarm, "--note=asked the bank"))
		}
	})
	s.fires(t, "CallbacksRefused", func() {
		for range 6 {
			require.Equal(t, http.StatusUnauthorized, s.report(t, []byte("another key"), "R5"))
		}
	})
}

// operate runs an operator command.
func (s *scene) operate(t *testing.T, line ...string) error {
	t.Helper()
	access, err := s.Apps[0].OpsAccess()
	require.NoError(t, err)
	var cli ops.Commands
	var out bytes.Buffer
	parser, err := kong.New(&cli, kong.Writers(&out, &out), kong.Exit(func(int) {}))
	require.NoError(t, err)
	parsed, err := parser.Parse(append([]string{"--by=lan"}, line...))
	require.NoError(t, err)
	parsed.BindTo(t.Context(), (*context.Context)(nil))
	parsed.Bind(ops.Opener(func(context.Context) (*ops.Access, error) { return access, nil }))
	return parsed.Run()
}

// statement compares a statement of the bank for yesterday and the days before.
func (s *scene) statement(t *testing.T, lines string, days int) error {
	t.Helper()
	name := filepath.Join(t.TempDir(), "statement.csv")
	require.NoError(t, os.WriteFile(name, []byte("reference,amount,date\n"+lines), 0o600))
	today := region.Get("vi").Today(s.Now())
	return s.operate(t, "reconcile", "--since-last", "--statement="+name, "--from="+today.AddDays(-days).String(), "--to="+today.AddDays(-1).String())
}

// texts returns the values of a column.
func (s *scene) texts(t *testing.T, sql string) []string {
	t.Helper()
	rows, err := s.Owner.Query(t.Context(), sql)
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

func booksScene(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	require.Greater(t, s.scrape(t).sum("loanmarket_reconcile_good_age_seconds", `run="whole"`), 1e9, "the books have never been compared")
	require.NoError(t, s.operate(t, "reconcile"))
	require.NotContains(t, fmt.Sprint(s.scrape(t)), `run="changed"`, "no run has compared only the changes")
	require.NoError(t, s.operate(t, "reconcile", "--since-last"))
	s.fires(t, "ChangesUnchecked", func() { s.Advance(t, 4*time.Hour) })
	s.ends(t, "ChangesUnchecked", func() { require.NoError(t, s.operate(t, "reconcile", "--since-last")) })
	s.fires(t, "BooksDiffer", func() {
		s.exec(t, `INSERT INTO ledger_balance (scope, account, currency, balance) VALUES (gen_random_uuid(), 'bank', 'VND', 5)`)
		require.Error(t, s.operate(t, "reconcile"))
	})
	require.NoError(t, s.operate(t, "reconcile", "--since-last"), "a run over the changes does not see a manual change")
	require.Equal(t, 1.0, s.scrape(t).sum("loanmarket_reconcile_differences", `run="whole"`), "a run over the changes does not hide the difference")
	s.ends(t, "BooksDiffer", func() {
		s.exec(t, `DELETE FROM ledger_balance WHERE account = 'bank' AND balance = 5`)
		require.NoError(t, s.operate(t, "reconcile"))
	})
	s.fires(t, "ProductUnlawful", func() {
		s.Market(t)
		v := apptest.Version("Vay sen")
		v.AnnualRateBps, v.FrontServiceFeeBps, v.ServiceFeeBps = 2400, 0, 0
		s.Product(t, product.Draft{Code: "sen", LenderCode: "sen", Version: v})
		require.Zero(t, s.scrape(t).sum("loanmarket_products_unlawful"))
		s.exec(t, `UPDATE lender SET lender_type = 'other'`)
	})
	s.ends(t, "ProductUnlawful", func() {
		for _, code := range s.texts(t, `SELECT code FROM loan_product WHERE status = 'active'`) {
			require.NoError(t, s.operate(t, "product", "suspend", code))
		}
	})
	s.fires(t, "BooksUnchecked", func() {
		s.Advance(t, 37*time.Hour)
		require.NoError(t, s.operate(t, "reconcile", "--since-last"))
	})
	s.ends(t, "BooksUnchecked", func() { require.NoError(t, s.operate(t, "reconcile")) })
	require.NotContains(t, fmt.Sprint(s.scrape(t)), "loanmarket_statement_uncompared_seconds", "the embedded bank needs no statement")
	require.NoError(t, s.statement(t, "", 2))
	require.Zero(t, s.scrape(t).sum("loanmarket_reconcile_differences", `run="statement"`))
	s.fires(t, "StatementMissing", func() { s.Advance(t, 5*24*time.Hour) })
	s.ends(t, "StatementMissing", func() { require.NoError(t, s.statement(t, "", 7)) })
	require.Error(t, s.statement(t, "FT-LOST,5,2026-01-01\n", 2))
	require.NoError(t, s.operate(t, "reconcile", "--since-last"))
	require.Equal(t, 1.0, s.scrape(t).sum("loanmarket_reconcile_differences", `run="statement"`), "a run without a statement does not hide it")
}

func peopleScene(t *testing.T) {
	t.Parallel()
	judge := newPartner(t, func(mood string, w http.ResponseWriter, _ *http.Request) {
		if mood != "well" {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, `{}`)
	})
	limits := member.Defaults()
	limits.Range = []limit.Rule{{Name: "few", Per: time.Hour, Max: 10, Soft: true}}
	s := newScene(t, apptest.Limits(limits), apptest.Set("FACE_GATEWAY", "local"), apptest.Set("FACE_WORKER_URL", judge.URL),
		apptest.Set("FACE_WORKER_SECRET", strings.Repeat("s", 32)))
	s.fires(t, "PersonAwaited", func() {
		s.Login(t).OK(t, "supportMessage", map[string]any{"text": "Xin chào"}, nil)
		s.Advance(t, 25*time.Hour)
	})
	s.ends(t, "PersonAwaited", func() {
		require.NoError(t, s.operate(t, "support", "answer", s.texts(t, `SELECT ticket_no FROM support_ticket`)[0], "--text=Chào bạn"))
	})
	s.fires(t, "LogAlarm", func() {
		for range 25 {
			s.Client(t).SendCode(t, 200)
		}
	})
	s.fires(t, "CodesUnverified", func() { s.Advance(t, 10*time.Minute) })
	s.fires(t, "FaceWorkerAway", func() {
		judge.mood.Store("away")
		s.eventually(t, "an unavailable face worker", func(found samples) bool { return found.sum("loanmarket_face_ready") == 0 })
	})
}

func idleScene(t *testing.T) {
	t.Parallel()
	s := newScene(t, apptest.Jobs("none"))
	s.fires(t, "QueueLate", func() {
		require.NoError(t, job.Insert(t.Context(), s.Pool, job.Of(jobs.PurgeArgs{}, jobs.PurgeArgs{})...))
		s.exec(t, `UPDATE river_job SET scheduled_at = now() - interval '10 minutes'`)
	})
	s.fires(t, "JobsGivenUp", func() {
		s.exec(t, `UPDATE river_job SET state = 'discarded', finalized_at = now() - interval '30 days', attempt = max_attempts`)
	})
	s.ends(t, "JobsGivenUp", func() {
		for i, id := range s.texts(t, `SELECT id::text FROM river_job WHERE state = 'discarded'`) {
			if i%2 == 0 {
				require.NoError(t, s.operate(t, "jobs", "cancel", id, "--note=done since"))
			} else {
				require.NoError(t, s.operate(t, "jobs", "retry", id))
			}
		}
	})
	s.fires(t, "ClockWrong", func() { postgrestest.SetClockBack(t, s.Apps[0].Pool, 20*time.Second) })
	s.fires(t, "NothingScraped", func() { s.unlisted = true })
	s.unlisted = false
	s.fires(t, "ProcessAway", func() { s.port.Close() })
}

// reader reads a log until it hangs, and then blocks until the test is over.
type reader struct {
	hangs atomic.Bool
	over  <-chan struct{}
}

func (r *reader) Write(line []byte) (int, error) {
	if r.hangs.Load() {
		<-r.over
	}
	return len(line), nil
}

func logScene(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	of := &reader{over: over}
	lines := logwriter.New(of)
	s := newScene(t, apptest.LogThrough(lines))
	s.fires(t, "LogUnread", func() {
		of.hangs.Store(true)
		s.Client(t).SendCode(t, 200)
		require.Eventually(t, func() bool { return lines.Waiting() > 2*time.Second }, time.Minute, 10*time.Millisecond)
	})
}

func filesScene(t *testing.T) {
	t.Parallel()
	var store *httputil.ReverseProxy
	line := newPartner(t, func(mood string, w http.ResponseWriter, r *http.Request) {
		if mood == "broken" {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		store.ServeHTTP(w, r)
	})
	s := newScene(t, apptest.Rewire(func(variables map[string]string) {
		behind, err := url.Parse(variables["S3_ENDPOINT"])
		require.NoError(t, err)
		// The Host header stays as it was signed.
		store = &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = behind.Scheme, behind.Host
		}}
		variables["S3_ENDPOINT"] = line.URL
	}))
	sweeps := func(found samples, result string) float64 {
		return found.sum("loanmarket_job_seconds_count", `kind="maintenance.sweep"`, result)
	}
	// A sweep that meets another one succeeds without work, so failures must outnumber these.
	fail := func() {
		line.mood.Store("broken")
		for before := s.scrape(t); ; {
			now := s.scrape(t)
			failed := sweeps(now, `result="failed"`)
			if all := sweeps(now, "") - sweeps(before, ""); failed-sweeps(before, `result="failed"`) > all/2 {
				return
			}
			require.NoError(t, job.Insert(t.Context(), s.Pool, job.Of(jobs.SweepArgs{})...))
			s.eventually(t, "one more failed sweep", func(found samples) bool { return sweeps(found, `result="failed"`) > failed })
		}
	}
	s.fires(t, "FilesFail", fail)
	s.fires(t, "JobsFail", fail, fail)
	s.fires(t, "RowsWithoutMonth", func() {
		s.exec(t, `INSERT INTO audit_log (at, actor, action, subject) VALUES ('2099-01-01Z', 'ops:lan', 'x', 'x')`)
	})
	s.ends(t, "RowsWithoutMonth", func() { s.exec(t, `SELECT make_months('audit_log', (SELECT max(at) FROM audit_log_default))`) })
}

// A process that starts without its object store sends it no requests, and still cannot serve any picture.
func awayScene(t *testing.T) {
	t.Parallel()
	s := newScene(t, apptest.Set("S3_ENDPOINT", "http://"+s3test.Vacant(t)))
	failed := func(found samples) float64 { return found.sum("loanmarket_files_seconds_count", `result="failed"`) }
	s.fires(t, "FilesFail", func() {
		before := failed(s.scrape(t))
		s.eventually(t, "failed requests to the object store", func(found samples) bool { return failed(found) > before })
	})
}

func replicaScene(t *testing.T) {
	t.Parallel()
	own := postgrestest.StartOwn(t)
	standby := own.AddReplica(t)
	s := newScene(t, apptest.On(own.Database), apptest.Set("DATABASE_REPLICA_URL", standby.AppURL))
	s.fires(t, "ReplicaBehind", func() {
		standby.Pause(t)
		s.exec(t, `CREATE TABLE behind ()`)
	})
	s.ends(t, "ReplicaBehind", func() {
		standby.Resume(t)
		s.eventually(t, "a standby that has caught up", func(found samples) bool { return found.sum("loanmarket_replica_lag_seconds") < 1 })
	})
}

func processScene(t *testing.T) {
	t.Parallel()
	s := newScene(t, apptest.Set("DATABASE_JOB_CONNECTIONS", "16")) // more than the jobs of an idle stack use
	ask := func() int {
		return s.Client(t).Raw(t, http.MethodPost, "/app/config/product", http.Header{"Content-Type": {"application/json"}}, []byte(`{}`)).Status
	}
	code := func() int {
		return s.Client(t).Raw(t, http.MethodPost, "/app/member/sendSmsCode", http.Header{"Content-Type": {"application/json"}},
			[]byte(`{"phoneNum":"`+apptest.Phone()+`","type":200}`)).Status
	}
	require.Equal(t, http.StatusOK, ask())
	require.Equal(t, http.StatusOK, code())
	// Load balancers send requests all the time and are not borrowers.
	probe := func() {
		for range 100 {
			answer, err := http.Get(s.Base() + "/readyz")
			require.NoError(t, err)
			require.NoError(t, answer.Body.Close())
		}
	}
	fail := func() {
		probe()
		s.exec(t, `ALTER TABLE sms_code RENAME TO away`)
		defer s.exec(t, `ALTER TABLE away RENAME TO sms_code`)
		require.GreaterOrEqual(t, code(), 500)
	}
	s.fires(t, "PagesFail", func() {
		for i := range 25 {
			s.Client(t).OK(t, "submitPageError", map[string]any{
				"surface": "app", "kind": "render", "page": "/m/home", "name": "TypeError", "message": "x is undefined", "stack": fmt.Sprint("x.js:1:", i),
			}, nil)
		}
	})
	s.fires(t, "CallsFail", fail, fail)
	s.fires(t, "CallsSlow", func() {
		probe()
		tx, err := s.Owner.Begin(t.Context())
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), `LOCK TABLE sms_code`)
		require.NoError(t, err)
		time.AfterFunc(4*time.Second, func() { _ = tx.Rollback(context.Background()) })
		require.Equal(t, http.StatusOK, code())
	})
	var held []func()
	takeOf := func(pool *pgxpool.Pool) {
		for range pool.Config().MaxConns {
			connection, err := pool.Acquire(t.Context())
			require.NoError(t, err)
			held = append(held, connection.Release)
		}
	}
	giveBack := func() {
		for _, release := range held {
			release()
		}
		held = nil
	}
	s.fires(t, "JobPoolFull", func() { takeOf(s.Apps[0].JobPool) })
	s.ends(t, "JobPoolFull", giveBack)
	take := func() { takeOf(s.Apps[0].Pool) }
	s.fires(t, "PoolFull", take)
	s.ends(t, "PoolFull", giveBack)
	s.fires(t, "DatabaseSilent", take)
	s.ends(t, "DatabaseSilent", giveBack)
}

// The public port serves no metrics.
func TestPublicPortServesNoMetrics(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	answer := s.Client(t).Raw(t, http.MethodGet, "/metrics", nil, nil)
	require.NotContains(t, string(answer.Body), "loanmarket_")
	recorder := httptest.NewRecorder()
	s.Apps[0].Server.Monitoring().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	require.Contains(t, recorder.Body.String(), "loanmarket_")
}
