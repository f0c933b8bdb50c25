package appproduct

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Hours are a daily time span on some weekdays; if empty, the service is never open.
type Hours struct {
	// Days are English names of weekdays.
	Days []string `yaml:"days"`
	// From and To are like "08:00" and "18:00", of the same day: From is before To.
	From string `yaml:"from"`
	To   string `yaml:"to"`
}

const clockForm = "15:04"

// Open reports whether a local time is within the hours.
func (h Hours) Open(local time.Time) bool {
	at := local.Format(clockForm)
	return slices.Contains(h.Weekdays(), local.Weekday()) && at >= h.From && at < h.To
}

// Weekdays returns the days, Monday first.
func (h Hours) Weekdays() []time.Weekday {
	var days []time.Weekday
	for n := 1; n <= 7; n++ {
		day := time.Weekday(n % 7)
		if slices.ContainsFunc(h.Days, func(name string) bool { return strings.EqualFold(name, day.String()) }) {
			days = append(days, day)
		}
	}
	return days
}

func (h Hours) check() error {
	if len(h.Days) == 0 {
		return nil
	}
	if len(h.Weekdays()) != len(h.Days) {
		return fmt.Errorf("serviceHours: %v are not days of the week", h.Days)
	}
	for _, at := range []string{h.From, h.To} {
		if t, err := time.Parse(clockForm, at); err != nil || t.Format(clockForm) != at {
			return fmt.Errorf("serviceHours: %q is not a time like 08:00", at)
		}
	}
	if h.From >= h.To {
		return fmt.Errorf("serviceHours: from %q is not before to %q of the same day", h.From, h.To)
	}
	return nil
}
