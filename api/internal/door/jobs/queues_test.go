package jobs

import (
	"context"
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/expire"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Ten calls each to platforms, lenders, carriers, the object store and the SMS provider hang until the end of the test.
// Payouts and alarms are still processed.
func TestSlowJobsDoNotDelayPayoutsOrAlarms(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers := river.NewWorkers()
	ended := make(chan struct{})
	hanging := make(chan string, 100)
	hang[conversion.Args](workers, hanging, ended)
	hang[review.Args](workers, hanging, ended)
	hang[carriercheck.FollowArgs](workers, hanging, ended)
	hang[document.ContractArgs](workers, hanging, ended)
	hang[remind.SendAllArgs](workers, hanging, ended)
	const payouts = 20
	paid := make(chan uuid.UUID, payouts)
	work(workers, func(_ context.Context, a payout.Args) error {
		paid <- a.OrderID
		return nil
	})
	alarmed := make(chan uuid.UUID, payouts)
	work(workers, func(_ context.Context, a monitor.SendArgs) error {
		alarmed <- a.ID
		return nil
	})
	client, err := job.NewClient(pool, workers, job.Options{Queues: job.Queues()})
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
	defer close(ended)

	var slow []job.Job
	for range 10 {
		id := uuid.New()
		slow = append(slow, job.Of(conversion.Args{Subject: id}, review.Args{OrderID: id}, carriercheck.FollowArgs{SessionID: id},
			document.ContractArgs{OrderID: id}, remind.SendAllArgs{ReminderIDs: []uuid.UUID{id}})...)
	}
	require.NoError(t, job.Insert(t.Context(), pool, slow...))
	// Wait until every kind has begun and as many jobs run as ever run concurrently.
	begun := map[string]bool{}
	for len(begun) < 5 {
		begun[<-hanging] = true
	}
	want := map[uuid.UUID]bool{}
	for range payouts {
		id := uuid.New()
		want[id] = true
		require.NoError(t, job.Insert(t.Context(), pool, job.Of(payout.Args{OrderID: id}, monitor.SendArgs{Table: repay.Alarms, ID: id})...))
	}
	for _, done := range []chan uuid.UUID{paid, alarmed} {
		missing := maps.Clone(want)
		for range payouts {
			select {
			case id := <-done:
				delete(missing, id)
			case <-t.Context().Done():
			}
		}
		require.Empty(t, missing)
	}
}

// hang registers a worker that waits for the end of the test.
func hang[T river.JobArgs](workers *river.Workers, begun chan<- string, ended <-chan struct{}) {
	work(workers, func(_ context.Context, a T) error {
		begun <- a.Kind()
		<-ended
		return nil
	})
}

// A sweep inserts hundreds of removals at once. They occupy every worker of their queue for minutes, but the contract
// of a borrower is made before the waiting ones.
func TestRemovalsDoNotDelayDocuments(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers := river.NewWorkers()
	worked := make(chan string, 100)
	note := func(_ context.Context, kind string) error {
		worked <- kind
		return nil
	}
	work(workers, func(ctx context.Context, a account.RemoveArgs) error { return note(ctx, a.Kind()) })
	work(workers, func(ctx context.Context, a document.ContractArgs) error { return note(ctx, a.Kind()) })
	const removals = 50
	var all []job.Job
	for range removals {
		all = append(all, job.Of(account.RemoveArgs{})...)
	}
	require.NoError(t, job.Insert(t.Context(), pool, all...))
	require.NoError(t, job.Insert(t.Context(), pool, job.Of(document.ContractArgs{OrderID: uuid.New()})...))
	client, err := job.NewClient(pool, workers, job.Options{Queues: []job.QueueName{job.Document}})
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
	before := 0
	for <-worked != (document.ContractArgs{}).Kind() {
		before++
	}
	require.Less(t, before, 10)
}

// A bank that does not answer occupies every worker of its queue. Offers still expire, and payouts and refunds without
// an outcome still raise alarms.
func TestUnresponsiveBankDoesNotDelayPeriodicJobs(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers := river.NewWorkers()
	ended, hanging := make(chan struct{}), make(chan string, 100)
	hang[payout.Args](workers, hanging, ended)
	finished := make(chan string, 10)
	note := func(_ context.Context, kind string) error {
		finished <- kind
		return nil
	}
	work(workers, func(ctx context.Context, a expire.Args) error { return note(ctx, a.Kind()) })
	work(workers, func(ctx context.Context, a payout.RequeueArgs) error { return note(ctx, a.Kind()) })
	work(workers, func(ctx context.Context, a pay.RequeueRefundsArgs) error { return note(ctx, a.Kind()) })
	client, err := job.NewClient(pool, workers, job.Options{Queues: job.Queues()})
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
	defer close(ended)
	var payouts []job.Job
	for range 20 {
		payouts = append(payouts, job.Of(payout.Args{OrderID: uuid.New()})...)
	}
	require.NoError(t, job.Insert(t.Context(), pool, payouts...))
	for range 6 { // as many as ever run concurrently
		<-hanging
	}
	require.NoError(t, job.Insert(t.Context(), pool, job.Of(expire.Args{}, payout.RequeueArgs{}, pay.RequeueRefundsArgs{})...))
	deadline, cancel := context.WithTimeout(t.Context(), 15*time.Second) // less than the timeout of the hanging jobs
	defer cancel()
	for range 3 {
		select {
		case <-finished:
		case <-deadline.Done():
			require.Fail(t, "a periodic job waits for the bank")
		}
	}
}
