package ops

import "fmt"

// days is the number of days that a command looks back or moves forward. A number that is too large would overflow the
// calendar, and one below 1 would select nothing and look like an empty result.
type days int

// maxDays is a hundred years.
const maxDays = 36_525

// Validate refuses a number out of bounds.
func (d days) Validate() error { return within(int(d), maxDays) }

// within refuses a flag that is not 1 to most.
func within(n, most int) error {
	if n < 1 || n > most {
		return fmt.Errorf("%d: must be 1 to %d", n, most)
	}
	return nil
}
