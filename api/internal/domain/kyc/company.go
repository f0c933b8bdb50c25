package kyc

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// CompanyForm is the form with work data. Codes are those of the region's lists.
type CompanyForm struct {
	CompanyName    string
	CompanyArea    []string
	DetailAddress  string
	ProfessionType int
	MonthlyIncome  int
	WorkTime       int
}

// Check normalizes the form and validates it against the region's lists.
func (f CompanyForm) Check(r *region.Region) (CompanyForm, error) {
	wrong, lists := problems{}, region.FormOptions()
	f.CompanyName = wrong.text("companyName", f.CompanyName)
	wrong.area("companyArea", r, f.CompanyArea)
	f.DetailAddress = wrong.text("companyDetailAddress", f.DetailAddress)
	wrong.option("professionType", lists.Profession, f.ProfessionType)
	if f.MonthlyIncome < 1 || f.MonthlyIncome > len(r.IncomeBands) {
		wrong.add("monthlyIncome", reason.FieldNotOffered)
	}
	wrong.option("workTime", lists.Duration, f.WorkTime)
	return f, wrong.err()
}

// QueueCompany stores a validated form typed on a device, with the scheme of its profession code. It replaces an earlier one.
func QueueCompany(b *pgx.Batch, member, device uuid.UUID, f CompanyForm, now time.Time) {
	b.Queue(`
		INSERT INTO company_info (member_id, company_name, company_area, company_address, profession_scheme, profession_type,
			monthly_income, work_time, device_id, submitted_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (member_id) DO UPDATE SET company_name = excluded.company_name, company_area = excluded.company_area,
			company_address = excluded.company_address, profession_scheme = excluded.profession_scheme,
			profession_type = excluded.profession_type, monthly_income = excluded.monthly_income,
			work_time = excluded.work_time,
			device_id = excluded.device_id, submitted_at = excluded.submitted_at`,
		member, f.CompanyName, f.CompanyArea, f.DetailAddress, region.FormOptions().ProfessionScheme, f.ProfessionType,
		f.MonthlyIncome, f.WorkTime, device, now)
}
