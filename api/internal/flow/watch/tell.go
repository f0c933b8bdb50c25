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

// atOnce bounds what one look hands over.
const atOnce = 100

// LookArgs ask for a look at what nobody has been told of.
type LookArgs struct{}

// Kind names the job.
func (LookArgs) Kind() string { return "alarm.look" }

// InsertOpts names its queue.
func (LookArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// TellArgs ask for one row to be told of.
type TellArgs struct {
	Table attention.Table `json:"table"`
	ID    uuid.UUID       `json:"id"`
}

// Kind names the job.
func (TellArgs) Kind() string { return "alarm.tell" }

// InsertOpts names its queue.
func (TellArgs) InsertOpts() river.InsertOpts { return job.Message.Options() }

// Tell sends what waits for a person to the webhook of whoever is on duty: each row once, by a job of its own that is tried
// again until somebody has taken it.
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

// Look asks for a job for each row that nobody has been told of. Without a hook the rows stay as they are, for the day on
// which there is one.
func (t *Tell) Look(ctx context.Context, _ LookArgs) error {
	if !t.Listens() {
		return nil
	}
	return postgres.InTx(ctx, t.pool, func(ctx context.Context, tx pgx.Tx) error {
		var jobs []job.Job
		for _, table := range []attention.Table{repay.Alarms, kyc.Reviews} {
			ids, err := table.Hand(ctx, tx, t.clock.Now(), atOnce)
			if err != nil {
				return err
			}
			for _, id := range ids {
				jobs = append(jobs, job.Job{Args: TellArgs{Table: table, ID: id}})
			}
		}
		return job.Insert(ctx, tx, jobs...)
	})
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
	return t.hook.Tell(ctx, *alarm)
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
