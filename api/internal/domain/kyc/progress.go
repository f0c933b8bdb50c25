package kyc

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// State is the state of a topic of the verification.
type State string

// The states of a topic.
const (
	Todo     State = "todo"
	Begun    State = "draft"
	InReview State = "review"
	Done     State = "done"
)

// Progress holds the states of the topics. A topic without any data is in none of the lists. A topic may be in several, for
// example if it was submitted and is being edited again: Of returns the one that counts.
type Progress struct {
	Done, InReview, Begun []Topic
	// Name is the name on the ID card, or empty before the identity is proved.
	Name string
}

// submission is a row of the view topic_standing: data that a member gave for a topic.
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

// visible reports whether a device may see a submission. Bank cards and faces belong to a member with a proved identity, not to a
// device. Carrier sessions follow ondevice.Visible.
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

// Of returns the state of a topic.
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
