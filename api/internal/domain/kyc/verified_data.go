package kyc

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// VerifiedData is the part of the verified data that an application needs. It includes neither phone numbers nor addresses.
type VerifiedData struct {
	// Name is the name on the ID card, IDLast4 the last four characters of its number.
	Name     string
	IDLast4  string
	Birthday money.Date
	// IncomeBand, WorkTime and Residence are the codes of the forms, or 0 if missing.
	IncomeBand int
	WorkTime   int
	Residence  int
	// Contacts is the number of emergency contacts.
	Contacts int
	// HasCard reports whether the member has an active bank card.
	HasCard bool
	// Missing lists the topics that are not submitted, in the order of Topics.
	Missing []string `db:"-"`
}

// ContactsNeeded is the number of emergency contacts that a borrower must give (spec 3).
const ContactsNeeded = 3

// VerifiedDataOf reads the verified data of a member.
func VerifiedDataOf(member uuid.UUID) postgres.Query[VerifiedData] {
	type row struct {
		VerifiedData
		HasIdentity, HasPersonal, HasCompany bool
	}
	read := postgres.OneRow[row]("kyc: verified data", reason.NoData, `
		SELECT COALESCE(i.id_name, '') AS name, COALESCE(i.id_last4, '') AS id_last4, i.birthday,
			COALESCE(c.monthly_income, 0) AS income_band, COALESCE(c.work_time, 0) AS work_time, COALESCE(p.residence_time, 0) AS residence,
			i.member_id IS NOT NULL AS has_identity, p.member_id IS NOT NULL AS has_personal, c.member_id IS NOT NULL AS has_company,
			(SELECT count(*) FROM contact k WHERE k.member_id = m.id) AS contacts,
			EXISTS (SELECT FROM active_card a WHERE a.member_id = m.id) AS has_card
		FROM (SELECT $1::uuid AS id) m
		LEFT JOIN identity i ON i.member_id = m.id
		LEFT JOIN personal_info p ON p.member_id = m.id
		LEFT JOIN company_info c ON c.member_id = m.id`, member)
	return postgres.Then(read, func(r row) (VerifiedData, error) {
		for _, topic := range []struct {
			done bool
			name Topic
		}{{r.HasIdentity, Identity}, {r.HasPersonal, Personal}, {r.HasCompany, Company}, {r.Contacts >= ContactsNeeded, Contacts}} {
			if !topic.done {
				r.Missing = append(r.Missing, string(topic.name))
			}
		}
		return r.VerifiedData, nil
	})
}

// Age returns the age in whole years on a date, or 0 if the birthday is missing.
func (v VerifiedData) Age(on money.Date) int {
	if v.Birthday.IsZero() {
		return 0
	}
	born, today := v.Birthday.Time(), on.Time()
	years := today.Year() - born.Year()
	if today.YearDay() < born.AddDate(years, 0, 0).YearDay() {
		years--
	}
	return years
}
