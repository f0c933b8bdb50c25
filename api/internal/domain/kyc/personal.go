package kyc

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// PersonalForm is the form with personal data. Codes are those of the region's lists.
type PersonalForm struct {
	Nickname      string
	Education     int
	Marital       int
	ChildrenNum   int
	FacebookLink  string
	WhatsApp      string
	HomeArea      []string
	DetailAddress string
	ResidenceTime int
}

// Check normalizes the form and validates it against the region's lists.
func (f PersonalForm) Check(r *region.Region) (PersonalForm, error) {
	wrong, lists := problems{}, region.FormOptions()
	f.Nickname = wrong.text("nickname", f.Nickname)
	wrong.option("education", lists.Education, f.Education)
	wrong.option("marital", lists.Marital, f.Marital)
	wrong.option("childrenNum", lists.ChildrenNum, f.ChildrenNum)
	f.FacebookLink = wrong.facebook("facebookLink", f.FacebookLink)
	f.WhatsApp = wrong.whatsapp("whatsapp", f.WhatsApp)
	wrong.area("homeArea", r, f.HomeArea)
	f.DetailAddress = wrong.text("detailAddress", f.DetailAddress)
	wrong.option("residenceTime", lists.Duration, f.ResidenceTime)
	return f, wrong.err()
}

// QueuePersonal stores a validated form typed on a device. It replaces an earlier one.
func QueuePersonal(b *pgx.Batch, member, device uuid.UUID, f PersonalForm, now time.Time) {
	b.Queue(`
		INSERT INTO personal_info (member_id, nickname, education, marital, children_num, facebook_link, whatsapp, home_area,
			detail_address, residence_time, device_id, submitted_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		ON CONFLICT (member_id) DO UPDATE SET nickname = excluded.nickname, education = excluded.education,
			marital = excluded.marital, children_num = excluded.children_num, facebook_link = excluded.facebook_link,
			whatsapp = excluded.whatsapp, home_area = excluded.home_area, detail_address = excluded.detail_address,
			residence_time = excluded.residence_time, device_id = excluded.device_id, submitted_at = excluded.submitted_at`,
		member, f.Nickname, f.Education, f.Marital, f.ChildrenNum, f.FacebookLink, f.WhatsApp, f.HomeArea,
		f.DetailAddress, f.ResidenceTime, device, now)
}
