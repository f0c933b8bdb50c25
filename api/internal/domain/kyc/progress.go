package kyc

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// State is how far a topic of the verification is.
type State string

// The states.
const (
	Todo     State = "todo"
	Begun    State = "draft"
	InReview State = "review"
	Done     State = "done"
)

// Progress is how far the topics are. A topic of which nothing was given is in none of the lists. One may be in several, such as
// one that was submitted and is edited again: Of tells which counts.
type Progress struct {
	Done, InReview, Begun []Topic
	// Name is as on the ID card; empty before the identity is proved.
	Name string
}

// submission is a row of the view topic_standing: something that a member gave for a topic.
type submission struct {
	Topic    Topic
	State    State
	DeviceID *uuid.UUID
	Name     string
}

// ProgressOf reads the progress of a member at an instant, as far as the device may see it.
func ProgressOf(member, device uuid.UUID, now time.Time) postgres.Query[Progress] {
	given := postgres.Rows[submission]("kyc: progress", `
		SELECT topic, state, device_id, name FROM topic_standing WHERE member_id = $1 AND (until IS NULL OR until > $2)`, member, now)
	return postgres.Then(given, func(given []submission) (Progress, error) { return progressOf(given, device), nil })
}

func progressOf(given []submission, device uuid.UUID) (p Progress) {
	proved := slices.ContainsFunc(given, func(g submission) bool { return g.Topic == Identity && g.State == Done })
	contacts := 0
	for _, g := range given {
		switch {
		case g.Topic == Identity && g.State == Done:
			p.Name = g.Name
			p.Done = append(p.Done, Identity)
		case !g.visible(device, proved):
		case g.State == Begun:
			p.Begun = append(p.Begun, g.Topic)
		case g.State == InReview:
			p.InReview = append(p.InReview, g.Topic)
		case g.Topic == Contacts:
			if contacts++; contacts == ContactsNeeded {
				p.Done = append(p.Done, Contacts)
			}
		default:
			p.Done = append(p.Done, g.Topic)
		}
	}
	return p
}

// visible reports whether a device may see what was given: cards and faces are of a proved member and of no device, and the
// carrier's sessions keep to ondevice.Visible.
func (g submission) visible(device uuid.UUID, proved bool) bool {
	switch {
	case g.Topic == Face, g.Topic == BankCard && g.State != Begun:
		return true
	case g.Topic == Opt && g.DeviceID != nil:
		return *g.DeviceID == device
	default:
		return visible(g.DeviceID, device, proved)
	}
}

// Of is the state of a topic.
func (p Progress) Of(t Topic) State {
	switch {
	case slices.Contains(p.Done, t):
		return Done
	case slices.Contains(p.InReview, t):
		return InReview
	case slices.Contains(p.Begun, t):
		return Begun
	default:
		return Todo
	}
}
