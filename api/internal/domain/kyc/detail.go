package kyc

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
)

// Detail is what a member gave for a topic. Submitted has the names of the contract's fields and shows of the ID number
// only its last four characters.
type Detail struct {
	Submitted map[string]any
	Draft     *Draft
}

// submittedSQL builds each topic's JSON where the data is; all take the member's id
// and the device that asks.
var submittedSQL = map[Topic]string{
	Identity: `SELECT jsonb_build_object('idName', id_name, 'idNumber', '••••••••' || id_last4, 'birthday', birthday,
			'gender', gender, 'frontFileId', front_file_id, 'backFileId', back_file_id, 'warnings', warnings, 'submittedAt', submitted_at)
		FROM identity WHERE member_id = $1 AND $2::uuid IS NOT NULL`,
	Personal: `SELECT jsonb_build_object('nickname', nickname, 'education', education, 'marital', marital,
			'childrenNum', children_num, 'facebookLink', facebook_link, 'whatsapp', whatsapp, 'homeArea', home_area,
			'detailAddress', detail_address, 'residenceTime', residence_time, 'submittedAt', submitted_at)
		FROM personal_info WHERE member_id = $1 AND ` + visibleToDevice,
	Company: `SELECT jsonb_build_object('companyName', company_name, 'companyArea', company_area,
			'companyDetailAddress', company_address, 'professionType', profession_type, 'professionScheme', profession_scheme,
			'monthlyIncome', monthly_income, 'workTime', work_time, 'submittedAt', submitted_at)
		FROM company_info WHERE member_id = $1 AND ` + visibleToDevice,
	Contacts: `SELECT jsonb_build_object('contacts', jsonb_agg(jsonb_build_object('relationship', relationship, 'name', name,
			'phone', phone) ORDER BY position), 'submittedAt', max(submitted_at))
		FROM contact WHERE member_id = $1 AND ` + visibleToDevice + ` HAVING count(*) > 0`,
}

// QueueDetail reads a topic in a batch, as far as the device may see it. Opening the draft of a form with an identity
// or account number leaves a line in the audit log.
func (k *KYC) QueueDetail(b *pgx.Batch, member, device uuid.UUID, topic Topic, now time.Time) (*Detail, error) {
	d := &Detail{}
	if sql, here := submittedSQL[topic]; here {
		b.Queue(sql, member, device).Query(func(rows pgx.Rows) error {
			for rows.Next() {
				var raw []byte
				if err := rows.Scan(&raw); err != nil {
					return err
				}
				if err := json.Unmarshal(raw, &d.Submitted); err != nil {
					return err
				}
			}
			return rows.Err()
		})
	}
	k.queueReadDraft(b, member, device, topic, &d.Draft)
	if topic != Identity && topic != BankCard {
		return d, nil
	}
	return d, audit.Queue(b, audit.Entry{
		At: now, Actor: "member:" + member.String(), Action: "draft.read", Subject: "member:" + member.String(),
		Detail: map[string]any{"topic": topic},
	})
}
