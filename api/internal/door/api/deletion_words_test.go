package api_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
)

// personalText is the text that others write about a borrower in these tests.
const personalText = "chị Lan ở Đội Cấn"

// tablesWithPersonalText returns the tables that hold this text, without those of the embedded bank. The monthly
// partitions of the log count as one.
func (m market) tablesWithPersonalText(t *testing.T) (found []string) {
	t.Helper()
	rows, err := m.Owner.Query(t.Context(), `
		SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname !~ '^desk_' ORDER BY 1`)
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	for _, table := range tables {
		var holds bool
		require.NoError(t, m.Owner.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM `+table+` t WHERE strpos(t::text, $1) > 0)`, personalText).Scan(&holds))
		if strings.HasPrefix(table, "audit_log") {
			table = "audit_log"
		}
		if holds && !slices.Contains(found, table) {
			found = append(found, table)
		}
	}
	return found
}

// operate runs an operator command that must succeed.
func (m market) operate(t *testing.T, line ...string) {
	t.Helper()
	sentence, done := m.tryOperate(t, line...)
	require.True(t, done, sentence)
}

// The notes of an operator on a card or a proof, and those of a lender on an order without a loan, are deleted with the
// account.
func TestNotesByOthersAreErasedWithAccount(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, order := m.disbursed(t)
	sendProof(t, c, order.OrderID)
	m.operate(t, "proofs", "reject", m.only(t, `SELECT id FROM repayment_proof`), "--reason="+personalText)

	m.payOff(t, c, order.OrderID)

	silent := httptest.NewServer(http.HandlerFunc(func(a http.ResponseWriter, _ *http.Request) { a.WriteHeader(http.StatusAccepted) }))
	t.Cleanup(silent.Close)
	require.NoError(t, product.SaveLender(t.Context(), m.Pool, pricing.Price, product.Lender{
		Code: "far", Region: "vi", Name: "Xa", Licence: "GP", Type: "credit_institution", Gateway: "http", Endpoint: silent.URL, Active: true,
	}))
	far := m
	far.product = m.save(t, product.Draft{Code: "far", LenderCode: "far", Version: version("Xa")})
	order = far.apply(t, c, 2_000_000, 91)
	m.await(t, c, order, loan.UnderReview)
	c.Refresh(t, 202)
	card := newCardBody()
	card["faceObstacle"] = "001"
	c.OK(t, "bankCardAdd", card, nil)
	m.operate(t, "cards", "reject", m.only(t, `SELECT id FROM bank_card_review WHERE state = 'pending'`), "--reason="+personalText)
	m.operate(t, "decide", order.OrderNo, "reject", "--reason="+personalText)
	m.operate(t, "credit", "set", c.Phone, "--score=640", "--reason="+personalText)
	require.Equal(t, []string{"audit_log", "bank_card_review", "loan_order", "order_event", "product_freeze", "repayment_proof"}, m.tablesWithPersonalText(t))

	m.AdvanceWall(24 * time.Hour)
	requestDeletion(t, c)
	m.Advance(t, wait)
	m.erase(t, c)
	require.Empty(t, m.tablesWithPersonalText(t))
}

// only returns the one id that a query finds.
func (m market) only(t *testing.T, sql string) (id string) {
	t.Helper()
	require.NoError(t, m.Pool.QueryRow(t.Context(), sql).Scan(&id))
	return id
}

// Texts in the books by a payer, a bank or an operator are kept as long as the documents and no longer. The figures
// stay.
func TestTextsInBooksAreErasedWithDocuments(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, order := m.disbursed(t)
	sendReport := func(event body) {
		t.Helper()
		event["eventId"] = uuid.NewString()
		require.Equal(t, http.StatusOK, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), event).Status)
	}
	pay := func(reference string, amount int64) (paid int64) {
		t.Helper()
		purpose := "repayment"
		if amount == 0 {
			amount, purpose = 1, "payoff"
		}
		var intent contract.PayIntentData
		c.OK(t, "repayBank", body{"orderId": order.OrderID, "amount": amount, "purpose": purpose}, &intent)
		sendReport(report(reference+c.Phone, intent.Memo+" "+personalText, intent.Amount, m.Now()))
		return intent.Amount
	}
	back := func(reference string, amount int64) {
		t.Helper()
		event := report("B"+reference+c.Phone, "", amount, m.Now())
		event["type"], event["originalReference"], event["reason"] = "reversal", reference+c.Phone, personalText
		sendReport(event)
	}
	back("W", pay("W", 100_000))
	pay("P", 200_000)
	back("P", 50_000)
	m.operate(t, "reversals", "dismiss", "BP"+c.Phone, "--note="+personalText)
	sendReport(report("S"+c.Phone, personalText, 10_000, m.Now()))
	suspense := m.only(t, `SELECT serial_number FROM payment WHERE state = 'suspense'`)
	m.operate(t, "suspense", "match", suspense, order.OrderNo)
	m.operate(t, "suspense", "unmatch", suspense, "--note="+personalText)
	m.operate(t, "suspense", "match", m.only(t, `SELECT serial_number FROM payment WHERE state = 'suspense'`), order.OrderNo)
	pay("L", 0)
	// These are the texts with which a bank explains a payout or refund that it does not carry out.
	for _, words := range []string{
		`UPDATE disbursement SET failure_reason = $1`, `UPDATE loan_order SET failure_reason = $1`,
		`INSERT INTO refund (order_id, payment_id, amount, currency, reference, state, failure_reason, created_at, finished_at)
			SELECT order_id, id, 1, 'VND', 'RF1', 'failed', $1, paid_at, paid_at FROM payment WHERE order_id IS NOT NULL LIMIT 1`,
		`INSERT INTO payment_alarm (kind, disbursement_id, detail, raised_at, closed_at, closed_by, note)
			SELECT 'payout_stuck', id, $1, created_at, created_at, 'ops:anna', $1 FROM disbursement`,
	} {
		tag, err := m.Owner.Exec(t.Context(), words, personalText)
		require.NoError(t, err)
		require.EqualValues(t, 1, tag.RowsAffected())
	}
	books := []string{
		"audit_log", "disbursement", "loan_order", "partial_reversal", "partial_reversal_decision", "payment", "payment_alarm", "payment_reversal",
		"payment_unmatch", "refund",
	}
	require.Equal(t, books, m.tablesWithPersonalText(t))

	m.AdvanceWall(24 * time.Hour)
	requestDeletion(t, c)
	m.Advance(t, wait)
	m.erase(t, c)
	require.Equal(t, books, m.tablesWithPersonalText(t), "texts in the books are kept for the retention time")
	before := m.rows(t)
	m.Advance(t, 10*366*24*time.Hour)
	_, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Empty(t, m.tablesWithPersonalText(t))
	after := m.rows(t)
	for _, table := range []string{"ledger_transaction", "ledger_entry", "loan", "order_event"} {
		require.Equal(t, before[table], after[table])
	}
	require.False(t, slices.ContainsFunc(books, func(table string) bool {
		return strings.EqualFold(m.only(t, `SELECT count(*)::text FROM `+table), "0")
	}), "the rows themselves are kept")
}
