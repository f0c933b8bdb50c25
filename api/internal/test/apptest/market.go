package apptest

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
)

// Market creates a lender with one product.
func (stack *Stack) Market(t testing.TB) product.Product {
	t.Helper()
	require.NoError(t, product.SaveLender(t.Context(), stack.Pool, pricing.Price, product.Lender{
		Code: "sen", Region: "vi", Name: "Công ty Tài chính Sen", Licence: "Giấy phép 12/GP-NHNN", Type: "credit_institution", Gateway: "embedded", Active: true,
	}))
	return stack.Product(t, product.Draft{Code: "quick", LenderCode: "sen", Version: Version("Vay nhanh")})
}

// Product saves a product.
func (stack *Stack) Product(t testing.TB, d product.Draft) product.Product {
	t.Helper()
	p, err := product.Save(t.Context(), stack.Pool, pricing.Price, d, stack.Now())
	require.NoError(t, err)
	return p
}

// Version returns the conditions of a product: 2 to 15 million dong, 91 to 180 days, every kind of fee.
func Version(name string) product.Version {
	return product.Version{
		Name: name, Currency: money.VND, MinAmount: 2_000_000, MaxAmount: 15_000_000, AmountStep: 500_000, TermsDays: []int{91, 120, 180},
		AnnualRateBps: 1500, FrontServiceFeeBps: 100, ServiceFeeBps: 200, LateFee: 50_000, GraceDays: 3, OverdueFeeBpsDay: 6,
		ExtensionFeeBps: 150, ExtensionDays: 15, ExtensionMax: 2, ExtensionOverdueDays: 10, ExtensionUnpaid: true,
		OfferHours: 72, FreezeDays: 7, ContractVersion: "2026-11",
	}
}

// Person is a borrower's verified data, by which the embedded rules decide.
type Person struct {
	// Income is the band of the monthly income, 1 to 7: 1 is rejected, 2 gets less, 4 gets the requested amount.
	Income int
	// Born is a date ("1995-05-05").
	Born string
}

// Verify inserts a member's topics as their forms would.
func (stack *Stack) Verify(ctx context.Context, member uuid.UUID, p Person) error {
	file, now := uuid.New(), stack.Now()
	number, err := stack.seal("001095000999", "identity/"+member.String()+"/id_number")
	if err != nil {
		return err
	}
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at)
		VALUES ($1::uuid, $2, 'identity', ($1::uuid)::text, 'image/jpeg', 1, '\x00', $3)`, file, member, now)
	b.Queue(`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
		VALUES ($1, 'vi', 'Nguyễn Thị Lan', $6, $2, '0999', $3, 0, $4, $4, $5)`, member, file[:], p.Born, file, now, number)
	b.Queue(`INSERT INTO personal_info (member_id, nickname, education, marital, children_num, home_area, detail_address, residence_time, submitted_at)
		VALUES ($1, 'Lan', 4, 3, 0, '{01}', 'x', 5, $2)`, member, now)
	b.Queue(`INSERT INTO company_info (member_id, company_name, company_area, company_address, profession_scheme, profession_type, monthly_income, work_time, submitted_at)
		VALUES ($1, 'X', '{01}', 'x', 'isco08', 1, $2, 5, $3)`, member, p.Income, now)
	b.Queue(`INSERT INTO contact (member_id, position, relationship, name, phone, submitted_at)
		SELECT $1::uuid, n, 1, 'A', '090000000' || n, $2::timestamptz FROM generate_series(1, 3) n`, member, now)
	return postgres.Send(ctx, stack.Owner, b)
}

// seal encrypts a value with the stack's keys, so that its processes can open it.
func (stack *Stack) seal(plain, owner string) ([]byte, error) {
	c, err := config.Read(stack.variables)
	if err != nil {
		return nil, err
	}
	keyring, err := c.DataKeys.Keyring()
	if err != nil {
		return nil, err
	}
	return keyring.Seal([]byte(plain), owner), nil
}
