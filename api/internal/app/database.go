package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// openDatabase opens the connection pools of the process, one for each kind of work: requests, the jobs of its queues,
// and listeners.
func (a *App) openDatabase(ctx context.Context, queues []job.QueueName) error {
	a.wakeups = job.NewWakeups()
	options := []postgres.Option{a.wakeups.Watch()}
	if a.Config.Database.Pooled {
		options = append(options, postgres.Pooled())
	}
	open := func(more ...postgres.Option) (err error) {
		pool, err := postgres.Open(ctx, a.Config.DatabaseURL.Reveal(), slices.Concat(options, more)...)
		if err == nil {
			a.pools = append(a.pools, pool)
		}
		return err
	}
	if err := open(postgres.Conns(a.Config.Database.RequestConnections), postgres.GenericPlans()); err != nil {
		return err
	}
	a.Pool = a.pools[0]
	if len(queues) > 0 {
		if err := open(postgres.Conns(a.Config.Database.JobConnections)); err != nil {
			return err
		}
		a.JobPool = a.pools[1]
	}
	if err := a.openReplica(ctx, postgres.Conns(replicaConnections)); err != nil {
		return err
	}
	listeners := a.listening(queues)
	if listeners == 0 {
		return nil
	}
	var err error
	if a.listeners, err = postgres.OpenLater(ctx, a.Config.Direct().Reveal(), postgres.Conns(listeners)); err != nil {
		return err
	}
	a.pools = append(a.pools, a.listeners)
	return nil
}

// replicaConnections is the maximum number of connections of a process to the standby.
const replicaConnections = 2

// openReplica opens the pool of the standby, if there is one. It connects on the first read, so an unreachable standby
// does not keep a process from starting.
func (a *App) openReplica(ctx context.Context, options ...postgres.Option) error {
	url := a.Config.Database.ReplicaURL.Reveal()
	if url == "" {
		a.Replica = postgres.NewReplica(a.Pool, nil)
		return nil
	}
	standby, err := postgres.OpenLater(ctx, url, append(options, postgres.Standby())...)
	if err != nil {
		return fmt.Errorf("DATABASE_REPLICA_URL: %w", err)
	}
	a.pools = append(a.pools, standby)
	a.Replica = postgres.NewReplica(a.Pool, standby)
	return nil
}

// listening returns the number of LISTEN connections of the process: one for new jobs, and one for the business clock
// where it can be moved.
func (a *App) listening(queues []job.QueueName) (connections int) {
	if !a.Config.Database.Listen {
		return 0
	}
	if len(queues) > 0 {
		connections++
	}
	if a.Config.IsDevelopment() {
		connections++
	}
	return connections
}

// Connections returns the maximum number of connections of the process.
func (a *App) Connections() int {
	var most int32
	for _, pool := range a.pools {
		most += pool.Config().MaxConns
	}
	return int(most)
}

func (a *App) closeDatabase() {
	for _, pool := range a.pools {
		pool.Close()
	}
}
