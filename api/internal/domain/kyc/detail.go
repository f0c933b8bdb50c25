package kyc

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Detail is a member's data for a topic. Submitted has the field names of the API contract and only the last four characters of
// the ID number.
type Detail struct {
	Submitted map[string]any
	Draft     *Draft
}

// submittedSQL builds each topic's JSON in the database. The arguments are the member's id and the requesting device.
var submittedSQL = map[Topic]string{
	Identity: `SELECT jsonb_build_object('idName', id_name, 'idNumber', '••••••••' || id_last4, 'birthday', birthday,
			'gender', gender, 'frontFileId', front_file_id, 'backFileId', back_file_id, 'warnings', warnings, 'submittedAt', submitted_at)
		FROM identity WHERE member_id = $1 AND $2::uuid IS NOT NULL`,
	Personal: `SELECT jsonb_build_object('nickname', nickname, 'education', education, 'marital', marital,
			'childrenNum', children_num, 'facebookLink', facebook_link, 'whatsapp', whatsapp, 'homeArea', home_area,
			'detailAddress', detail_address, 'residenceTime', residence_time, 'submittedAt', submitted_at)
		FROM personal_info WHERE member_id = $1 AND ` + ondevice.VisibleTyped,
	Company: `SELECT jsonb_build_object('companyName', company_name, 'companyArea', company_area,
			'companyDetailAddress', company_address, 'professionType', profession_type, 'professionScheme', profession_scheme,
			'monthlyIncome', monthly_income, 'workTime', work_time, 'submittedAt', submitted_at)
		FROM company_info WHERE member_id = $1 AND ` + ondevice.VisibleTyped,
	Contacts: `SELECT jsonb_build_object('contacts', jsonb_agg(jsonb_build_object('relationship', relationship, 'name', name,
			'phone', phone) ORDER BY position), 'submittedAt', max(submitted_at))
		FROM contact WHERE member_id = $1 AND ` + ondevice.VisibleTyped + ` HAVING count(*) > 0`,
}

// Detail reads a topic as far as the device may see it. Reading the draft of a form with an ID number or an account number writes
// an audit log entry, at most once an hour.
func (k *KYC) Detail(member, device uuid.UUID, topic Topic, now time.Time) postgres.Query[Detail] {
	return postgres.Combine("kyc: "+string(topic), func(b *pgx.Batch) func() (Detail, error) {
		var submitted *postgres.Answer[[]map[string]any]
		if sql, here := submittedSQL[topic]; here {
			submitted = postgres.Column[map[string]any]("kyc: "+string(topic), sql, member, device).Queue(b)
		}
		draft := k.draft(member, device, topic).Queue(b)
		err := queueDraftRead(b, member, topic, now)
		return func() (Detail, error) {
			d := Detail{Draft: draft.Get()}
			if submitted != nil && len(submitted.Get()) > 0 {
				d.Submitted = submitted.Get()[0]
			}
			return d, err
		}
	})
}

func queueDraftRead(b *pgx.Batch, member uuid.UUID, topic Topic, now time.Time) error {
	if topic != Identity && topic != BankCard {
		return nil
	}
	return audit.QueueOwn(b, audit.Entry{
		At: now, Actor: "member:" + member.String(), Action: "draft.read", Subject: "member:" + member.String(),
		Detail: map[string]any{"topic": topic},
	})
}
