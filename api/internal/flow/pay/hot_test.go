package pay_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// crowd fills the tables with other borrowers' loans and payments. It uses the owner's rights, because triggers are
// disabled.
const crowd = `
	ALTER TABLE loan_order DISABLE TRIGGER USER;
	ALTER TABLE ledger_entry DISABLE TRIGGER USER;
	ALTER TABLE ledger_transaction DISABLE TRIGGER USER;
	CREATE TEMP TABLE who AS SELECT n, gen_random_uuid() AS member, gen_random_uuid() AS card, gen_random_uuid() AS loan,
		gen_random_uuid() AS intent, gen_random_uuid() AS paid, decode(md5(n::text), 'hex') AS hash FROM generate_series(1, 20000) n;
	INSERT INTO member (id, region, phone, phone_hash, lang, created_at) SELECT member, 'vi', '09', hash, 'vi', '2026-01-01Z' FROM who;
	INSERT INTO bank_card (id, member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4, account_type, status, created_at)
		SELECT card, member, 'vi', 'VCB', 'X', 'x', hash, '1234', 'account', 1, '2026-01-01Z' FROM who;
	INSERT INTO loan_order (id, order_no, member_id, region, app_product_id, product_id, product_version, lender_code, currency, status, repay_status,
			applied_amount, principal, term_days, terms, bank_card_id, applied_at, applied_on, confirmed_at)
		SELECT w.loan, 'N' || n, w.member, 'vi', '20005', o.product_id, 1, 'sen', 'VND', 9, 1, 1000, 1000, 91, o.terms, w.card, '2026-01-01Z', '2026-01-01', '2026-01-01Z'
		FROM who w, (SELECT product_id, terms FROM loan_order LIMIT 1) o;
	INSERT INTO loan (order_id, member_id, principal, actual_received, disbursed_on, first_due_date, due_date, interest_at_due, total_at_due)
		SELECT loan, member, 1000, 1000, '2026-01-01', '2026-04-01', '2026-04-01', 10, 1010 FROM who;
	INSERT INTO payment_intent (id, order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, created_at, expires_at)
		SELECT intent, loan, member, 'repayment', 'bank', 5, 'VND', '{}', 'XX' || n, hash, '2026-01-01Z', '2026-01-02Z' FROM who;
	INSERT INTO payment (id, gateway, gateway_reference, serial_number, intent_id, order_id, member_id, seq, amount, currency, payment_type, state, paid_at, value_date, received_at)
		SELECT paid, 'sandbox', 'B' || n, 'S' || n, intent, loan, member, 1, 5, 'VND', 'bank', 'posted', '2026-01-01Z', '2026-01-01', '2026-01-01Z' FROM who;
	INSERT INTO payment_allocation (payment_id, round, component, amount) SELECT paid, 1, 'principal', 5 FROM who;
	INSERT INTO refund (order_id, payment_id, amount, currency, reference, state, created_at, finished_at) SELECT loan, paid, 1, 'VND', 'F' || n, 'succeeded', '2026-01-01Z', '2026-01-01Z' FROM who;
	INSERT INTO order_event (order_id, from_status, to_status, event, actor, at) SELECT loan, 9, 9, 'payment_received', 'bank', '2026-01-01Z' FROM who;
	INSERT INTO ledger_transaction (id, key, kind, scope, posting_date, value_date, created_at) SELECT paid, 'k' || n, 'payment', loan, '2026-01-01', '2026-01-01', '2026-01-01Z' FROM who;
	INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount) SELECT paid, 1, loan, 'bank', 'VND', 5 FROM who;
	INSERT INTO ledger_balance (scope, account, currency, balance) SELECT loan, 'bank', 'VND', 5 FROM who;
	INSERT INTO hook_event (source, event_id, received_at) SELECT 'payment:sandbox', 'E' || n, '2026-01-01Z' FROM who;
	INSERT INTO credit_profile (member_id, currency, credit_limit, score) SELECT member, 'VND', 1, 600 FROM who;
	INSERT INTO credit_event (member_id, kind, limit_after, score_after, order_id, at) SELECT member, 'settled_late', 1, 600, loan, '2026-01-01Z' FROM who;
	ALTER TABLE loan_order ENABLE TRIGGER USER;
	ALTER TABLE ledger_entry ENABLE TRIGGER USER;
	ALTER TABLE ledger_transaction ENABLE TRIGGER USER`

// Among 20,000 other loans, no request of a borrower or a bank reads a whole table.
func TestNoSequentialScans(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	owner := postgrestest.Owner(t, w.pool)
	_, err := owner.Exec(t.Context(), crowd)
	require.NoError(t, err)
	_, err = owner.Exec(t.Context(), `ANALYZE`)
	require.NoError(t, err)
	// Open new connections, so that plans and counts of the small tables are not kept.
	w.pool.Close()
	before := alone(t, owner)
	w.pool = postgrestest.Open(t, w.pool.Config().ConnString())
	w.bank = payment.NewSandbox(w.pool)
	w.intents, w.flow = w.asking(), w.over(w.bank)

	// Often enough for the plans that a connection caches.
	for range 8 {
		made := w.intent(t, paid, repay.ForRepayment, 1_000)
		for _, memo := range []string{made.Code, made.Code[:8], "no code"} {
			w.receive(t, memo, 1_000)
		}
		over := w.receive(t, made.Code, 6_000_000)
		rows, err := w.pool.Query(t.Context(), `SELECT id FROM refund WHERE order_id = $1 AND state = 'created'`, paid.OrderID)
		require.NoError(t, err)
		for _, id := range collectIDs(t, rows) {
			require.Zero(t, w.refund(t, id))
		}
		w.takeBack(t, over)
		_, err = w.intents.Due(t.Context(), paid.MemberID, paid.OrderID)
		require.NoError(t, err)
		_, err = w.intents.Intent(t.Context(), paid.MemberID, made.ID)
		require.NoError(t, err)
		_, err = w.intents.Link(t.Context(), made.Token)
		require.NoError(t, err)
		_, _, err = w.flow.Payments(t.Context(), repay.Page{MemberID: paid.MemberID, Limit: 2})
		require.NoError(t, err)
		_, err = w.flow.Receipt(t.Context(), paid.MemberID, w.payment(t, over).ID, "vi")
		require.NoError(t, err)
	}
	w.pool.Close()
	for table, counts := range alone(t, owner) {
		if counts[0] >= 20_000 {
			require.Equal(t, before[table][1], counts[1], "%s was read from end to end", table)
		}
	}
}

// alone waits until nobody else is connected, because a connection reports its counts when it ends, and reads the
// counts.
func alone(t *testing.T, owner *pgxpool.Pool) map[string][]int64 {
	t.Helper()
	require.Eventually(t, func() bool {
		var others int
		err := owner.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`).Scan(&others)
		return err == nil && others == 0
	}, 10*time.Second, 10*time.Millisecond)
	return scans(t, owner)
}

// scans returns the size of each table and its number of sequential scans.
func scans(t *testing.T, owner *pgxpool.Pool) map[string][]int64 {
	rows, err := owner.Query(t.Context(), `SELECT relname, n_live_tup, seq_scan FROM pg_stat_user_tables WHERE schemaname = 'public'`)
	require.NoError(t, err)
	defer rows.Close()
	found := map[string][]int64{}
	for rows.Next() {
		var table string
		var size, seq int64
		require.NoError(t, rows.Scan(&table, &size, &seq))
		found[table] = []int64{size, seq}
	}
	require.NoError(t, rows.Err())
	return found
}
