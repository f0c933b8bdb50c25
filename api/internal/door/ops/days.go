package ops

import "fmt"

// days is how many days a command is to look back over, or go on by. What is beyond all calendars wraps round, and what is below one looks
// at nothing, which reads as if there were nothing.
type days int

// mostDays are a hundred years.
const mostDays = 36_525

// Validate refuses the others.
func (d days) Validate() error {
	if d < 1 || d > mostDays {
		return fmt.Errorf("%d: 1 to %d", d, mostDays)
	}
	return nil
}
