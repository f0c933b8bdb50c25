package region

import (
	"fmt"
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Holiday is a day on which banks are closed. Expected marks one that the authority had not published yet.
type Holiday struct {
	Date     money.Date `yaml:"date"`
	Name     string     `yaml:"name"`
	Expected bool       `yaml:"expected"`
}

// WorkingDay reports whether banks work: no weekly rest day and no holiday, or a rest day that was exchanged for one.
func (r *Region) WorkingDay(d money.Date) bool {
	if r.open[d] {
		return true
	}
	return !r.restDays[d.Weekday()] && !r.closed[d]
}

// NextWorkingDay is d itself, or the first working day after it: what falls due on a day of rest is due then.
func (r *Region) NextWorkingDay(d money.Date) money.Date {
	for !r.WorkingDay(d) {
		d = d.AddDays(1)
	}
	return d
}

// CalendarUntil is the last day that the calendar knows: the end of the year of its last holiday. Days after it count as
// working days unless they are the week's rest.
func (r *Region) CalendarUntil() money.Date {
	last := money.Date{}
	for _, h := range r.Holidays {
		if last.Before(h.Date) {
			last = h.Date
		}
	}
	return money.MustDate(fmt.Sprintf("%04d-12-31", last.Time().Year()))
}

// CalendarEnds reports whether loans made soon may fall due on days that the calendar does not know: within a year of
// today.
func (r *Region) CalendarEnds(today money.Date) bool {
	return r.CalendarUntil().Before(today.AddDays(money.YearDays))
}

func (r *Region) buildCalendar() error {
	r.restDays = map[time.Weekday]bool{}
	for _, name := range r.WeeklyRest {
		day, ok := weekday(name)
		if !ok {
			return fmt.Errorf("%q is no day of the week", name)
		}
		r.restDays[day] = true
	}
	if len(r.restDays) == 7 {
		return fmt.Errorf("a week without a working day")
	}
	r.closed = make(map[money.Date]bool, len(r.Holidays))
	for _, h := range r.Holidays {
		if r.closed[h.Date] {
			return fmt.Errorf("holiday %s stands twice", h.Date)
		}
		r.closed[h.Date] = true
	}
	r.open = make(map[money.Date]bool, len(r.WorkingDays))
	for _, d := range r.WorkingDays {
		if r.closed[d] {
			return fmt.Errorf("%s is both a holiday and a working day", d)
		}
		r.open[d] = true
	}
	return nil
}

func weekday(name string) (time.Weekday, bool) {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.EqualFold(d.String(), name) {
			return d, true
		}
	}
	return 0, false
}
