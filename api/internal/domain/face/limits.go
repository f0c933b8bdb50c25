package face

import "time"

// Limits are the limits on failed checks. They count logins, cards and enrolments together and use wall time.
type Limits struct {
	// After WaitAfter failures in a row on a device, each further check waits for Wait.
	WaitAfter int
	Wait      time.Duration
	// After PauseAfter failures in a row, or PauseAfter within PauseWithin, the device can use only SMS for Pause.
	PauseAfter  int
	PauseWithin time.Duration
	Pause       time.Duration
	// After PerDay failures on one business day, the account can use only SMS until the next day.
	PerDay int
	// PerEnrolment failures without a success in between end the enrolment.
	PerEnrolment int
}

// Outcome is the outcome of one check on a device.
type Outcome struct {
	At     time.Time
	Passed bool
}

// Allowance says when another check may begin.
type Allowance struct {
	// SMSOnly means that only the SMS code is allowed until Until. Otherwise the next check may begin at Until.
	SMSOnly bool
	Until   time.Time
	// Left is the number of failures that the account has left today.
	Left int
}

// Open reports whether a check may begin.
func (a Allowance) Open(now time.Time) bool { return !now.Before(a.Until) }

// Wait returns how long no check may begin.
func (a Allowance) Wait(now time.Time) time.Duration { return max(0, a.Until.Sub(now)) }

// Allowance evaluates the outcomes of a device, newest first, and the account's number of failures today. tomorrow is the start of
// the next business day.
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

// pause returns the end of a device's latest pause. It is in the past if there is none.
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

// inARow returns the number of failures since the last success.
func inARow(device []Outcome) int {
	for i, o := range device {
		if o.Passed {
			return i
		}
	}
	return len(device)
}
