// Package flowtest creates the rows that tests of flows start from: a borrower, a product, and a disbursed loan with its
// journal and the bank's own books.
package flowtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// T is a test, or the t of a property test.
type T interface {
	require.TestingT
	Context() context.Context
}

var _ T = (*testing.T)(nil)

// Terms returns the conditions of a loan with every kind of fee.
func Terms() loan.Terms {
	return loan.Terms{
		Currency: money.VND, AnnualRateBps: 1500, DaysInYear: 365, FrontServiceFeeBps: 200, ServiceFeeBps: 100,
		AccountFeeFlat: 10_000, LateFee: 50_000, GraceDays: 3, OverdueFeeBpsDay: 5, OverdueFeeCapBps: 1000,
		ExtensionFeeBps: 150, ExtensionDays: 15, ExtensionMax: 2, ExtensionOverdueDays: 10, ExtensionUnpaid: true,
		AllocationOrder: region.Get("vi").AllocationOrder, ContractVersion: "test-1", ProductName: "Vay nhanh", LenderName: "Công ty Tài chính Sen",
		OfferHours: 72, FreezeDays: 7,
	}
}

// Loan configures a fixture; zero fields get a default.
type Loan struct {
	// OrderID is a new id by default.
	OrderID     uuid.UUID
	MemberID    uuid.UUID
	Terms       loan.Terms
	Principal   int64
	DisbursedOn money.Date
	TermDays    int
	// Region is the region of the loan; Vietnam by default.
	Region string
	// Lender is the code of the lender; "sen" by default.
	Lender string
	// Product is created if it does not exist; a new id by default.
	Product uuid.UUID
}

// Paid is a disbursed loan.
type Paid struct {
	OrderID  uuid.UUID
	MemberID uuid.UUID
	// Session is a session of the borrower, if the loan's borrower was created with it.
	Session uuid.UUID
	OrderNo string
	Loan    loan.Loan
	Terms   loan.Terms
}

// Member creates a borrower.
func Member(t T, pool *pgxpool.Pool) uuid.UUID {
	id := uuid.New()
	hash := sha256.Sum256(id[:])
	_, err := pool.Exec(t.Context(), `
		INSERT INTO member (id, region, phone, phone_hash, lang, created_at)
		VALUES ($1, 'vi', '0901234567', $2, 'vi', '2026-01-01Z')`, id, hash[:])
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `
		INSERT INTO consent (member_id, kind, version, granted, at)
		SELECT $1, kind, '1.0', true, '2026-01-01Z' FROM unnest(ARRAY['terms', 'privacy', 'data_processing']) AS kind`, id)
	require.NoError(t, err)
	return id
}

// LogIn logs a member in on a new device, which is trusted.
func LogIn(t T, pool *pgxpool.Pool, member uuid.UUID) (device, session uuid.UUID) {
	device, session = uuid.New(), uuid.New()
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1::uuid, $2, uuid_send($1::uuid), '2026-01-01Z', '2026-01-01Z', '2026-01-01Z')`, device, member)
	b.Queue(`
		INSERT INTO session (id, token_hash, member_id, device_id, app_product_id, created_at, expires_at)
		VALUES ($1::uuid, uuid_send($1::uuid), $2, $3, '20005', '2026-01-01Z', '2036-01-01Z')`, session, member, device)
	require.NoError(t, postgres.Send(t.Context(), pool, b))
	return device, session
}

// PayOut creates a disbursed loan.
func PayOut(t T, pool *pgxpool.Pool, want Loan) Paid {
	var session uuid.UUID
	if want.MemberID == uuid.Nil {
		want.MemberID = Member(t, pool)
		_, session = LogIn(t, pool, want.MemberID)
	}
	if want.Region == "" {
		want.Region = "vi"
	}
	if want.Lender == "" {
		want.Lender = "sen"
	}
	if want.Principal == 0 {
		want.Principal = 5_000_000
	}
	if want.TermDays == 0 {
		want.TermDays = 91
	}
	if want.Terms.Currency == "" {
		want.Terms = Terms()
		want.Terms.Currency, want.Terms.AllocationOrder = region.Get(want.Region).Currency, region.Get(want.Region).AllocationOrder
	}
	if want.DisbursedOn.IsZero() {
		want.DisbursedOn = money.MustDate("2026-03-12")
	}
	if want.OrderID == uuid.Nil {
		want.OrderID = uuid.New()
	}
	order := want.OrderID
	due := region.Get(want.Region).NextWorkingDay(want.DisbursedOn.AddDays(want.TermDays))
	terms, principal := want.Terms, want.Principal
	days := due.DaysSince(want.DisbursedOn)
	l := loan.Loan{
		OrderID: order, Principal: principal, ActualReceived: terms.ActualReceived(principal), DisbursedOn: want.DisbursedOn,
		FirstDueDate: due, DueDate: due, InterestAtDue: terms.InterestOf(principal, days),
	}
	l.TotalAtDue = principal + l.InterestAtDue + terms.ServiceFeeOf(principal) + terms.AccountFeeOf(principal, days)

	paid := Paid{OrderID: order, MemberID: want.MemberID, Session: session, OrderNo: "LN" + order.String()[:18], Loan: l, Terms: terms}
	b := &pgx.Batch{}
	queueProduct(b, want)
	credit.Lock(credit.Initial(want.MemberID, region.Get(want.Region), false), want.DisbursedOn.Time()).Queue(b)
	queueOrder(b, paid, want)
	loan.QueueLoan(b, want.MemberID, l)
	queueMoney(t, b, paid)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.NoError(t, tx.Commit(t.Context()))
	return paid
}

// Last4 is the end of the account number to which a loan was paid out.
const Last4 = "7858"

func queueProduct(b *pgx.Batch, want Loan) {
	b.Queue(`INSERT INTO lender (code, region, name, licence, lender_type, gateway) VALUES ($2, $1, 'Sen', 'GP 01', 'credit_institution', 'embedded') ON CONFLICT DO NOTHING`, want.Region, want.Lender)
	b.Queue(`
		INSERT INTO loan_product (id, code, region, lender_code, version, created_at)
		VALUES ($1, $2, $3, $4, 1, '2026-01-01Z') ON CONFLICT DO NOTHING`, productOf(want), productOf(want).String(), want.Region, want.Lender)
	b.Queue(`
		INSERT INTO loan_product_version (product_id, version, name, currency, min_amount, max_amount, amount_step, terms_days,
			annual_rate_bps, allocation_order, contract_version, created_at)
		VALUES ($1, 1, 'Vay nhanh', $2, 1, 100000000, 1, '{91}', $3, '{}', 'test-1', '2026-01-01Z') ON CONFLICT DO NOTHING`,
		productOf(want), want.Terms.Currency, want.Terms.AnnualRateBps)
	b.Queue(`
		INSERT INTO bank_card (id, member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4, account_type, status, created_at)
		VALUES ($1, $2, $4, 'VCB', 'NGUYEN THI LAN', 'x', $3, $5, 'account', 1, '2026-01-01Z')`,
		cardOf(want), want.MemberID, []byte(cardOf(want).String()), want.Region, Last4)
}

// queueOrder updates the order through the statuses that the database allows.
func queueOrder(b *pgx.Batch, paid Paid, want Loan) {
	at := want.DisbursedOn.Time()
	b.Queue(`
		INSERT INTO loan_order (id, order_no, member_id, region, app_product_id, product_id, product_version, lender_code, currency,
			status, applied_amount, principal, term_days, terms, bank_card_id, applied_at, applied_on)
		VALUES ($1, $2, $3, $12, '20005', $4, 1, $13, $5, 1, $6, $6, $7, $8, $9, $10, $11)`,
		paid.OrderID, paid.OrderNo, paid.MemberID, productOf(want), want.Terms.Currency, want.Principal, want.TermDays,
		want.Terms, cardOf(want), at, want.DisbursedOn, want.Region, want.Lender)
	b.Queue(`UPDATE loan_order SET status = 2 WHERE id = $1`, paid.OrderID)
	b.Queue(`UPDATE loan_order SET status = 4, offer_expires_at = $2 WHERE id = $1`, paid.OrderID, at.AddDate(0, 0, 3))
	b.Queue(`UPDATE loan_order SET status = 5, confirmed_at = $2 WHERE id = $1`, paid.OrderID, at)
	b.Queue(`UPDATE loan_order SET status = 9, repay_status = 1 WHERE id = $1`, paid.OrderID)
}

// queueMoney posts the disbursement and inserts it at the bank.
func queueMoney(t T, b *pgx.Batch, paid Paid) {
	l, serviceFee := paid.Loan, paid.Terms.ServiceFeeOf(paid.Loan.Principal)
	require.NoError(t, ledger.Queue(b, ledger.Transaction{
		Key: "disbursement:" + paid.OrderID.String(), Kind: ledger.KindDisbursement, Scope: paid.OrderID,
		PostingDate: l.DisbursedOn, ValueDate: l.DisbursedOn, At: l.DisbursedOn.Time(), Currency: paid.Terms.Currency,
		Entries: ledger.Entries{}.Debit(ledger.PrincipalReceivable, l.Principal).Credit(ledger.Bank, l.ActualReceived).
			Credit(ledger.FrontServiceFeeIncome, l.Principal-l.ActualReceived).
			Debit(ledger.ServiceFeeReceivable, serviceFee).Credit(ledger.ServiceFeeIncome, serviceFee),
	}))
	reference := fmt.Sprintf("PO%s-1", paid.OrderID)
	b.Queue(`
		INSERT INTO disbursement (order_id, attempt, reference, bank_card_id, amount, currency, state, created_at, finished_at)
		SELECT id, 1, $2, bank_card_id, $3, currency, 'succeeded', $4, $4 FROM loan_order WHERE id = $1`,
		paid.OrderID, reference, l.ActualReceived, l.DisbursedOn.Time())
	b.Queue(`
		INSERT INTO sandbox_bank.transfer (reference, direction, bank_code, account_number, holder_name, amount, currency, state, serial)
		VALUES ($1, 'payout', 'VCB', '1234567858', 'NGUYEN THI LAN', $2, $3, 'succeeded', $1)`, reference, l.ActualReceived, paid.Terms.Currency)
}

func productOf(want Loan) uuid.UUID {
	if want.Product != uuid.Nil {
		return want.Product
	}
	return uuid.NewSHA1(want.OrderID, []byte("product"))
}

func cardOf(want Loan) uuid.UUID { return uuid.NewSHA1(want.OrderID, []byte("card")) }
