package monitor

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/webhook"
)

// pageSize bounds what is asked for in one round trip.
const pageSize = 100

// ScanArgs ask for a look at what nobody has been told of.
type ScanArgs struct{}

// Kind names the job.
func (ScanArgs) Kind() string { return "alarm.scan" }

// KindAliases are names under which a job may still wait that an earlier release inserted.
func (ScanArgs) KindAliases() []string { return []string{"alarm.look"} }

// InsertOpts names its queue.
func (ScanArgs) InsertOpts() river.InsertOpts { return job.Alarm.Options() }

// SendArgs ask for one row to be told of.
type SendArgs struct {
	Table attention.Table `json:"table"`
	ID    uuid.UUID       `json:"id"`
}

// Kind names the job.
func (SendArgs) Kind() string { return "alarm.send" }

// KindAliases are names under which a job may still wait that an earlier release inserted.
func (SendArgs) KindAliases() []string { return []string{"alarm.tell"} }

// InsertOpts names its queue.
func (SendArgs) InsertOpts() river.InsertOpts { return job.Alarm.Options() }

// Alarms send what waits for a person to the webhook of whoever is on duty: each row by a job of its own that is tried again,
// and asked for anew where it was given up, until somebody has taken it. Where nobody can write that down, it is told twice.
type Alarms struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	hook  webhook.Hook
}

// NewAlarms makes the flow.
func NewAlarms(pool *pgxpool.Pool, c clock.Clock, hook webhook.Hook) *Alarms {
	return &Alarms{pool: pool, clock: c, hook: hook}
}

// Listens reports whether anybody is told.
func (a *Alarms) Listens() bool { return a.hook.Listens() }

// Scan asks for a job for each row that nobody has been told of, unless it has one. Without a hook the rows stay as they
// are, for the day on which there is one.
func (a *Alarms) Scan(ctx context.Context, _ ScanArgs) error {
	if !a.Listens() {
		return nil
	}
	for _, table := range []attention.Table{repay.Alarms, kyc.Reviews} {
		read := func(after uuid.UUID) postgres.Query[[]uuid.UUID] { return table.Untold(after, pageSize) }
		err := postgres.Walk(ctx, a.pool, read, func(ids []uuid.UUID) error {
			jobs := make([]job.Job, len(ids))
			for i, id := range ids {
				jobs[i] = job.Job{Args: SendArgs{Table: table, ID: id}}
			}
			b := &pgx.Batch{}
			if err := job.QueueMissing(b, jobs...); err != nil {
				return err
			}
			return postgres.Send(ctx, a.pool, b)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Send tells of a row; one that somebody has closed in the meantime needs nobody any more.
func (a *Alarms) Send(ctx context.Context, args SendArgs) error {
	if !a.Listens() {
		return nil
	}
	alarm, err := a.read(ctx, args)
	if err != nil || alarm == nil {
		return err
	}
	alarm.ID, alarm.Runbook = args.ID.String(), "api/docs/runbook.md#"+alarm.Kind
	if err := a.hook.Tell(ctx, *alarm); err != nil {
		return err
	}
	// Whoever was told has it, also where the process is stopping.
	late, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	return a.told(late, args, alarm.Detail)
}

func (a *Alarms) told(ctx context.Context, args SendArgs, detail string) error {
	if args.Table == repay.Alarms {
		return repay.AlarmTold(ctx, a.pool, args.ID, detail, a.clock.Now())
	}
	return args.Table.Told(ctx, a.pool, args.ID, a.clock.Now())
}

func (a *Alarms) read(ctx context.Context, args SendArgs) (*webhook.Alarm, error) {
	switch args.Table {
	case repay.Alarms:
		found, err := repay.OpenAlarm(args.ID).Read(ctx, a.pool)
		if err != nil || found == nil {
			return nil, err
		}
		return &webhook.Alarm{Kind: string(found.Kind), Since: found.RaisedAt, Detail: found.Detail}, nil
	case kyc.Reviews:
		open, err := kyc.ReviewAskedAt(args.ID).Read(ctx, a.pool)
		if err != nil || open == nil {
			return nil, err
		}
		return &webhook.Alarm{Kind: "identity", Since: open.AskedAt, Detail: "a member gave an ID number that another has"}, nil
	default:
		return nil, fmt.Errorf("monitor: nobody is told of %s", args.Table)
	}
}
