package kyc

import (
	"slices"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Progress is which topics are submitted and which have been begun.
type Progress struct {
	Done  []Topic
	Draft []Topic
	// Name is as on the ID card; empty before the identity is proved.
	Name string
}

// given is something that a member gave: a topic's data, one of its contacts, or a draft.
type given struct {
	Topic    Topic
	Draft    bool
	DeviceID *uuid.UUID
	Name     string
}

// ProgressOf reads the progress of a member, as far as the device may see it. The bank card shows only as a draft.
func ProgressOf(member, device uuid.UUID) postgres.Query[Progress] {
	all := postgres.Rows[given]("kyc: progress", `
		SELECT 'identity' AS topic, false AS draft, NULL::uuid AS device_id, id_name AS name FROM identity WHERE member_id = $1
		UNION ALL SELECT 'personal', false, device_id, '' FROM personal_info WHERE member_id = $1
		UNION ALL SELECT 'company', false, device_id, '' FROM company_info WHERE member_id = $1
		UNION ALL SELECT 'contacts', false, device_id, '' FROM contact WHERE member_id = $1
		UNION ALL SELECT topic, true, device_id, '' FROM verification_draft WHERE member_id = $1`, member)
	return postgres.Then(all, func(all []given) (Progress, error) { return progressOf(all, device), nil })
}

func progressOf(all []given, device uuid.UUID) (p Progress) {
	proved := slices.ContainsFunc(all, func(g given) bool { return g.Topic == Identity && !g.Draft })
	contacts := 0
	for _, g := range all {
		switch {
		case !g.Draft && g.Topic == Identity:
			p.Name = g.Name
			p.Done = append(p.Done, Identity)
		case !visible(g.DeviceID, device, proved):
		case g.Draft:
			p.Draft = append(p.Draft, g.Topic)
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

// Has reports whether a topic is submitted.
func (p Progress) Has(t Topic) bool { return slices.Contains(p.Done, t) }

// Begun reports whether a topic has a draft.
func (p Progress) Begun(t Topic) bool { return slices.Contains(p.Draft, t) }
