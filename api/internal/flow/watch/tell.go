package watch

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/webhook"
)

// pageSize bounds what is asked for in one round trip.
const pageSize = 100

// LookArgs ask for a look at what nobody has been told of.
type LookArgs struct{}

// Kind names the job.
func (LookArgs) Kind() string { return "alarm.look" }

// InsertOpts names its queue.
func (LookArgs) InsertOpts() river.InsertOpts { return job.Alarm.Options() }

// TellArgs ask for one row to be told of.
type TellArgs struct {
	Table attention.Table `json:"table"`
	ID    uuid.UUID       `json:"id"`
}

// Kind names the job.
func (TellArgs) Kind() string { return "alarm.tell" }

// InsertOpts names its queue.
func (TellArgs) InsertOpts() river.InsertOpts { return job.Alarm.Options() }

// Tell sends what waits for a person to the webhook of whoever is on duty: each row by a job of its own that is tried again,
// and asked for anew where it was given up, until somebody has taken it. Where nobody can write that down, it is told twice.
type Tell struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	hook  webhook.Hook
}

// NewTell makes the flow.
func NewTell(pool *pgxpool.Pool, c clock.Clock, hook webhook.Hook) *Tell {
	return &Tell{pool: pool, clock: c, hook: hook}
}

// Listens reports whether anybody is told.
func (t *Tell) Listens() bool { return t.hook.Listens() }

// Look asks for a job for each row that nobody has been told of, unless it has one. Without a hook the rows stay as they
// are, for the day on which there is one.
func (t *Tell) Look(ctx context.Context, _ LookArgs) error {
	if !t.Listens() {
		return nil
	}
	for _, table := range []attention.Table{repay.Alarms, kyc.Reviews} {
		read := func(after uuid.UUID) postgres.Query[[]uuid.UUID] { return table.Untold(after, pageSize) }
		err := postgres.Walk(ctx, t.pool, read, func(ids []uuid.UUID) error {
			jobs := make([]job.Job, len(ids))
			for i, id := range ids {
				jobs[i] = job.Job{Args: TellArgs{Table: table, ID: id}}
			}
			b := &pgx.Batch{}
			if err := job.QueueMissing(b, jobs...); err != nil {
				return err
			}
			return postgres.Send(ctx, t.pool, b)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Send tells of a row; one that somebody has closed in the meantime needs nobody any more.
func (t *Tell) Send(ctx context.Context, a TellArgs) error {
	if !t.Listens() {
		return nil
	}
	alarm, err := t.read(ctx, a)
	if err != nil || alarm == nil {
		return err
	}
	alarm.ID, alarm.Runbook = a.ID.String(), "api/docs/runbook.md#"+alarm.Kind
	if err := t.hook.Tell(ctx, *alarm); err != nil {
		return err
	}
	// Whoever was told has it, also where the process is stopping.
	return a.Table.Told(context.WithoutCancel(ctx), t.pool, a.ID, t.clock.Now())
}

func (t *Tell) read(ctx context.Context, a TellArgs) (*webhook.Alarm, error) {
	switch a.Table {
	case repay.Alarms:
		found, err := repay.OpenAlarm(a.ID).Read(ctx, t.pool)
		if err != nil || found == nil {
			return nil, err
		}
		return &webhook.Alarm{Kind: string(found.Kind), Since: found.RaisedAt, Detail: found.Detail}, nil
	case kyc.Reviews:
		open, err := kyc.ReviewAskedAt(a.ID).Read(ctx, t.pool)
		if err != nil || open == nil {
			return nil, err
		}
		return &webhook.Alarm{Kind: "identity", Since: open.AskedAt, Detail: "a member gave an ID number that another has"}, nil
	default:
		return nil, fmt.Errorf("watch: nobody is told of %s", a.Table)
	}
}
