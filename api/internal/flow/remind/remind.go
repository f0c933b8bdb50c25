// Package remind reminds borrowers of their loans: a few days before the due date, on it, and while it is overdue, by
// SMS and in the inbox, within the region's hours. It selects loans by business time and checks again, when it sends a
// reminder, whether the reminder still applies.
package remind

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// ScanArgs are the arguments of the job that looks for loans that need a reminder.
type ScanArgs struct{}

// Kind names the job.
func (ScanArgs) Kind() string { return "reminder.scan" }

// InsertOpts names its queue.
func (ScanArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// SendAllArgs are the arguments of the job that sends several reminders, one after the other. A job for each reminder
// would take a quarter of the database time that a morning's reminders cost.
type SendAllArgs struct {
	ReminderIDs []uuid.UUID `json:"reminderIds"`
}

// Kind names the job.
func (SendAllArgs) Kind() string { return "reminder.send_all" }

// InsertOpts names its queue, so that a morning's reminders do not delay payments.
func (SendAllArgs) InsertOpts() river.InsertOpts { return job.Message.Options() }

// SendArgs are the arguments of the job that sends one reminder again.
type SendArgs struct {
	ReminderID uuid.UUID `json:"reminderId"`
}

// Kind names the job.
func (SendArgs) Kind() string { return "reminder.send" }

// InsertOpts names its queue.
func (SendArgs) InsertOpts() river.InsertOpts { return job.Message.Options() }

// Links creates the token of a pay link, in the transaction of the reminder that contains it.
type Links func(ctx context.Context, tx pgx.Tx, member, order uuid.UUID) (string, error)

// Deps are the dependencies of the flow.
type Deps struct {
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Region *region.Region
	SMS    sms.Gateway
	Links  Links
	// Products provide the sender's name and the address of the pay page.
	Products []appproduct.Product
}

// Remind is the flow.
type Remind struct{ Deps }

// New returns the flow.
func New(d Deps) *Remind { return &Remind{d} }

// Next returns the reminder that a loan needs on a day: the latest one whose day has come, unless it or a later one was
// sent, or any was processed on the same day. A reminder that was missed while nothing ran is sent once afterwards.
func Next(r region.Reminders, dueDate, today money.Date, reminded []support.Reminded) (day int, due bool) {
	day, due = r.Last(today.DaysSince(dueDate))
	for _, past := range reminded {
		if past.SendOn == today || (!past.Dropped && past.DueDate == dueDate && past.Day >= day) {
			return 0, false
		}
	}
	return day, due
}

// Problems reads a page of the reminders of the last days that were not sent as planned, with the numbers of the loans.
func Problems(
	ctx context.Context, db postgres.DB, now time.Time, days int, a paging.Request,
) (page paging.Page[support.ReminderProblem], numbers map[uuid.UUID]string, err error) {
	page, err = support.ReminderProblems(now.AddDate(0, 0, -days), now, a).Read(ctx, db)
	if err != nil {
		return page, nil, err
	}
	orders := make([]uuid.UUID, len(page.Rows))
	for i, t := range page.Rows {
		orders[i] = t.OrderID
	}
	numbers, err = loan.Numbers(orders).Read(ctx, db)
	return page, numbers, err
}
