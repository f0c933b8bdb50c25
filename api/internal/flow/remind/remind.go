// Package remind reminds borrowers of their loans: a few days before the due date, on it, and while it is overdue, by SMS
// and in the inbox, within the region's hours. It finds loans by business time, and asks again, in the moment of sending,
// whether there is still something to be reminded of.
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

// ScanArgs ask for one look at what falls due.
type ScanArgs struct{}

// Kind names the job.
func (ScanArgs) Kind() string { return "reminder.scan" }

// InsertOpts names its queue.
func (ScanArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// SendAllArgs ask for reminders to be sent, one after the other: a job for each would take the database a quarter of the
// time that a morning's reminders cost.
type SendAllArgs struct {
	ReminderIDs []uuid.UUID `json:"reminderIds"`
}

// Kind names the job.
func (SendAllArgs) Kind() string { return "reminder.send_all" }

// InsertOpts names its queue: a morning's wave of reminders keeps nobody waiting for money.
func (SendAllArgs) InsertOpts() river.InsertOpts { return job.Message.Options() }

// SendArgs ask for one reminder to be sent that is tried again.
type SendArgs struct {
	ReminderID uuid.UUID `json:"reminderId"`
}

// Kind names the job.
func (SendArgs) Kind() string { return "reminder.send" }

// InsertOpts names its queue.
func (SendArgs) InsertOpts() river.InsertOpts { return job.Message.Options() }

// Links makes the token of a pay link, in the transaction of the reminder that carries it.
type Links func(ctx context.Context, tx pgx.Tx, member, order uuid.UUID) (string, error)

// Deps are what the flow works with.
type Deps struct {
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Region *region.Region
	SMS    sms.Gateway
	Links  Links
	// Products say who writes, and where the pay page is.
	Products []appproduct.Product
}

// Remind is the flow.
type Remind struct{ Deps }

// New makes the flow.
func New(d Deps) *Remind { return &Remind{d} }

// Next is the reminder that a loan is due on a day: the last one whose day has come, unless it or a later one was sent,
// or any was looked at on the same day. One that was missed while nothing ran is made up for once.
func Next(r region.Reminders, dueDate, today money.Date, reminded []support.Reminded) (day int, due bool) {
	day, due = r.Last(today.DaysSince(dueDate))
	for _, past := range reminded {
		if past.SendOn == today || (!past.Dropped && past.DueDate == dueDate && past.Day >= day) {
			return 0, false
		}
	}
	return day, due
}

// Problems reads a page of what has not gone out as it should in the last days, with the numbers of the loans.
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
