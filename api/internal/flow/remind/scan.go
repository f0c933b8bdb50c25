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
	// pageSize is how many loans one transaction looks at, maxPages how many transactions one run makes: the next
	// run goes on where it stopped.
	pageSize = 500
	maxPages = 20
	// passEvery is how long after the begin of a finished pass the loans are looked at again on the same day: a request
	// for time that has ended, or a payment that was taken back, may have made one due.
	passEvery = 30 * time.Minute
	// lookBack is how many days after the last reminder's day one that was missed is still sent.
	lookBack = 30
)

// Scan goes on with the look at the loans that may be due a reminder, and asks for each that is; it tells how many, and
// whether there are more to look at. Whoever falls due latest comes first: a reminder of the due date is worth nothing a
// day later, one of an overdue loan is made up for. Outside of the region's hours it finds none. Of runs at once one goes on,
// and the others end: a pass may take longer than the time between two runs.
func (r *Remind) Scan(ctx context.Context) (asked int, more bool, err error) {
	var failed error
	for range maxPages {
		// Read for each page: a run that goes on past the hours, or into another day, must not ask in the name of the day
		// on which it began, nor begin its pass again where another process is in that of the new day.
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

// page is what became of one page of a pass.
type page struct {
	asked int
	// last tells that the pass is finished, or that another run is at it.
	last bool
	// failed joins what could not be written; it keeps nothing else waiting.
	failed error
}

// page looks at the next loans. Their reminders, the jobs that send them and the place where the pass stands are one
// transaction.
func (r *Remind) page(ctx context.Context, now time.Time) (p page, err error) {
	today, days := r.Region.Today(now), r.Region.Reminders.Days
	from, to := today.AddDays(-days[len(days)-1]-lookBack), today.AddDays(-days[0])
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

// begins tells that it is time for a new pass: a day has begun, or the last pass is finished and long enough ago.
func begins(pass support.ReminderPass, today money.Date, now time.Time) bool {
	return pass.Day != today || (pass.FinishedAt != nil && now.Sub(pass.StartedAt) >= passEvery)
}

// ask asks for the reminders that are due among loans. failed joins those that could not be written.
func (r *Remind) ask(ctx context.Context, tx pgx.Tx, falling []loan.DueLoan, today money.Date, now time.Time) (asked int, failed, err error) {
	due, err := r.due(ctx, tx, falling, today)
	if err != nil || len(due) == 0 {
		return 0, nil, err
	}
	if asked, err = insert(ctx, tx, now, due...); err == nil || ctx.Err() != nil {
		return asked, nil, err
	}
	// One of them cannot be written: the others must not wait for it.
	for _, reminder := range due {
		added, err := insert(ctx, tx, now, reminder)
		asked += added
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("remind: order %s: %w", reminder.OrderID, err))
		}
	}
	return asked, failed, nil
}

// due makes the reminders that loans are due today.
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
