package postgres_test

import (
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// broken are statements that break a rule enforced by a trigger, by the constraint name in its error. $1 is the order of a
// disbursed loan. Statements in wrong are not repeated here.
var broken = map[string]string{
	"payment_currency_check": payment(`currency = 'VN'`),
	"payment_owner":          payment(`member_id = NULL`),
	"payment_state_check":    payment(`state = 'x'`),
	"payment_suspense":       payment(`order_id = NULL, member_id = NULL, seq = NULL`),

	"payment_allocation_amount_check":    allocation(`1, 'interest', 0`),
	"payment_allocation_component_check": allocation(`1, 'tip', 5`),
	"payment_allocation_round_check":     allocation(`0, 'interest', 5`),

	"payment_intent_currency_check": intent(`'repayment', 'bank', 'VN', 'open'`),
	"payment_intent_method_check":   intent(`'repayment', 'cash', 'VND', 'open'`),
	"payment_intent_purpose_check":  intent(`'tip', 'bank', 'VND', 'open'`),
	"payment_intent_state_check":    intent(`'repayment', 'bank', 'VND', 'x'`),

	"loan_order_applied_amount_check": `UPDATE loan_order SET applied_amount = 0 WHERE id = $1`,
	"loan_order_currency_check":       `UPDATE loan_order SET currency = 'VN' WHERE id = $1`,
	"loan_order_offer":                `UPDATE loan_order SET status = 4, repay_status = NULL, offer_expires_at = NULL WHERE id = $1`,
	"loan_order_rejected":             `UPDATE loan_order SET reject_reason = 'x' WHERE id = $1`,
	"loan_order_status_check":         `UPDATE loan_order SET status = 10, repay_status = NULL WHERE id = $1`,
	"loan_order_term_days_check":      `UPDATE loan_order SET term_days = 0 WHERE id = $1`,

	"loan_interest_at_due_check": `UPDATE loan SET interest_at_due = -1 WHERE order_id = $1`,
	"loan_principal_check":       `UPDATE loan SET principal = 0 WHERE order_id = $1`,
	"loan_total_at_due_check":    `UPDATE loan SET total_at_due = 0 WHERE order_id = $1`,

	"disbursement_attempt_check": `UPDATE disbursement SET attempt = 0 WHERE order_id = $1`,
	"disbursement_state_check":   `UPDATE disbursement SET state = 'x', finished_at = NULL WHERE order_id = $1`,

	"ledger_entry_currency_check": `
		WITH head AS (INSERT INTO ledger_transaction (id, key, kind, scope, posting_date, value_date, created_at)
			VALUES ('00000000-0000-4000-8000-000000000001', 'x', 'correction', $1, '2026-03-12', '2026-03-12', '2026-03-12Z'))
		INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount)
		VALUES ('00000000-0000-4000-8000-000000000001', 1, $1, 'bank', 'VN', 5), ('00000000-0000-4000-8000-000000000001', 2, $1, 'suspense', 'VN', -5)`,
	"ledger_entry_seq_check": posting(`(0, 'bank', 5), (1, 'suspense', -5)`),
	"ledger_transaction_kind_check": `
		INSERT INTO ledger_transaction (key, kind, scope, posting_date, value_date, created_at)
		VALUES ('x', 'tip', $1, '2026-03-12', '2026-03-12', '2026-03-12Z')`,
}

// payment inserts a payment for the order with some columns changed.
func payment(changes string) string {
	return `WITH changed AS (SELECT jsonb_build_object(` + pairs(changes) + `) AS c) ` + insertPayment
}

const insertPayment = `
	INSERT INTO payment SELECT (jsonb_populate_record(ROW(gen_random_uuid(), 'x', 'x', 'x', NULL, o.id, o.member_id, 9, 5, 'VND', '', 'bank',
		'', '', 'posted', '', '2026-03-12Z', '2026-03-12', '2026-03-12Z')::payment, c)).* FROM loan_order o, changed WHERE o.id = $1`

// allocation inserts a payment and one allocation of it, given its round, component and amount.
func allocation(values string) string {
	return `WITH changed AS (SELECT '{}'::jsonb AS c), paid AS (` + insertPayment + ` RETURNING id)
		INSERT INTO payment_allocation (payment_id, round, component, amount) SELECT id, ` + values + ` FROM paid`
}

// intent inserts a payment intent, given its purpose, method, currency and state.
func intent(values string) string {
	return `INSERT INTO payment_intent (order_id, member_id, purpose, method, currency, state, amount, quote, code, token_hash, created_at, expires_at)
		SELECT id, member_id, ` + values + `, 5, '{}', 'X', 'x', applied_at, applied_at FROM loan_order WHERE id = $1`
}

// ruleName finds the names of rules in the text of a trigger function.
var ruleName = regexp.MustCompile(`THEN '(\w+)'`)

func TestTriggersEnforceEveryRule(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid, owner := flowtest.PayOut(t, pool, flowtest.Loan{}), postgrestest.Owner(t, pool)
	for name, sql := range broken {
		tx, err := owner.Begin(t.Context())
		require.NoError(t, err)
		// This trigger refuses most of the changes that are tested here.
		_, err = tx.Exec(t.Context(), `ALTER TABLE loan_order DISABLE TRIGGER loan_order_guard`)
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), sql, paid.OrderID)
		require.True(t, postgres.IsViolation(err, name), "%s\ngot error %v, want violation of %s", sql, err, name)
		require.NoError(t, tx.Rollback(t.Context()))
	}
	rows, err := owner.Query(t.Context(), `
		SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype`)
	require.NoError(t, err)
	functions, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	held := slices.Concat(slices.Collect(maps.Keys(broken)), slices.Collect(maps.Keys(wrong)))
	found := 0
	for _, function := range functions {
		for _, rule := range ruleName.FindAllStringSubmatch(function, -1) {
			require.Contains(t, held, rule[1], "add a statement to broken that violates this rule")
			found++
		}
	}
	require.Greater(t, found, len(broken))
}

// An update may break a rule through any column that the rule reads, so the trigger must fire for all of them.
func TestRuleTriggersFireForAllColumnsTheyRead(t *testing.T) {
	t.Parallel()
	rows, err := postgrestest.Owner(t, postgrestest.New(t)).Query(t.Context(), `
		SELECT t.tgname::text AS name, p.prosrc AS text, ARRAY(
			SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = t.tgrelid AND a.attnum = ANY (t.tgattr)) AS columns
		FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgname LIKE '%\_rules'`)
	require.NoError(t, err)
	triggers, err := pgx.CollectRows(rows, pgx.RowToStructByName[struct {
		Name, Text string
		Columns    []string
	}])
	require.NoError(t, err)
	require.Len(t, triggers, 7)
	for _, trigger := range triggers {
		var read []string
		for _, column := range regexp.MustCompile(`NEW\.(\w+)`).FindAllStringSubmatch(trigger.Text, -1) {
			read = append(read, column[1])
		}
		slices.Sort(read)
		require.ElementsMatch(t, slices.Compact(read), trigger.Columns, trigger.Name)
	}
}
