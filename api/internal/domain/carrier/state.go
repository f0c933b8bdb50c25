// Package carrier keeps a borrower's sessions with their mobile carrier: to prove that their number is theirs, or to open an
// account there. A password or a code is never among what it is given.
package carrier

// State is how far a session is.
type State string

// The states of a session. Starting, Code and Waiting are running; a borrower has one of these at a time.
const (
	// Starting: the carrier has been asked, and nobody knows yet what it says.
	Starting State = "starting"
	// Code: the carrier has texted a code and waits for it.
	Code State = "code"
	// Waiting: the carrier works on it.
	Waiting   State = "waiting"
	Succeeded State = "succeeded"
	Failed    State = "failed"
	// Expired: it took too long. What the carrier says later still counts: not to know is not to fail.
	Expired State = "expired"
	// Replaced: the borrower began anew.
	Replaced State = "replaced"
)

// Running reports whether the session goes on.
func (s State) Running() bool { return s == Starting || s == Code || s == Waiting }

// Event is what happens to a session.
type Event string

// The events.
const (
	Opened Event = "opened"
	// CodeSent: the carrier texted a code, or another one.
	CodeSent Event = "code_sent"
	// CodeUnsent: the other code did not go out after all.
	CodeUnsent Event = "code_unsent"
	CodeWrong  Event = "code_wrong"
	Taken      Event = "taken"
	Confirmed  Event = "confirmed"
	Refused    Event = "refused"
	TimedOut   Event = "timed_out"
	BegunAnew  Event = "begun_anew"
)

// Transition is one allowed step.
type Transition struct {
	From  State
	Event Event
	To    State
}

// Transitions is the whole state machine.
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

// Next is where an event leads from a state; false when it cannot happen there.
func Next(from State, e Event) (State, bool) {
	for _, t := range Transitions {
		if t.From == from && t.Event == e {
			return t.To, true
		}
	}
	return from, false
}
