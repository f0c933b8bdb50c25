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

// Reasons why a reminder is not sent.
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

// waits are the pauses before the retries of a message that the provider did not accept. The last one is repeated until
// the day's hours end; then the reminder is dropped, and a new one is sent the next day.
var waits = []time.Duration{time.Minute, 5 * time.Minute, 20 * time.Minute, time.Hour}

const (
	// remindersPerJob is the number of reminders per job.
	remindersPerJob = 10
	// maxSendTime is the maximum time to send one message: the provider's time and some of the database's.
	maxSendTime = 10 * time.Second
)

// SendAll sends reminders that were not started yet, one after the other. more reports that the time did not suffice
// for all. A reminder that the provider did not accept gets a job of its own, and one that fails does not block the
// others.
func (r *Remind) SendAll(ctx context.Context, ids []uuid.UUID) (more bool, err error) {
	for _, id := range ids {
		// A message that is interrupted may have been sent, so it would never be retried.
		if until, bounded := ctx.Deadline(); bounded && until.Sub(clock.Wall{}.Now()) < maxSendTime {
			return true, err
		}
		err = errors.Join(err, r.sendFirst(ctx, id))
	}
	return false, err
}

// sendFirst sends a reminder that was not started yet.
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

// Send sends a reminder. again is when to retry; 0 if nothing is left to do. The attempt is recorded before the message
// is sent, and only a message that was certainly not sent is retried, so that nobody gets it twice. A reminder that no
// longer applies is dropped.
func (r *Remind) Send(ctx context.Context, id uuid.UUID) (again time.Duration, err error) {
	return r.send(ctx, id, true, func(ctx context.Context, _ time.Duration, why string) error {
		return support.RequeueReminder(ctx, r.Pool, id, why)
	})
}

// requeue records that a reminder was certainly not sent, and why, and that it is retried after a pause.
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
	// The result is recorded even while the process is stopping.
	ctx, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	if errors.Is(failed, sms.ErrNotTaken) {
		again = waits[min(attempts, len(waits))-1]
		return again, requeue(ctx, again, text(failed))
	}
	return 0, errors.Join(support.FinishReminder(ctx, r.Pool, id, failed == nil, text(failed), r.Clock.Now()), refused(failed))
}

// text returns the text of an error for the record.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// refused returns the error if an operator should see it. A provider that does not deliver to a number is no such
// error.
func refused(err error) error {
	if errors.Is(err, sms.ErrRefused) {
		return nil
	}
	return err
}

// outgoing is a reminder that is about to be sent.
type outgoing struct {
	support.Reminder
	facts servicing.Facts
	reach member.Recipient
	// owed is the amount to pay: that of the coming due date, or of today. left is the number of days until the due
	// date; negative when overdue.
	owed money.Money
	left int
	now  time.Time
}

// look checks again whether the reminder applies. why is the reason against it; empty if it applies.
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

// PaidLately reports whether a payment for a loan came in within the given number of days before today. Such a borrower
// gets no reminder.
func PaidLately(splits []repay.Split, today money.Date, days int) bool {
	for _, s := range splits {
		if s.State == repay.Posted && today.DaysSince(s.ValueDate) <= days {
			return true
		}
	}
	return false
}

// provingSince returns the moment since which an undecided proof of payment suspends the reminders of a loan.
func (r *Remind) provingSince(today money.Date) time.Time {
	return today.AddDays(-r.Region.Reminders.AfterProofDays).In(r.Region.TimeZone)
}

// write adds the reminder to the inbox, once, and writes the message.
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
