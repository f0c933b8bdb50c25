package face

import "time"

// Limits are how often a check may fail. They count log-ins, cards and enrolments together, and run on wall time.
type Limits struct {
	// After WaitAfter failures in a row on a device each further try waits for Wait.
	WaitAfter int
	Wait      time.Duration
	// After PauseAfter in a row, or PauseAfter within PauseWithin, the device has SMS alone for Pause.
	PauseAfter  int
	PauseWithin time.Duration
	Pause       time.Duration
	// After PerDay on one business day the account has SMS alone until the next.
	PerDay int
	// PerEnrolment without a success between end the enrolment.
	PerEnrolment int
}

// Outcome is how one check on a device went.
type Outcome struct {
	At     time.Time
	Passed bool
}

// Allowance is whether another check may begin.
type Allowance struct {
	// SMSOnly: until Until only the SMS code is left. Otherwise the next check may begin at Until.
	SMSOnly bool
	Until   time.Time
	// Left is how many failures the account has left today.
	Left int
}

// Open reports whether a check may begin.
func (a Allowance) Open(now time.Time) bool { return !now.Before(a.Until) }

// Wait is how long a check may not begin.
func (a Allowance) Wait(now time.Time) time.Duration { return max(0, a.Until.Sub(now)) }

// Allowance judges the outcomes of a device, the newest first, and the failures of the account today, which ends at
// tomorrow.
func (l Limits) Allowance(device []Outcome, today int, tomorrow, now time.Time) Allowance {
	s := Allowance{Left: max(0, l.PerDay-today)}
	pause := l.pause(device)
	if today >= l.PerDay && tomorrow.After(pause) {
		pause = tomorrow
	}
	if pause.After(now) {
		s.SMSOnly, s.Until = true, pause
		return s
	}
	if run := inARow(device); run >= l.WaitAfter {
		s.Until = device[0].At.Add(l.Wait)
	}
	return s
}

// pause is the end of the latest pause of a device; in the past when it has none.
func (l Limits) pause(device []Outcome) time.Time {
	var until time.Time
	later := func(from time.Time) {
		if end := from.Add(l.Pause); end.After(until) {
			until = end
		}
	}
	if inARow(device) >= l.PauseAfter {
		later(device[0].At)
	}
	var failures []time.Time
	for _, o := range device {
		if !o.Passed {
			failures = append(failures, o.At)
		}
	}
	for i := 0; i+l.PauseAfter-1 < len(failures); i++ {
		if failures[i].Sub(failures[i+l.PauseAfter-1]) <= l.PauseWithin {
			later(failures[i])
		}
	}
	return until
}

// inARow counts the failures since the last success.
func inARow(device []Outcome) int {
	for i, o := range device {
		if o.Passed {
			return i
		}
	}
	return len(device)
}
