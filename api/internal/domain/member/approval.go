package member

import (
	"time"

	"github.com/google/uuid"
)

// ApprovalState is where a new device's request to be let in stands.
type ApprovalState string

// The states.
const (
	ApprovalWaiting  ApprovalState = "waiting"
	ApprovalApproved ApprovalState = "approved"
	ApprovalRefused  ApprovalState = "refused"
	// ApprovalFailed: the digits were wrong too often.
	ApprovalFailed ApprovalState = "failed"
	// ApprovalExpired: nobody answered in time, or the device was logged out or has named the second fact meanwhile.
	ApprovalExpired ApprovalState = "expired"
)

const (
	// ApprovalLife is how long a request waits for its answer, ApprovalTries how often its digits may be named wrongly.
	ApprovalLife  = 5 * time.Minute
	ApprovalTries = 3
	// ApprovalsPerDay is how often the devices of a member are asked in 24 hours: who has the number only cannot annoy
	// the member.
	ApprovalsPerDay = 3
	// QuestionPause is how long after a refusal the question stays shut once no request can be made any more. It is not
	// shut for good: who refuses may be a thief who holds the old phone.
	QuestionPause = time.Hour

	approvalDigits = 2
	// approvalDay is the span of ApprovalsPerDay.
	approvalDay = 24 * time.Hour
)

// Approval is a new device's request to be let in.
type Approval struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	DeviceID uuid.UUID
	// Label is the new device's user agent.
	Label string
	// Digits are shown by the new device and named on the trusted one.
	Digits string
	// Address is where it was asked from, Network the part of it that its neighbours share.
	Address string
	Network string
	State   ApprovalState
	Tries   int
	// AskedAt, ExpiresAt and AnsweredAt are business time.
	AskedAt    time.Time
	ExpiresAt  time.Time
	AnsweredAt *time.Time
	// AnsweredBy is the device that answered.
	AnsweredBy *uuid.UUID
}

// StateAt is the state at a time: a request whose time is over waits no longer, whether or not that was written down.
func (a Approval) StateAt(now time.Time) ApprovalState {
	if a.State == ApprovalWaiting && !now.Before(a.ExpiresAt) {
		return ApprovalExpired
	}
	return a.State
}

// TrustOptions are how a new device may become trusted, at a moment.
type TrustOptions struct {
	Now time.Time
	// Reachable reports whether a trusted device of the member is logged in.
	Reachable bool
	// Own is the newest request of this log-in; nil when it made none.
	Own *Approval
	// Busy is the end of another device's request that waits; zero when none does.
	Busy time.Time
	// NextAsk is when another request may be made; zero when it may at once, as far as none waits.
	NextAsk time.Time
	// Question reports whether the characters of the ID are asked for.
	Question bool
}

// trustOptionsOf decides from the requests of the member's last day, the newest first. The characters of an ID are knowledge
// that others may have: they are asked for where no trusted device is logged in, where one has been asked by this log-in and
// nobody answered, and where no more requests can be made; not while one may still answer.
func trustOptionsOf(s Session, reachable bool, asked []Approval, now time.Time) TrustOptions {
	w := TrustOptions{Now: now, Reachable: reachable}
	open, refused := false, time.Time{}
	for _, a := range asked {
		state := a.StateAt(now)
		switch {
		case a.DeviceID == s.DeviceID && (state == ApprovalWaiting || !a.AskedAt.Before(s.OpenedAt)):
			if w.Own == nil {
				w.Own = &a
			}
			open = open || state == ApprovalExpired
		case state == ApprovalWaiting:
			w.Busy = a.ExpiresAt
		}
		if state == ApprovalRefused && a.AnsweredAt.After(refused) {
			refused = *a.AnsweredAt
		}
	}
	if len(asked) >= ApprovalsPerDay {
		w.NextAsk = asked[ApprovalsPerDay-1].AskedAt.Add(approvalDay)
		open = open || now.Sub(refused) >= QuestionPause
	}
	waits := w.Own != nil && w.Own.StateAt(now) == ApprovalWaiting
	w.Question = !reachable || open && !waits
	return w
}
