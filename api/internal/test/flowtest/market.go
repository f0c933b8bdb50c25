package flowtest

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
)

// Market is a lender with a product, and a clock that only moves when it is set.
type Market struct {
	Pool    *pgxpool.Pool
	Clock   *clock.Manual
	Product product.Product
}

// Version returns a product's conditions in a market: 2 to 15 million dong, 91 to 180 days, every kind of fee.
func Version() product.Version {
	return product.Version{
		Name: "Vay nhanh", Currency: money.VND, MinAmount: 2_000_000, MaxAmount: 15_000_000, AmountStep: 500_000, TermsDays: []int{91, 120, 180},
		AnnualRateBps: 1500, FrontServiceFeeBps: 100, ServiceFeeBps: 200, LateFee: 50_000, GraceDays: 3, OverdueFeeBpsDay: 6,
		ExtensionFeeBps: 150, ExtensionDays: 15, ExtensionMax: 2, ExtensionOverdueDays: 10, ExtensionUnpaid: true,
		OfferHours: 72, FreezeDays: 7, ContractVersion: "2026-11",
	}
}

// NewMarket opens a market on Friday, 20 November 2026, at eleven in Vietnam.
func NewMarket(t T, pool *pgxpool.Pool) *Market {
	m := &Market{Pool: pool, Clock: clock.NewManual(time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC))}
	m.SetLenderType(t, "credit_institution")
	m.Product = m.Save(t, "quick", Version())
	return m
}

// SetLenderType sets the type of the market's only lender.
func (m *Market) SetLenderType(t T, lenderType string) {
	from := ""
	stand, err := product.Lenders().Read(t.Context(), m.Pool)
	require.NoError(t, err)
	for _, l := range stand {
		if l.Code == "lotus" {
			from = l.Version()
		}
	}
	require.NoError(t, product.SaveLender(t.Context(), m.Pool, pricing.Price, product.Lender{
		Code: "lotus", Region: "vi", Name: "Công ty Tài chính Lotus", Licence: "Giấy phép 12/GP-NHNN", Type: lenderType, Gateway: "embedded", Active: true, From: from,
	}))
}

// Save adds a product, or adds the next version to the one from which v is numbered.
func (m *Market) Save(t T, code string, v product.Version) product.Product {
	p, err := product.Save(t.Context(), m.Pool, pricing.Price, product.Draft{Code: code, LenderCode: "lotus", Version: v}, m.Clock.Now())
	require.NoError(t, err)
	return p
}

// Borrower creates a verified member with an active card, whose monthly income is in a band.
func (m *Market) Borrower(t T, income int) (who borrower.Borrower, card uuid.UUID) {
	who = borrower.Borrower{
		ID: Member(t, m.Pool), Phone: "0901234567", Region: region.Get("vi"), AppProductID: "20005", Lang: lang.VI,
	}
	who.DeviceID, who.SessionID = LogIn(t, m.Pool, who.ID)
	file, card, at := uuid.New(), uuid.New(), m.Clock.Now()
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) VALUES ($1::uuid, $2, 'identity', ($1::uuid)::text, 'image/jpeg', 1, 'x', $3)`, []any{file, who.ID, at}},
		{`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
			VALUES ($1, 'vi', 'Nguyễn Thị Lan', 'x', $2, '0999', '1995-05-05', 0, $3, $3, $4)`, []any{who.ID, file[:], file, at}},
		{`INSERT INTO personal_info (member_id, nickname, education, marital, children_num, home_area, detail_address, residence_time, submitted_at)
			VALUES ($1, 'Lan', 4, 3, 0, '{01}', 'x', 5, $2)`, []any{who.ID, at}},
		{`INSERT INTO company_info (member_id, company_name, company_area, company_address, profession_scheme, profession_type, monthly_income, work_time, submitted_at)
			VALUES ($1, 'X', '{01}', 'x', 'isco08', 1, $2, 5, $3)`, []any{who.ID, income, at}},
		{`INSERT INTO contact (member_id, position, relationship, name, phone, submitted_at)
			SELECT $1::uuid, n, 1, 'A', '090000000' || n, $2::timestamptz FROM generate_series(1, 3) n`, []any{who.ID, at}},
	} {
		_, err := m.Pool.Exec(t.Context(), step.sql, step.args...)
		require.NoError(t, err)
	}
	m.card(t, who.ID, card, 1)
	return who, card
}

// Card adds a card: status 0 is in review, 1 active.
func (m *Market) Card(t T, member uuid.UUID, status int) uuid.UUID {
	id := uuid.New()
	m.card(t, member, id, status)
	return id
}

func (m *Market) card(t T, member, id uuid.UUID, status int) {
	_, err := m.Pool.Exec(t.Context(), `
		INSERT INTO bank_card (id, member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4, account_type, status, created_at)
		VALUES ($1, $2, 'vi', 'VCB', 'Nguyễn Thị Lan', 'x', $3, '1234', 'account', $4, $5)`, id, member, id[:], status, m.Clock.Now())
	require.NoError(t, err)
}

// WithNewKey returns the borrower with a new idempotency key.
func WithNewKey(who borrower.Borrower, route string) borrower.Borrower {
	who.IdempotencyKey = idempotency.Key{Scope: who.ID.String(), Route: route, Key: uuid.NewString(), BodyHash: []byte("body")}
	return who
}

// Rows returns the content of every table that stores orders, money, cards or credit.
func Rows(t T, pool *pgxpool.Pool) map[string]string {
	content := map[string]string{}
	for _, table := range []string{
		"loan_order", "order_event", "contract_acceptance", "disbursement", "loan", "ledger_transaction", "ledger_entry", "ledger_balance",
		"bank_card", "credit_profile", "credit_event", "product_freeze", "river_job", "sandbox_bank.transfer",
	} {
		var rows string
		err := pool.QueryRow(t.Context(), `SELECT COALESCE(string_agg(t::text, chr(10) ORDER BY t::text), '') FROM `+table+` t`).Scan(&rows)
		require.NoError(t, err)
		content[table] = rows
	}
	return content
}
