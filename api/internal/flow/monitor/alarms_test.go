package monitor_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
	"github.com/loanmarket/loanmarket/api/internal/gateway/webhook"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var key = []byte("0123456789abcdef0123456789abcdef")

// fakeWebhook is a webhook that accepts what we signed, after a number of failures.
type fakeWebhook struct {
	*httptest.Server
	mu    sync.Mutex
	fails int
	// during runs while the webhook receives an alarm; may be nil.
	during func()
	sent   []webhook.Alarm
	raw    []string
}

func newFakeWebhook(t *testing.T, fails int) *fakeWebhook {
	t.Helper()
	d := &fakeWebhook{fails: fails}
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		defer d.mu.Unlock()
		body, err := io.ReadAll(r.Body)
		if err != nil || secret.Verify(r.Header.Get(secret.HeaderTimestamp), r.Header.Get(secret.HeaderSignature), body, time.Now(), key) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if d.fails > 0 {
			d.fails--
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if d.during != nil {
			d.during()
		}
		var a webhook.Alarm
		if json.Unmarshal(body, &a) == nil {
			d.sent, d.raw = append(d.sent, a), append(d.raw, string(body))
		}
	}))
	t.Cleanup(d.Close)
	return d
}

// raise creates a stuck payout and an identity review.
func raise(t *testing.T, pool *pgxpool.Pool) (alarm uuid.UUID) {
	t.Helper()
	order := flowtest.Confirmed(t, pool, time.Now())
	d, err := loan.LiveDisbursement(order.ID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.NotNil(t, d)
	b := &pgx.Batch{}
	for range 2 { // the second one is the same alarm
		repay.QueueAlarm(b, repay.Alarm{Kind: repay.PayoutStuckAlarm, DisbursementID: &d.ID, Detail: "account 19036666888 of +84912345678", RaisedAt: time.Now()})
	}
	b.Queue(`INSERT INTO identity_review (member_id, id_number_hash, asked_at) VALUES ($1, $2, now())`, order.MemberID, make([]byte, 32))
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	open, err := repay.OpenAlarms(paging.First(999)).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, open.Rows, 1)
	return open.Rows[0].ID
}

// sendJobs returns the jobs that a scan has inserted.
func sendJobs(t *testing.T, pool *pgxpool.Pool) []monitor.SendArgs {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT args FROM river_job WHERE kind = 'alarm.send' ORDER BY id`)
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[monitor.SendArgs])
	require.NoError(t, err)
	return all
}

func TestEachOpenRowIsSentOnceWithoutPersonalData(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	alarm := raise(t, pool)
	hook := newFakeWebhook(t, 1)
	flow := monitor.NewAlarms(pool, clock.Fixed(time.Now()), webhook.New(hook.URL, key))
	for range 3 {
		require.NoError(t, flow.Scan(t.Context(), monitor.ScanArgs{}))
	}
	jobs := sendJobs(t, pool)
	require.ElementsMatch(t, []string{string(repay.Alarms), string(kyc.Reviews)}, []string{string(jobs[0].Table), string(jobs[1].Table)})
	require.Error(t, flow.Send(t.Context(), jobs[0]), "the error makes the queue retry the job")
	for _, job := range jobs {
		require.NoError(t, flow.Send(t.Context(), job))
	}
	require.Len(t, hook.sent, 2)
	require.Equal(t, alarm.String(), hook.sent[0].ID)
	require.Equal(t, "payout_stuck", hook.sent[0].Kind)
	require.Equal(t, "api/docs/runbook.md#payout_stuck", hook.sent[0].Runbook)
	require.Equal(t, "account # of +#", hook.sent[0].Detail)
	require.Equal(t, "identity", hook.sent[1].Kind)
	for _, raw := range hook.raw {
		require.NotRegexp(t, "19036666888|912345678", raw)
	}
}

func TestClosedAlarmIsNotSent(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	alarm := raise(t, pool)
	hook := newFakeWebhook(t, 0)
	flow := monitor.NewAlarms(pool, clock.Fixed(time.Now()), webhook.New(hook.URL, key))
	require.NoError(t, flow.Scan(t.Context(), monitor.ScanArgs{}))
	closed, err := repay.Alarms.Close(t.Context(), pool, alarm, "lan", "corrected", time.Now())
	require.NoError(t, err)
	require.True(t, closed)
	for _, job := range sendJobs(t, pool) {
		require.NoError(t, flow.Send(t.Context(), job))
	}
	require.Len(t, hook.sent, 1, "only the identity review is sent")
}

// A second report comes while the first one is being sent. The second one is sent too.
func TestReportAddedDuringTheSendingIsSentToo(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	alarm := raise(t, pool)
	hook := newFakeWebhook(t, 0)
	hook.during = func() {
		_, err := pool.Exec(t.Context(), `UPDATE payment_alarm SET detail = detail || '; more'`)
		assert.NoError(t, err)
		hook.during = nil
	}
	flow := monitor.NewAlarms(pool, clock.Fixed(time.Now()), webhook.New(hook.URL, key))
	args := monitor.SendArgs{Table: repay.Alarms, ID: alarm}
	require.NoError(t, flow.Send(t.Context(), args))
	require.NoError(t, flow.Scan(t.Context(), monitor.ScanArgs{}))
	require.Contains(t, sendJobs(t, pool), args)
	require.NoError(t, flow.Send(t.Context(), args))
	require.Equal(t, "account # of +#; more", hook.sent[1].Detail)
	_, err := pool.Exec(t.Context(), `DELETE FROM river_job WHERE kind = 'alarm.send'`)
	require.NoError(t, err)
	require.NoError(t, flow.Scan(t.Context(), monitor.ScanArgs{}))
	require.NotContains(t, sendJobs(t, pool), args)
}

// An operator who configures a webhook later gets what is open then.
func TestRowsWaitUntilAWebhookIsConfigured(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	raise(t, pool)
	require.NoError(t, monitor.NewAlarms(pool, clock.Fixed(time.Now()), webhook.New("", nil)).Scan(t.Context(), monitor.ScanArgs{}))
	require.Empty(t, sendJobs(t, pool))
	hook := newFakeWebhook(t, 0)
	require.NoError(t, monitor.NewAlarms(pool, clock.Fixed(time.Now()), webhook.New(hook.URL, key)).Scan(t.Context(), monitor.ScanArgs{}))
	require.Len(t, sendJobs(t, pool), 2)
}

// Two processes scan at the same time, and one scans again while a job is being retried. Each row has one job.
func TestConcurrentScansInsertOneJobPerRow(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	raise(t, pool)
	hook := newFakeWebhook(t, 0)
	flow := monitor.NewAlarms(pool, clock.Fixed(time.Now()), webhook.New(hook.URL, key))
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() { assert.NoError(t, flow.Scan(t.Context(), monitor.ScanArgs{})) })
	}
	group.Wait()
	_, err := pool.Exec(t.Context(), `UPDATE river_job SET state = 'retryable' WHERE kind = 'alarm.send'`)
	require.NoError(t, err)
	require.NoError(t, flow.Scan(t.Context(), monitor.ScanArgs{}))
	require.Len(t, sendJobs(t, pool), 2)
}

// The webhook was down for longer than a job is retried. The rows are sent once it is back, and only once.
func TestRowWithADiscardedJobIsSentLater(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	raise(t, pool)
	hook := newFakeWebhook(t, 2)
	flow := monitor.NewAlarms(pool, clock.Fixed(time.Now()), webhook.New(hook.URL, key))
	require.NoError(t, flow.Scan(t.Context(), monitor.ScanArgs{}))
	for _, job := range sendJobs(t, pool) {
		require.Error(t, flow.Send(t.Context(), job))
	}
	_, err := pool.Exec(t.Context(), `UPDATE river_job SET state = 'discarded', finalized_at = now() WHERE kind = 'alarm.send'`)
	require.NoError(t, err)
	require.NoError(t, flow.Scan(t.Context(), monitor.ScanArgs{}))
	jobs := sendJobs(t, pool)
	require.Len(t, jobs, 4)
	for _, job := range jobs[2:] {
		require.NoError(t, flow.Send(t.Context(), job))
	}
	require.Len(t, hook.sent, 2)
	_, err = pool.Exec(t.Context(), `DELETE FROM river_job WHERE kind = 'alarm.send'`)
	require.NoError(t, err)
	require.NoError(t, flow.Scan(t.Context(), monitor.ScanArgs{}))
	require.Empty(t, sendJobs(t, pool), "both rows have been sent")
}
