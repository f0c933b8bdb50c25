package region

import (
	"fmt"
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Holiday is a day on which banks are closed. Expected marks a holiday that the authority had not yet published.
type Holiday struct {
	Date     money.Date `yaml:"date"`
	Name     string     `yaml:"name"`
	Expected bool       `yaml:"expected"`
}

// WorkingDay reports whether banks are open: the day is neither a weekly rest day nor a holiday, or is an exchanged working
// day.
func (r *Region) WorkingDay(d money.Date) bool {
	if r.open[d] {
		return true
	}
	return !r.restDays[d.Weekday()] && !r.closed[d]
}

// NextWorkingDay returns d, or the first working day after it: a payment that falls due on a rest day is due then.
func (r *Region) NextWorkingDay(d money.Date) money.Date {
	for !r.WorkingDay(d) {
		d = d.AddDays(1)
	}
	return d
}

// CalendarUntil returns the last day that the calendar covers: the end of the year of its last holiday. Later days count as
// working days unless they are weekly rest days.
func (r *Region) CalendarUntil() money.Date {
	last := money.Date{}
	for _, h := range r.Holidays {
		if last.Before(h.Date) {
			last = h.Date
		}
	}
	return money.MustDate(fmt.Sprintf("%04d-12-31", last.Time().Year()))
}

// CalendarEnds reports whether loans made soon may fall due on days that the calendar does not cover: it ends within a year of
// today.
func (r *Region) CalendarEnds(today money.Date) bool {
	return r.CalendarUntil().Before(today.AddDays(money.YearDays))
}

func (r *Region) buildCalendar() error {
	r.restDays = map[time.Weekday]bool{}
	for _, name := range r.WeeklyRest {
		day, ok := weekday(name)
		if !ok {
			return fmt.Errorf("%q is not a day of the week", name)
		}
		r.restDays[day] = true
	}
	if len(r.restDays) == 7 {
		return fmt.Errorf("the week has no working day")
	}
	r.closed = make(map[money.Date]bool, len(r.Holidays))
	for _, h := range r.Holidays {
		if r.closed[h.Date] {
			return fmt.Errorf("holiday %s is listed twice", h.Date)
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
