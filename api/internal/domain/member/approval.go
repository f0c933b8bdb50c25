package member

import (
	"time"

	"github.com/google/uuid"
)

// ApprovalState is the state of a new device's request for approval.
type ApprovalState string

// The states of an approval.
const (
	ApprovalWaiting  ApprovalState = "waiting"
	ApprovalApproved ApprovalState = "approved"
	ApprovalRefused  ApprovalState = "refused"
	// ApprovalFailed means that wrong digits were entered too often.
	ApprovalFailed ApprovalState = "failed"
	// ApprovalExpired means that no one answered in time, or that the device was logged out or gave the second fact in the meantime.
	ApprovalExpired ApprovalState = "expired"
)

const (
	// ApprovalLife is how long a request waits for an answer, ApprovalTries how often wrong digits may be entered.
	ApprovalLife  = 5 * time.Minute
	ApprovalTries = 3
	// ApprovalsPerDay is the maximum number of requests per member in 24 hours, so that someone who only has the number cannot
	// annoy the member.
	ApprovalsPerDay = 3
	// QuestionPause is how long after a refusal the second fact is not asked for, once no more requests can be made. It is
	// limited, because the one who refuses may be a thief with the old phone.
	QuestionPause = time.Hour

	approvalDigits = 2
	// approvalDay is the period of ApprovalsPerDay.
	approvalDay = 24 * time.Hour
)

// Approval is a new device's request for approval by a trusted device.
type Approval struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	DeviceID uuid.UUID
	// Label is the new device's user agent.
	Label string
	// Digits are shown on the new device and entered on the trusted one.
	Digits string
	// Address is the IP address of the request, Network the network that it shares with its neighbours.
	Address string
	Network string
	State   ApprovalState
	Tries   int
	// AskedAt, ExpiresAt and AnsweredAt are in business time.
	AskedAt    time.Time
	ExpiresAt  time.Time
	AnsweredAt *time.Time
	// AnsweredBy is the device that answered.
	AnsweredBy *uuid.UUID
}

// StateAt returns the state at a time. A request whose time is over is expired, even if the stored state is still waiting.
func (a Approval) StateAt(now time.Time) ApprovalState {
	if a.State == ApprovalWaiting && !now.Before(a.ExpiresAt) {
		return ApprovalExpired
	}
	return a.State
}

// TrustOptions are the ways in which a new device can become trusted at a given time.
type TrustOptions struct {
	Now time.Time
	// Reachable reports whether another trusted device of the member is logged in.
	Reachable bool
	// Own is the newest request of this login, or nil if there is none.
	Own *Approval
	// Busy is when the waiting request of another device expires, or zero if there is none.
	Busy time.Time
	// NextAsk is when the next request may be made, or zero if one may be made now (unless another one is waiting).
	NextAsk time.Time
	// Question reports whether the device may give the characters of the ID number.
	Question bool
}

// trustOptionsOf computes the options from the member's requests of the last day, newest first. Others may know the characters of
// an ID number. They are therefore accepted only if no trusted device is logged in, if no one answered a request of this login, or
// if no more requests can be made, and not while a request of this login is waiting.
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
