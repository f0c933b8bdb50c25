package remind

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// Why a reminder is not sent after all.
const (
	whyHours    = "outside_hours"
	whyDay      = "another_day"
	whyNothing  = "nothing_owed"
	whyMoved    = "due_date_moved"
	whyPaid     = "paid_lately"
	whyHardship = "hardship"
	whyProof    = "proof_waits"
	whyEnough   = "day_is_full"
	whyNobody   = "no_phone"
)

// waits are the pauses before a message that the provider has not taken is tried again, the last one over and over: until
// the day's hours end, when the reminder is dropped and made up for on the next day.
var waits = []time.Duration{time.Minute, 5 * time.Minute, 20 * time.Minute, time.Hour}

const (
	// remindersPerJob is how many reminders one job sends.
	remindersPerJob = 10
	// roomForOne is how long the sending of one message may take: a provider's time and some of the database's.
	roomForOne = 10 * time.Second
)

// SendAll sends reminders that nobody has taken up, one after the other; more tells that there was no time for all of them.
// One that the provider has not taken gets a job of its own, and one that fails keeps none of the others waiting.
func (r *Remind) SendAll(ctx context.Context, ids []uuid.UUID) (more bool, err error) {
	for _, id := range ids {
		// A message that is cut off may have left, and would never be sent again.
		if until, bounded := ctx.Deadline(); bounded && until.Sub(clock.Wall{}.Now()) < roomForOne {
			return true, err
		}
		err = errors.Join(err, r.sendFirst(ctx, id))
	}
	return false, err
}

// sendFirst sends a reminder that nobody has taken up.
func (r *Remind) sendFirst(ctx context.Context, id uuid.UUID) error {
	_, err := r.send(ctx, id, false, func(ctx context.Context, again time.Duration, why string) error {
		return postgres.InTx(ctx, r.Pool, func(ctx context.Context, tx pgx.Tx) error {
			if err := support.RequeueReminder(ctx, tx, id, why); err != nil {
				return err
			}
			return job.Insert(ctx, tx, job.Job{Args: SendArgs{ReminderID: id}, At: clock.Wall{}.Now().Add(again)})
		})
	})
	return err
}

// Send sends a reminder; again is when to try once more, 0 when there is nothing left to do. Whether it is sent is
// written down before it does, and only one that has certainly not left is tried again, so that nobody gets it twice.
// Whatever has changed since it was asked for stops it.
func (r *Remind) Send(ctx context.Context, id uuid.UUID) (again time.Duration, err error) {
	return r.send(ctx, id, true, func(ctx context.Context, _ time.Duration, why string) error {
		return support.RequeueReminder(ctx, r.Pool, id, why)
	})
}

// requeue writes that a reminder has certainly not left, why, and that it is tried again after a pause.
type requeue func(ctx context.Context, again time.Duration, why string) error

func (r *Remind) send(ctx context.Context, id uuid.UUID, repeats bool, requeue requeue) (again time.Duration, err error) {
	var message sms.Message
	var attempts int
	err = postgres.InTx(ctx, r.Pool, func(ctx context.Context, tx pgx.Tx) error {
		message = sms.Message{}
		reminder, taken, sent, err := support.BeginReminder(ctx, tx, id, repeats, r.Clock.Now())
		if err != nil || !taken {
			return err
		}
		details, why, err := r.look(ctx, tx, reminder, sent)
		if err != nil {
			return err
		}
		if why != "" {
			return support.DropReminder(ctx, tx, id, why)
		}
		message, err = r.write(ctx, tx, details)
		attempts = reminder.Attempts
		return err
	})
	if err != nil || message.Body == "" {
		return 0, err
	}
	failed := r.SMS.Send(ctx, message)
	// What became of it is written down even where the process is stopping.
	ctx, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	if errors.Is(failed, sms.ErrNotTaken) {
		again = waits[min(attempts, len(waits))-1]
		return again, requeue(ctx, again, text(failed))
	}
	return 0, errors.Join(support.FinishReminder(ctx, r.Pool, id, failed == nil, text(failed), r.Clock.Now()), refused(failed))
}

// text is an error for the record.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// refused keeps an error that somebody should hear of: that a provider does not deliver to a number is none.
func refused(err error) error {
	if errors.Is(err, sms.ErrRefused) {
		return nil
	}
	return err
}

// outgoing is a reminder that is to go out.
type outgoing struct {
	support.Reminder
	facts servicing.Facts
	reach member.Recipient
	// owed is what to pay: on the due date to come, or today; left are the days to the due date, negative when it is
	// over.
	owed money.Money
	left int
	now  time.Time
}

// look asks again whether there is something to be reminded of; why is what speaks against it.
func (r *Remind) look(ctx context.Context, tx pgx.Tx, reminder support.Reminder, sent int) (l outgoing, why string, err error) {
	l = outgoing{Reminder: reminder, now: r.Clock.Now()}
	today := r.Region.Today(l.now)
	switch hours := r.Region.ReminderHours; {
	case !hours.Allows(l.now, r.Region.TimeZone):
		return l, whyHours, nil
	case today != reminder.SendOn:
		return l, whyDay, nil
	case sent >= hours.PerDay:
		return l, whyEnough, nil
	}
	b := &pgx.Batch{}
	facts := servicing.Read(reminder.OrderID).Queue(b)
	resting := support.RemindersPaused([]uuid.UUID{reminder.OrderID}, r.Region, today).Queue(b)
	proving := repay.OpenProofs([]uuid.UUID{reminder.OrderID}, r.provingSince(today)).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return l, "", err
	}
	l.facts = facts.Get()
	if l.reach, err = member.RecipientByID(ctx, tx, reminder.MemberID); err != nil {
		return l, "", err
	}
	due := l.facts.Loan.DueDate
	l.left = due.DaysSince(today)
	asOf := today
	if l.left > 0 {
		asOf = due
	}
	l.owed = money.Of(l.facts.Replay(asOf).Owed.Total(), l.facts.Order.Currency)
	switch {
	case !l.facts.Loan.SettledOn.IsZero() || l.owed.Minor == 0:
		return l, whyNothing, nil
	case due != reminder.DueDate:
		return l, whyMoved, nil
	case resting.Get()[reminder.OrderID]:
		return l, whyHardship, nil
	case proving.Get()[reminder.OrderID]:
		return l, whyProof, nil
	case PaidLately(l.facts.Splits, today, r.Region.Reminders.AfterPaymentDays):
		return l, whyPaid, nil
	case l.reach.Phone == "":
		return l, whyNobody, nil
	}
	return l, "", nil
}

// PaidLately reports whether money came in for a loan within some days before today: who has just paid is left in peace.
func PaidLately(splits []repay.Split, today money.Date, days int) bool {
	for _, s := range splits {
		if s.State == repay.Posted && today.DaysSince(s.ValueDate) <= days {
			return true
		}
	}
	return false
}

// provingSince is the moment from which a proof of payment that waits to be decided keeps a loan in peace.
func (r *Remind) provingSince(today money.Date) time.Time {
	return today.AddDays(-r.Region.Reminders.AfterProofDays).In(r.Region.TimeZone)
}

// write puts the reminder into the inbox, once, and words the message.
func (r *Remind) write(ctx context.Context, tx pgx.Tx, l outgoing) (sms.Message, error) {
	args := []any{"no", l.facts.Order.OrderNo, "amount", l.owed, "date", l.DueDate, "count", max(l.left, -l.left)}
	kind := notify.Overdue
	switch {
	case l.left > 0:
		kind = notify.DueSoon
	case l.left == 0:
		kind = notify.DueToday
	}
	if l.Attempts == 1 {
		b := &pgx.Batch{}
		notify.QueueForOrder(b, l.facts.Order, kind, l.now, args[2:]...)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return sms.Message{}, err
		}
	}
	product := r.product(l.facts.Order.AppProductID)
	body := lang.PlainSpaces(reason.Named(append(args, "product", product.ProdName)...).Fill(messages.In(l.reach.Lang)[kind], l.reach.Lang))
	if base := strings.TrimRight(product.BaseURL, "/"); base != "" {
		token, err := r.Links(ctx, tx, l.MemberID, l.OrderID)
		if err != nil {
			return sms.Message{}, err
		}
		body += " " + base + "/m/repay/normal#" + token
	}
	return sms.Message{ID: l.ID.String(), Phone: phone.E164(r.Region, l.reach.Phone), Body: body}, nil
}
