package region

import (
	"errors"
	"slices"
	"time"
)

// ReminderHours bounds the reminders: from From:00 until To:00 local time, at most PerDay a day.
type ReminderHours struct {
	From   int    `yaml:"from"`
	To     int    `yaml:"to"`
	PerDay int    `yaml:"perDay"`
	Basis  string `yaml:"basis"`
}

// Allows reports whether a reminder may go out at t.
func (h ReminderHours) Allows(t time.Time, zone *time.Location) bool {
	hour := t.In(zone).Hour()
	return hour >= h.From && hour < h.To
}

// Reminders says on which days a loan is reminded of.
type Reminders struct {
	// Days are counted from the due date: -3 is three days before it. They grow.
	Days []int `yaml:"days"`
	// AfterPaymentDays is how long nobody is reminded after a payment to the loan.
	AfterPaymentDays int `yaml:"afterPaymentDays"`
	// AfterProofDays is how long nobody is reminded who has sent a proof of payment that waits to be decided.
	AfterProofDays int `yaml:"afterProofDays"`
}

// Last is the last of the days up to a distance from the due date; false before the first.
func (r Reminders) Last(distance int) (day int, due bool) {
	for _, d := range r.Days {
		if d <= distance {
			day, due = d, true
		}
	}
	return day, due
}

// Service is what the operator promises a borrower who writes.
type Service struct {
	// ComplaintDays and MessageDays are the calendar days to an answer.
	ComplaintDays int `yaml:"complaintDays"`
	MessageDays   int `yaml:"messageDays"`
	// PromiseDays is how far after today, or after a due date to come, a borrower may promise to pay.
	PromiseDays int `yaml:"promiseDays"`
	// PlanDays is how long reminders rest for a request for a plan that is not decided, from when it, or the last
	// answer to it, was written.
	PlanDays int `yaml:"planDays"`
	// ReopenDays is how long after an answer a borrower may add to what they wrote.
	ReopenDays int    `yaml:"reopenDays"`
	Basis      string `yaml:"basis"`
}

func (r *Region) checkService() error {
	h, days := r.ReminderHours, r.Reminders.Days
	switch {
	case h.From < 0 || h.From >= h.To || h.To > 24 || h.PerDay < 1:
		return errors.New("reminderHours: from and to are hours of one day, perDay at least 1")
	case len(days) == 0 || !slices.IsSorted(days) || len(slices.Compact(slices.Clone(days))) != len(days):
		return errors.New("reminders: days must grow")
	case r.Reminders.AfterPaymentDays < 0 || r.Reminders.AfterProofDays < 1:
		return errors.New("reminders: a proof that waits needs days")
	case min(r.Service.ComplaintDays, r.Service.MessageDays, r.Service.PromiseDays, r.Service.PlanDays, r.Service.ReopenDays) < 1:
		return errors.New("service: answers, promises, plans and follow-ups need days")
	}
	return nil
}
