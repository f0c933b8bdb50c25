package app

import (
	"slices"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
	"github.com/loanmarket/loanmarket/api/internal/gateway/webhook"
)

// wireJobs builds the client that works the jobs of the given queues, if any. Its flows are built again over the pool
// of the jobs, so that a full queue or many borrowers use only their own connections.
func (a *App) wireJobs(queues []job.QueueName, options Options, products []appproduct.Product) error {
	if len(queues) == 0 {
		return nil
	}
	side := &App{
		Config: a.Config, Region: a.Region, Pool: a.JobPool, Clock: a.Clock, Keyring: a.Keyring, Hasher: a.Hasher,
		Replica: a.Replica, Limiter: a.Limiter, Media: a.Media, Log: a.Log, Metrics: a.Metrics, listeners: a.listeners,
	}
	if _, err := side.wireServices(options, products); err != nil {
		return err
	}
	err := side.wireWorkers(queues)
	a.jobs = side.jobs
	return err
}

func (a *App) wireWorkers(queues []job.QueueName) error {
	workers, periodic := a.workers()
	var err error
	a.jobs, err = job.NewClient(a.Pool, workers, job.Options{
		Queues:    queues,
		Periodic:  periodic,
		Errors:    failures{log: a.Log},
		Waits:     waits,
		Listeners: a.listeners,
		Observe:   a.Metrics.Job,
		Logger:    riverLog(a.Log),
	})
	return err
}

// workers returns the workers of all kinds of jobs, and the jobs that run at intervals.
func (a *App) workers() (workers *river.Workers, periodic []*river.PeriodicJob) {
	lending, repayment, accounts, support, faces := a.lendingJobs, a.repaymentJobs, jobs.Accounts{Account: a.Account}, a.supportJobs, a.faceJobs
	workers = river.NewWorkers()
	river.AddWorker(workers, &jobs.Purge{Pool: a.Pool, Clock: a.Clock, Limiter: a.Limiter, Keep: a.Config.Retention})
	river.AddWorker(workers, &jobs.RestoreLast4{Pool: a.Pool, Clock: a.Clock, KYC: kyc.New(a.Keyring, a.Hasher)})
	sweep := jobs.Sweep{Assets: a.assets(), Orphans: maintenance.Orphans{Pool: a.Pool, Store: a.Media, Stopped: a.notSwept}}
	sweep.Register(workers)
	lending.Register(workers)
	repayment.Register(workers)
	a.marketingJobs().Register(workers)
	accounts.Register(workers)
	a.carrierJobs.Register(workers)
	support.Register(workers)
	faces.Register(workers)
	alarms := a.alarmJobs()
	alarms.Register(workers)
	return workers, slices.Concat(lending.Periodic(), repayment.Periodic(), accounts.Periodic(), support.Periodic(), faces.Periodic(), alarms.Periodic(), sweep.Periodic(), []*river.PeriodicJob{jobs.PurgePeriodically(), jobs.RestoreLast4Periodically()})
}

// alarmJobs builds the flow that alerts the operator on duty.
func (a *App) alarmJobs() jobs.Alarms {
	hook := a.Config.AlarmWebhook
	return jobs.Alarms{Alarms: monitor.NewAlarms(a.Pool, a.Clock, webhook.New(hook.URL, hook.Key.Bytes()))}
}
