package face

// State is where a check stands.
type State string

// The states.
const (
	// Opened: the nonce waits for the device's signature.
	Opened State = "opened"
	// Running: a step is in hand.
	Running State = "running"
	// Done: every step has passed; the verdict has not been asked for.
	Done State = "done"
	// Passed and Failed are the ends.
	Passed State = "passed"
	Failed State = "failed"
)

// Ended reports whether nothing more happens to the check.
func (s State) Ended() bool { return s == Passed || s == Failed }

// Event is what happens to a check.
type Event string

// The events.
const (
	Begun      Event = "begun"
	StepPassed Event = "step_passed"
	StepAgain  Event = "step_again"
	// LastPassed is the StepPassed of the last step.
	LastPassed Event = "last_passed"
	// Refused: nobody living, or not the same person, or too many tries.
	Refused Event = "refused"
	// Matched: the verdict is a pass.
	Matched Event = "matched"
	// Unmatched: the verdict is none.
	Unmatched Event = "unmatched"
	// TimedOut: nobody went on in time.
	TimedOut Event = "timed_out"
	// Unavailable: nobody judged.
	Unavailable Event = "unavailable"
	// GivenUp: another check was opened on the device.
	GivenUp Event = "given_up"
)

// Transition is one allowed step of a check.
type Transition struct {
	From  State
	Event Event
	To    State
}

// Transitions is the whole state machine.
var Transitions = []Transition{
	{Opened, Begun, Running},
	{Opened, TimedOut, Failed},
	{Opened, Unavailable, Failed},
	{Opened, GivenUp, Failed},
	{Running, StepPassed, Running},
	{Running, StepAgain, Running},
	{Running, LastPassed, Done},
	{Running, Refused, Failed},
	{Running, TimedOut, Failed},
	{Running, Unavailable, Failed},
	{Running, GivenUp, Failed},
	{Done, Matched, Passed},
	{Done, Unmatched, Failed},
	{Done, TimedOut, Failed},
	{Done, Unavailable, Failed},
	{Done, GivenUp, Failed},
}

// Next is where an event leads from a state; false when the event cannot happen there.
func Next(from State, e Event) (State, bool) {
	for _, t := range Transitions {
		if t.From == from && t.Event == e {
			return t.To, true
		}
	}
	return from, false
}

// Result is why a check failed.
type Result string

// The results. Those of specification 8 are named by their codes.
const (
	NoResult  Result = ""
	NotPassed Result = "not_passed"
	// StepUp: alike, and not enough; the SMS code decides.
	StepUp Result = "step_up"
	// InReview: a person compares first.
	InReview     Result = "review"
	OutOfTime    Result = "003"
	SystemFailed Result = "000"
	Abandoned    Result = "given_up"
)

// Counts reports whether the result counts against the limits: time that ran out and a service that failed are nobody's
// failure.
func (r Result) Counts() bool { return r == NotPassed || r == StepUp }
