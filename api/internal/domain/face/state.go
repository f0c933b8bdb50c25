package face

// State is the state of a check.
type State string

// The states of a check.
const (
	// Opened: the check waits for the device's signature of the nonce.
	Opened State = "opened"
	// Running: a step is in progress.
	Running State = "running"
	// Done: every step has passed and there is no verdict yet.
	Done State = "done"
	// Passed and Failed are final.
	Passed State = "passed"
	Failed State = "failed"
)

// Ended reports whether the state is final.
func (s State) Ended() bool { return s == Passed || s == Failed }

// Event is a type of event of a check.
type Event string

// The events of a check.
const (
	Begun      Event = "begun"
	StepPassed Event = "step_passed"
	StepAgain  Event = "step_again"
	// LastPassed replaces StepPassed for the last step.
	LastPassed Event = "last_passed"
	// Refused: no living person, not the same person, or too many tries.
	Refused Event = "refused"
	// Matched: the verdict is that the check passes.
	Matched Event = "matched"
	// Unmatched: the verdict is that the check does not pass.
	Unmatched Event = "unmatched"
	// TimedOut: a deadline passed.
	TimedOut Event = "timed_out"
	// Unavailable: no service judged the check.
	Unavailable Event = "unavailable"
	// GivenUp: the device opened another check.
	GivenUp Event = "given_up"
)

// Transition is an allowed step of a check.
type Transition struct {
	From  State
	Event Event
	To    State
}

// Transitions is the complete state machine.
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

// Next returns the state after an event, and false if the event is not allowed in the current state.
func Next(from State, e Event) (State, bool) {
	for _, t := range Transitions {
		if t.From == from && t.Event == e {
			return t.To, true
		}
	}
	return from, false
}

// Result is the reason why a check failed.
type Result string

// The results. OutOfTime and SystemFailed are the codes of spec 8.
const (
	NoResult  Result = ""
	NotPassed Result = "not_passed"
	// StepUp: the faces are similar, but not enough. The SMS code decides.
	StepUp Result = "step_up"
	// InReview: a person has to compare the faces first.
	InReview     Result = "review"
	OutOfTime    Result = "003"
	SystemFailed Result = "000"
	Abandoned    Result = "given_up"
)

// Counts reports whether the result counts towards the limits. Timeouts and failures of the service do not.
func (r Result) Counts() bool { return r == NotPassed || r == StepUp }
