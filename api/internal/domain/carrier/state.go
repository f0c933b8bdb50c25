// Package carrier stores a borrower's sessions with their mobile carrier, which prove that the number is theirs or open an
// account. Passwords and codes are never passed to it.
package carrier

// State is the state of a session.
type State string

// The states of a session. Starting, Code and Waiting are running states; a member can have only one running session.
const (
	// Starting: the carrier has been asked and has not answered yet.
	Starting State = "starting"
	// Code: the carrier has sent a code by SMS and waits for it.
	Code State = "code"
	// Waiting: the carrier is working on the request.
	Waiting   State = "waiting"
	Succeeded State = "succeeded"
	Failed    State = "failed"
	// Expired: the deadline has passed. A later result of the carrier still counts, because an unknown result is not a failure.
	Expired State = "expired"
	// Replaced: the borrower started a new session.
	Replaced State = "replaced"
)

// Running reports whether the session is in a running state.
func (s State) Running() bool { return s == Starting || s == Code || s == Waiting }

// Event is a type of event of a session.
type Event string

// The events of a session.
const (
	Opened Event = "opened"
	// CodeSent: the carrier sent a code, or another one.
	CodeSent Event = "code_sent"
	// CodeUnsent: the additional code was not sent after all.
	CodeUnsent Event = "code_unsent"
	CodeWrong  Event = "code_wrong"
	Taken      Event = "taken"
	Confirmed  Event = "confirmed"
	Refused    Event = "refused"
	TimedOut   Event = "timed_out"
	BegunAnew  Event = "begun_anew"
)

// Transition is an allowed step.
type Transition struct {
	From  State
	Event Event
	To    State
}

// Transitions is the complete state machine.
var Transitions = []Transition{
	{"", Opened, Starting},
	{Starting, CodeSent, Code},
	{Starting, Taken, Waiting},
	{Starting, Confirmed, Succeeded},
	{Starting, Refused, Failed},
	{Starting, TimedOut, Expired},
	{Code, CodeSent, Code},
	{Code, CodeUnsent, Code},
	{Code, CodeWrong, Code},
	{Code, Taken, Waiting},
	{Code, Confirmed, Succeeded},
	{Code, Refused, Failed},
	{Code, TimedOut, Expired},
	{Code, BegunAnew, Replaced},
	{Waiting, CodeSent, Code},
	{Waiting, Confirmed, Succeeded},
	{Waiting, Refused, Failed},
	{Waiting, TimedOut, Expired},
	{Expired, Confirmed, Succeeded},
	{Expired, Refused, Failed},
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
