package kyc

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
)

// Contact is an emergency contact. After validation the phone is in its national form.
type Contact struct {
	Relationship int    `json:"relationship"`
	Name         string `json:"name"`
	Phone        string `json:"phone"`
}

// CheckContacts validates the contacts (spec 5): there must be ContactsNeeded, each phone valid, with at least 8 digits, and
// different from the borrower's own and from the others.
func CheckContacts(r *region.Region, ownPhone string, typed []Contact) ([]Contact, error) {
	wrong := problems{}
	switch {
	case len(typed) < ContactsNeeded:
		wrong.add("contacts", reason.FieldTooFew)
	case len(typed) > ContactsNeeded:
		wrong.add("contacts", reason.FieldTooMany)
	}
	checked, seen := make([]Contact, len(typed)), map[string]bool{}
	for i, c := range typed {
		at := func(field string) string { return fmt.Sprintf("contacts.%d.%s", i, field) }
		wrong.option(at("relationship"), region.FormOptions().Relationship, c.Relationship)
		c.Name = wrong.name(at("name"), c.Name, reason.ContactName)
		c.Phone = phone.Normalise(r, c.Phone)
		wrong.add(at("phone"), contactPhone(r, ownPhone, c.Phone, seen))
		checked[i], seen[c.Phone] = c, true
	}
	return checked, wrong.err()
}

func contactPhone(r *region.Region, own, national string, seen map[string]bool) reason.Reason {
	switch {
	case len(national) < phone.MinContactDigits:
		return reason.ContactTooShort
	case national == own:
		return reason.ContactPhoneOwn
	case !phone.Valid(r, national):
		return reason.ContactPhone
	case seen[national]:
		return reason.ContactDuplicate
	}
	return ""
}

// QueueContacts stores validated contacts typed on a device in place of the earlier ones.
func QueueContacts(b *pgx.Batch, member, device uuid.UUID, contacts []Contact, now time.Time) {
	relations, names, phones := make([]int, len(contacts)), make([]string, len(contacts)), make([]string, len(contacts))
	for i, c := range contacts {
		relations[i], names[i], phones[i] = c.Relationship, c.Name, c.Phone
	}
	// There may be no row to lock yet, and two concurrent submissions would both insert.
	b.Queue(`SELECT pg_advisory_xact_lock(hashtextextended('contact/' || $1, 0))`, member.String())
	b.Queue(`DELETE FROM contact WHERE member_id = $1`, member)
	b.Queue(`
		INSERT INTO contact (member_id, position, relationship, name, phone, submitted_at, device_id)
		SELECT $1, position, relationship, name, phone, $5, $6
		FROM unnest($2::smallint[], $3::text[], $4::text[]) WITH ORDINALITY AS c (relationship, name, phone, position)`,
		member, relations, names, phones, now, device)
}
