package region

import (
	"errors"
	"slices"
	"time"
)

// ReminderHours limits reminders: from From:00 until To:00 local time, at most PerDay per day.
type ReminderHours struct {
	From   int    `yaml:"from"`
	To     int    `yaml:"to"`
	PerDay int    `yaml:"perDay"`
	Basis  string `yaml:"basis"`
}

// Allows reports whether a reminder may be sent at t.
func (h ReminderHours) Allows(t time.Time, zone *time.Location) bool {
	hour := t.In(zone).Hour()
	return hour >= h.From && hour < h.To
}

// Reminders configures on which days borrowers are reminded of a loan.
type Reminders struct {
	// Days are relative to the due date: -3 is three days before it. They are in ascending order.
	Days []int `yaml:"days"`
	// AfterPaymentDays is how many days no reminder is sent after a payment to the loan.
	AfterPaymentDays int `yaml:"afterPaymentDays"`
	// AfterProofDays is how many days no reminder is sent while a proof of payment waits for a decision.
	AfterProofDays int `yaml:"afterProofDays"`
}

// Last returns the last reminder day at or before a distance in days from the due date; due is false if there is none.
func (r Reminders) Last(distance int) (day int, due bool) {
	for _, d := range r.Days {
		if d <= distance {
			day, due = d, true
		}
	}
	return day, due
}

// Service is the operator's promise about answering borrowers.
type Service struct {
	// ComplaintDays and MessageDays are the calendar days until an answer.
	ComplaintDays int `yaml:"complaintDays"`
	MessageDays   int `yaml:"messageDays"`
	// PromiseDays is how many days after today, or after a future due date, a borrower may promise to pay.
	PromiseDays int `yaml:"promiseDays"`
	// PlanDays is how many days reminders pause for an undecided request for a payment plan, counted from the request or from
	// the latest answer to it.
	PlanDays int `yaml:"planDays"`
	// ReopenDays is how many days after an answer a borrower may add to their message.
	ReopenDays int    `yaml:"reopenDays"`
	Basis      string `yaml:"basis"`
}

func (r *Region) checkService() error {
	h, days := r.ReminderHours, r.Reminders.Days
	switch {
	case h.From < 0 || h.From >= h.To || h.To > 24 || h.PerDay < 1:
		return errors.New("reminderHours: from and to are hours of one day, perDay at least 1")
	case len(days) == 0 || !slices.IsSorted(days) || len(slices.Compact(slices.Clone(days))) != len(days):
		return errors.New("reminders: days must increase")
	case r.Reminders.AfterPaymentDays < 0 || r.Reminders.AfterProofDays < 1:
		return errors.New("reminders: a pending proof needs days")
	case min(r.Service.ComplaintDays, r.Service.MessageDays, r.Service.PromiseDays, r.Service.PlanDays, r.Service.ReopenDays) < 1:
		return errors.New("service: answers, promises, plans and follow-ups need days")
	}
	return nil
}
