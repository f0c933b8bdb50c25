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

// pageSize bounds what is read in one round trip.
const pageSize = 100

// ScanArgs are the arguments of the job that looks for rows that nobody has been told about.
type ScanArgs struct{}

// Kind names the job.
func (ScanArgs) Kind() string { return "alarm.scan" }

// KindAliases returns the kinds under which an earlier release may have inserted jobs that are still waiting.
func (ScanArgs) KindAliases() []string { return []string{"alarm.look"} }

// InsertOpts names its queue.
func (ScanArgs) InsertOpts() river.InsertOpts { return job.Alarm.Options() }

// SendArgs are the arguments of the job that sends one row.
type SendArgs struct {
	Table attention.Table `json:"table"`
	ID    uuid.UUID       `json:"id"`
}

// Kind names the job.
func (SendArgs) Kind() string { return "alarm.send" }

// KindAliases returns the kinds under which an earlier release may have inserted jobs that are still waiting.
func (SendArgs) KindAliases() []string { return []string{"alarm.tell"} }

// InsertOpts names its queue.
func (SendArgs) InsertOpts() river.InsertOpts { return job.Alarm.Options() }

// Alarms sends what needs a person to the webhook of the operator on duty. Each row has a job of its own, which is
// retried, and inserted again after River discards it, until the webhook has accepted the row. If that cannot be
// recorded afterwards, the row is sent twice.
type Alarms struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	hook  webhook.Hook
}

// NewAlarms returns the flow.
func NewAlarms(pool *pgxpool.Pool, c clock.Clock, hook webhook.Hook) *Alarms {
	return &Alarms{pool: pool, clock: c, hook: hook}
}

// Listens reports whether a webhook is configured.
func (a *Alarms) Listens() bool { return a.hook.Listens() }

// Scan inserts a job for each row that nobody has been told about, unless it already has one. Without a webhook the
// rows stay as they are and are sent once there is one.
func (a *Alarms) Scan(ctx context.Context, _ ScanArgs) error {
	if !a.Listens() {
		return nil
	}
	for _, table := range []attention.Table{repay.Alarms, kyc.Reviews} {
		read := func(after uuid.UUID) postgres.Query[[]uuid.UUID] { return table.ListUnnotified(after, pageSize) }
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

// Send sends a row. A row that has been closed in the meantime is skipped.
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
	// The webhook has the alarm now, so this is recorded even while the process is stopping.
	late, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	return a.told(late, args, alarm.Detail)
}

func (a *Alarms) told(ctx context.Context, args SendArgs, detail string) error {
	if args.Table == repay.Alarms {
		return repay.MarkAlarmNotified(ctx, a.pool, args.ID, detail, a.clock.Now())
	}
	return args.Table.MarkNotified(ctx, a.pool, args.ID, a.clock.Now())
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
		return nil, fmt.Errorf("monitor: rows of table %s are not sent", args.Table)
	}
}
