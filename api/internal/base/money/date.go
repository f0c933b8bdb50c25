package money

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

// Date is a civil date: a day of a region's calendar, without time or time zone. The zero value means "no date": it is stored
// as NULL and written as JSON null. Dates can be compared with ==.
type Date struct {
	// ordinal is the number of the day, 1 for 0001-01-01; 0 means no date.
	ordinal int32
}

const (
	secondsOfDay = 24 * 60 * 60
	dateLayout   = "2006-01-02"
)

// dayZero is the day before ordinal 1, in Unix seconds. A time.Duration covers only 292 years; seconds cover the whole range.
var dayZero = time.Date(0, 12, 31, 0, 0, 0, 0, time.UTC).Unix()

// NewDate returns the date of a year, month and day; days past the end of the month overflow as in time.Date.
func NewDate(year int, month time.Month, day int) Date {
	return fromUTC(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// DateOf returns the date of t in t's own location: convert with t.In(region) first.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return NewDate(year, month, day)
}

// ParseDate parses exactly YYYY-MM-DD, and only dates that exist.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(dateLayout, s)
	if err != nil || t.Year() < 1 {
		return Date{}, fmt.Errorf("money: %q is not a date of the form YYYY-MM-DD", s)
	}
	return fromUTC(t), nil
}

// MustDate is ParseDate for constants; it panics on an error.
func MustDate(s string) Date {
	d, err := ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

func fromUTC(t time.Time) Date { return Date{ordinal: int32((t.Unix() - dayZero) / secondsOfDay)} }

// Time returns midnight UTC of the date, which is how PostgreSQL's date is represented in Go.
func (d Date) Time() time.Time { return time.Unix(dayZero+int64(d.ordinal)*secondsOfDay, 0).UTC() }

// In returns the first instant of the date in a location. It is not always 00:00, where clocks change at midnight.
func (d Date) In(loc *time.Location) time.Time {
	t := d.Time()
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, loc)
}

// IsZero reports whether d is "no date".
func (d Date) IsZero() bool { return d == Date{} }

// AddDays returns the date n days later. The zero date stays zero.
func (d Date) AddDays(n int) Date {
	if d.IsZero() {
		return d
	}
	return Date{ordinal: d.ordinal + int32(n)}
}

// DaysSince returns the number of days from o to d, negative if d is earlier.
func (d Date) DaysSince(o Date) int { return int(d.ordinal) - int(o.ordinal) }

// Before reports whether d < o.
func (d Date) Before(o Date) bool { return d.ordinal < o.ordinal }

// After reports whether d > o.
func (d Date) After(o Date) bool { return d.ordinal > o.ordinal }

// Compare returns -1, 0 or 1, for slices.SortFunc.
func (d Date) Compare(o Date) int {
	switch {
	case d.Before(o):
		return -1
	case d.After(o):
		return 1
	}
	return 0
}

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday { return d.Time().Weekday() }

// MonthEnd returns the last day of the date's month. The zero date stays zero.
func (d Date) MonthEnd() Date {
	if d.IsZero() {
		return d
	}
	t := d.Time()
	return NewDate(t.Year(), t.Month()+1, 0)
}

// Year returns the calendar year.
func (d Date) Year() int { return d.Time().Year() }

// String returns YYYY-MM-DD, or "" for the zero date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return d.Time().Format(dateLayout)
}

// MarshalJSON writes "YYYY-MM-DD", or null for the zero date.
func (d Date) MarshalJSON() ([]byte, error) {
	if d.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + d.String() + `"`), nil
}

// UnmarshalJSON reads "YYYY-MM-DD" or null.
func (d *Date) UnmarshalJSON(raw []byte) error {
	var s *string
	if err := json.Unmarshal(raw, &s); err != nil {
		return fmt.Errorf("money: a date must be a JSON string: %w", err)
	}
	if s == nil {
		*d = Date{}
		return nil
	}
	parsed, err := ParseDate(*s)
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

// UnmarshalText reads YYYY-MM-DD, for command-line flags and YAML.
func (d *Date) UnmarshalText(text []byte) error {
	parsed, err := ParseDate(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

// ScanDate reads a PostgreSQL date. It implements pgtype.DateScanner.
func (d *Date) ScanDate(v pgtype.Date) error {
	if !v.Valid {
		*d = Date{}
		return nil
	}
	if v.InfinityModifier != pgtype.Finite {
		return fmt.Errorf("money: a date must not be infinite")
	}
	*d = fromUTC(v.Time)
	return nil
}

// DateValue returns a PostgreSQL date. It implements pgtype.DateValuer.
func (d Date) DateValue() (pgtype.Date, error) {
	if d.IsZero() {
		return pgtype.Date{}, nil
	}
	return pgtype.Date{Time: d.Time(), Valid: true}, nil
}
