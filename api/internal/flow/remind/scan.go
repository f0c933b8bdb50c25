package remind

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
)

const (
	// pageSize is the number of loans per transaction. maxPages is the number of transactions per run; the next run
	// continues where this one stopped.
	pageSize = 500
	maxPages = 20
	// scanInterval is how long after the start of a finished pass the next one starts on the same day. A loan may need a
	// reminder meanwhile because a hardship request ended or a payment was reversed.
	scanInterval = 30 * time.Minute
	// maxDaysBack is the number of days after the last reminder's day within which a missed reminder is still sent.
	maxDaysBack = 30
)

// Scan continues the pass over the loans that may need a reminder and queues those that do. It returns how many it
// queued and whether more loans are left. Loans with the latest due date come first: a reminder of the due date is
// useless a day later, one of an overdue loan can be sent later. Outside of the region's hours it does nothing. If
// several runs overlap, one continues and the others end, because a pass may take longer than the interval between
// runs.
func (r *Remind) Scan(ctx context.Context) (asked int, more bool, err error) {
	var failed error
	for range maxPages {
		// The time is read again for each page. A run that continues past the hours, or into the next day, must not
		// queue reminders for the day on which it began, nor restart its pass while another process runs that of the
		// new day.
		now := r.Clock.Now()
		if !r.Region.ReminderHours.Allows(now, r.Region.TimeZone) {
			return asked, false, failed
		}
		p, err := r.page(ctx, now)
		if err != nil {
			return asked, false, errors.Join(failed, err)
		}
		asked += p.asked
		failed = errors.Join(failed, p.failed)
		if p.last {
			return asked, false, failed
		}
	}
	return asked, true, failed
}

// page is the result of one page of a pass.
type page struct {
	asked int
	// last means that the pass is finished, or that another run is working on it.
	last bool
	// failed joins the errors of reminders that could not be written. They do not block the others.
	failed error
}

// page processes the next loans. Their reminders, the jobs that send them and the position of the pass are written in
// one transaction.
func (r *Remind) page(ctx context.Context, now time.Time) (p page, err error) {
	today, days := r.Region.Today(now), r.Region.Reminders.Days
	from, to := today.AddDays(-days[len(days)-1]-maxDaysBack), today.AddDays(-days[0])
	first := support.ReminderPass{Day: today, StartedAt: now, DueDate: to.AddDays(1)}
	err = postgres.InTx(ctx, r.Pool, func(ctx context.Context, tx pgx.Tx) error {
		p = page{}
		held, err := support.LockReminderPass(ctx, tx, r.Region.Code, first)
		if p.last = held == nil; err != nil || p.last {
			return err
		}
		pass := *held
		if begins(pass, today, now) {
			pass = first
		}
		if p.last = pass.FinishedAt != nil; p.last {
			return nil
		}
		falling, err := loan.DueBefore(r.Region.Code, from, pass.DueDate, pass.OrderID, pageSize).Read(ctx, tx)
		if err != nil {
			return err
		}
		if p.last = len(falling) < pageSize; p.last {
			pass.FinishedAt = &now
		}
		if len(falling) > 0 {
			end := falling[len(falling)-1]
			pass.DueDate, pass.OrderID = end.DueDate, end.OrderID
			if p.asked, p.failed, err = r.ask(ctx, tx, falling, today, now); err != nil {
				return err
			}
		}
		return support.MoveReminderPass(ctx, tx, r.Region.Code, pass)
	})
	return p, err
}

// begins reports whether a new pass starts: a new day has begun, or the last pass is finished and started long enough
// ago.
func begins(pass support.ReminderPass, today money.Date, now time.Time) bool {
	return pass.Day != today || (pass.FinishedAt != nil && now.Sub(pass.StartedAt) >= scanInterval)
}

// ask queues the reminders that loans need. failed joins the errors of those that could not be written.
func (r *Remind) ask(ctx context.Context, tx pgx.Tx, falling []loan.DueLoan, today money.Date, now time.Time) (asked int, failed, err error) {
	due, err := r.due(ctx, tx, falling, today)
	if err != nil || len(due) == 0 {
		return 0, nil, err
	}
	if asked, err = insert(ctx, tx, now, due...); err == nil || ctx.Err() != nil {
		return asked, nil, err
	}
	// One of them cannot be written. Insert each alone, so that it does not block the others.
	for _, reminder := range due {
		added, err := insert(ctx, tx, now, reminder)
		asked += added
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("remind: order %s: %w", reminder.OrderID, err))
		}
	}
	return asked, failed, nil
}

// due returns the reminders that loans need today.
func (r *Remind) due(ctx context.Context, tx pgx.Tx, falling []loan.DueLoan, today money.Date) ([]support.Reminder, error) {
	orders := make([]uuid.UUID, len(falling))
	for i, f := range falling {
		orders[i] = f.OrderID
	}
	b := &pgx.Batch{}
	before := support.RemindedOf(orders).Queue(b)
	paused := support.RemindersPaused(orders, r.Region, today).Queue(b)
	proofs := repay.OpenProofs(orders, r.provingSince(today)).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return nil, err
	}
	asked, resting, proving := before.Get(), paused.Get(), proofs.Get()
	var all []support.Reminder
	for _, f := range falling {
		day, due := Next(r.Region.Reminders, f.DueDate, today, asked[f.OrderID])
		if !due || resting[f.OrderID] || proving[f.OrderID] {
			continue
		}
		id, err := uuid.NewV7()
		if err != nil {
			return nil, fmt.Errorf("remind: %w", err)
		}
		all = append(all, support.Reminder{ID: id, OrderID: f.OrderID, DueDate: f.DueDate, Day: day, SendOn: today})
	}
	return all, nil
}

// insert writes reminders with the jobs that send them, all or none.
func insert(ctx context.Context, tx pgx.Tx, now time.Time, reminders ...support.Reminder) (added int, err error) {
	err = postgres.InTx(ctx, tx, func(ctx context.Context, tx pgx.Tx) error {
		ids, err := support.InsertReminders(ctx, tx, reminders, now)
		if err != nil {
			return err
		}
		var jobs []job.Job
		for some := range slices.Chunk(ids, remindersPerJob) {
			jobs = append(jobs, job.Job{Args: SendAllArgs{ReminderIDs: some}})
		}
		added = len(ids)
		return job.Insert(ctx, tx, jobs...)
	})
	if err != nil {
		return 0, err
	}
	return added, nil
}
