package pay_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// vietnam is the region of these tests.
var vietnam = region.Get("vi")

// collection is the account to which borrowers pay.
var collection = payment.Collection{
	Gateway: "sandbox", BankName: "Vietcombank", BankBIN: "970436", Number: "1017595600", Holder: "CONG TY CO PHAN VAY RO (BAN DUNG THU)",
}

// fixture is a database with the flows of intents and payments, a clock that the test moves, and the sandbox bank.
type fixture struct {
	pool    *pgxpool.Pool
	clock   *clock.Manual
	bank    *payment.Sandbox
	intents *intent.Flow
	flow    *pay.Flow
	n       int
}

// open starts at 10:00 on a business date.
func open(t testing.TB, on string) *fixture {
	t.Helper()
	w := &fixture{pool: postgrestest.Open(t, postgrestest.Create(t).AppURL)}
	w.clock = clock.NewManual(money.MustDate(on).In(vietnam.TimeZone).Add(10 * time.Hour))
	w.bank = payment.NewSandbox(w.pool)
	w.intents, w.flow = w.asking(), w.over(w.bank)
	return w
}

// over returns another flow on the same database with the given bank.
func (w *fixture) over(bank payment.Gateway) *pay.Flow {
	return pay.New(w.pool, w.clock, bank, pay.Config{
		Region: vietnam, Collection: collection,
		Account: func(_ context.Context, _ postgres.DB, card uuid.UUID, _ string, _ time.Time) (payment.Account, error) {
			return payment.Account{BankCode: "VCB", Number: card.String(), Holder: "NGUYEN THI LAN"}, nil
		},
	})
}

// asking returns another flow of intents on the same database.
func (w *fixture) asking() *intent.Flow {
	return intent.New(w.pool, w.clock, intent.Config{Region: vietnam, Collection: collection, TokenKey: []byte("a key of the test's own, 32 byte")})
}

func (w *fixture) days(n int) { w.clock.Advance(time.Duration(n) * 24 * time.Hour) }

func (w *fixture) today() money.Date { return vietnam.Today(w.clock.Now()) }

// intent opens an intent of the borrower.
func (w *fixture) intent(t flowtest.T, paid flowtest.Paid, purpose repay.Purpose, amount int64) intent.Intent {
	w.n++
	made, err := w.intents.Open(t.Context(), w.key(paid.MemberID), intent.Request{
		Member: paid.MemberID, Order: paid.OrderID, Purpose: purpose, Method: repay.ByBank, Amount: amount,
	})
	require.NoError(t, err)
	return made
}

func (w *fixture) key(member uuid.UUID) idempotency.Key {
	w.n++
	return idempotency.Key{Scope: member.String(), Route: "repay/bank", Key: fmt.Sprintf("test-key-%d", w.n), BodyHash: []byte{1}}
}

// transfer makes the bank book a transfer with a memo and returns its report.
func (w *fixture) transfer(t flowtest.T, memo string, amount int64, at time.Time) payment.Report {
	reference, err := w.bank.Pay(t.Context(), payment.Incoming{
		Account: "1017595600", Amount: money.Of(amount, money.VND), Memo: memo, PayerName: "NGUYEN THI LAN",
		PayerAccount: "0071000123456", PaidAt: at,
	})
	require.NoError(t, err)
	return payment.Report{
		ID: "in-" + reference, Type: payment.ReportPayment, Reference: reference, Amount: amount, Currency: "VND", Memo: memo,
		Account: "1017595600", PayerAccount: "0071000123456", PaidAt: at,
	}
}

// receive makes the bank book a transfer now and report it.
func (w *fixture) receive(t flowtest.T, memo string, amount int64) payment.Report {
	return w.receiveAt(t, memo, amount, w.clock.Now())
}

func (w *fixture) receiveAt(t flowtest.T, memo string, amount int64, at time.Time) payment.Report {
	e := w.transfer(t, memo, amount, at)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
	return e
}

// takeBack makes the bank reverse a payment and report it.
func (w *fixture) takeBack(t flowtest.T, e payment.Report) payment.Report {
	require.NoError(t, w.bank.TakeBack(t.Context(), e.Reference, "sender's bank", w.clock.Now()))
	back := payment.Report{
		ID: "back-" + e.Reference, Type: payment.ReportReversal, Reference: "RV-" + e.Reference, OriginalReference: e.Reference,
		Amount: e.Amount, Currency: e.Currency, Memo: e.Memo, Account: e.Account, PaidAt: w.clock.Now(), Reason: "sender's bank",
	}
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	return back
}

// payment reads the payment of a report.
func (w *fixture) payment(t flowtest.T, e payment.Report) repay.Payment {
	found, err := repay.ByReference("sandbox", e.Reference).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.NotNil(t, found)
	return *found
}

func (w *fixture) facts(t flowtest.T, paid flowtest.Paid) servicing.Posted {
	facts, err := servicing.ReadPosted(paid.OrderID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	return facts
}

func (w *fixture) state(t flowtest.T, paid flowtest.Paid) servicing.State {
	return w.facts(t, paid).Replay(w.today())
}

// refund processes a refund and returns how long to wait.
func (w *fixture) refund(t flowtest.T, id uuid.UUID) time.Duration {
	again, err := w.flow.Refund(t.Context(), id)
	require.NoError(t, err)
	return again
}

// refundAll processes the waiting refunds.
func (w *fixture) refundAll(t flowtest.T) {
	rows, err := w.pool.Query(t.Context(), `SELECT id FROM refund WHERE state IN ('created', 'unknown') ORDER BY created_at, id`)
	require.NoError(t, err)
	for _, id := range collectIDs(t, rows) {
		require.Zero(t, w.refund(t, id))
	}
}

// reconciled asserts that the books have no differences.
func (w *fixture) reconciled(t flowtest.T) {
	result, err := reconcile.Books{Pool: w.pool, Replica: postgres.NewReplica(w.pool, nil), Clock: w.clock, Gateway: "sandbox", Bank: w.bank}.Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, result.Differences)
	require.Zero(t, result.UnderWay)
}

func (w *fixture) count(t flowtest.T, sql string, args ...any) (n int) {
	require.NoError(t, w.pool.QueryRow(t.Context(), sql, args...).Scan(&n))
	return n
}

// counted opens another pool on the same database, whose round trips are counted.
func counted(t *testing.T, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	return postgrestest.Open(t, pool.Config().ConnString())
}

// refundID returns the id of the only refund.
func (w *fixture) refundID(t flowtest.T) (id uuid.UUID) {
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT id FROM refund`).Scan(&id))
	return id
}

func collectIDs(t flowtest.T, rows pgx.Rows) []uuid.UUID {
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	require.NoError(t, err)
	return ids
}
