package postgres_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// wrong are statements that must fail for everyone, including the schema's owner, by the constraint that stops them. $1 is the
// order of a disbursed loan.
var wrong = map[string][]string{
	"loan_order_transition": {
		`UPDATE loan_order SET status = 5, repay_status = NULL WHERE id = $1`,
		`UPDATE loan_order SET status = 1, repay_status = NULL WHERE id = $1`,
		`UPDATE loan_order SET status = 7, repay_status = NULL WHERE id = $1`,
		copied(`loan_order`, `id = gen_random_uuid(), order_no = 'X', status = 4, repay_status = NULL`),
	},
	"order_event_transition":  {`INSERT INTO order_event (order_id, from_status, to_status, event, actor, at) VALUES ($1, 4, 9, 'paid_out', 'x', '2026-03-12Z')`},
	"loan_order_repay_status": {`UPDATE loan_order SET repay_status = NULL WHERE id = $1`},
	"loan_order_repay_status_check": {
		`UPDATE loan_order SET repay_status = 2 WHERE id = $1`,
	},
	"loan_order_confirmed":  {`UPDATE loan_order SET confirmed_at = NULL WHERE id = $1`},
	"loan_order_check":      {`UPDATE loan_order SET principal = applied_amount + 1 WHERE id = $1`, `UPDATE loan_order SET principal = 0 WHERE id = $1`},
	"loan_order_one_open":   {copied(`loan_order`, `id = gen_random_uuid(), order_no = 'X', status = 1, repay_status = NULL`)},
	"loan_order_no_key":     {copied(`loan_order`, `id = gen_random_uuid(), status = 1, repay_status = NULL`)},
	"disbursement_one_live": {copied(`disbursement`, `id = gen_random_uuid(), attempt = 2, reference = 'X', state = 'created', finished_at = NULL`)},
	"disbursement_reference_key": {
		copied(`disbursement`, `id = gen_random_uuid(), attempt = 2, state = 'failed'`),
	},
	"disbursement_attempt_key":  {copied(`disbursement`, `id = gen_random_uuid(), reference = 'X', state = 'failed'`)},
	"disbursement_finished":     {`UPDATE disbursement SET finished_at = NULL WHERE order_id = $1`},
	"disbursement_amount_check": {`UPDATE disbursement SET amount = 0 WHERE order_id = $1`},
	"loan_dates":                {`UPDATE loan SET due_date = first_due_date - 1 WHERE order_id = $1`, `UPDATE loan SET disbursed_on = first_due_date WHERE order_id = $1`},
	"loan_settled":              {`UPDATE loan SET settled_on = due_date WHERE order_id = $1`},
	"loan_returned":             {`UPDATE loan SET returned_on = due_date WHERE order_id = $1`},
	"disbursement_return_pkey": {`
		INSERT INTO disbursement_return (disbursement_id, reference, booked_at) SELECT id, n, now() FROM disbursement, unnest(ARRAY['a', 'b']) n WHERE order_id = $1`},
	"disbursement_return_reference_key": {`
		WITH other AS (INSERT INTO disbursement (id, order_id, attempt, reference, bank_card_id, amount, currency, state, created_at, finished_at)
			SELECT gen_random_uuid(), order_id, 2, 'X', bank_card_id, 1, currency, 'failed', now(), now() FROM disbursement WHERE order_id = $1 RETURNING id)
		INSERT INTO disbursement_return (disbursement_id, reference, booked_at)
		SELECT id, 'a', now() FROM other UNION ALL SELECT id, 'a', now() FROM disbursement WHERE order_id = $1`},
	"refund_returned":             {refund(`1`, `'returned', NULL, 'a', 0, false`), refund(`1`, `'returned', now(), NULL, 0, false`), refund(`1`, `'succeeded', now(), 'a', 0, false`)},
	"refund_return_reference_key": {refund(`2`, `'returned', now(), 'a', 0, false`)},
	"refund_return_fee": {
		refund(`1`, `'returned', now(), 'a', 1, false`), refund(`1`, `'returned', now(), 'a', -1, false`), refund(`1`, `'succeeded', NULL, NULL, 1, false`),
	},
	"refund_paid_by_hand": {refund(`1`, `'created', NULL, NULL, 0, true`), refund(`1`, `'failed', NULL, NULL, 0, true`)},
	"disbursement_return_fee": {`
		INSERT INTO disbursement_return (disbursement_id, reference, booked_at, fee) SELECT id, 'a', now(), -1 FROM disbursement WHERE order_id = $1`},
	"loan_check": {`UPDATE loan SET actual_received = principal + 1 WHERE order_id = $1`},
	"ledger_entry_closed": {
		`INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount) SELECT id, 90, $1, 'bank', 'VND', 1 FROM ledger_transaction WHERE scope = $1`,
		strings.Replace(posting(`(1, 'bank', 5), (2, 'suspense', -5)`), "seq, $1, account", "seq, gen_random_uuid(), account", 1),
	},
	"ledger_entry_amount_check":   {posting(`(1, 'bank', 0)`)},
	"ledger_transaction_balanced": {posting(`(1, 'bank', 5)`), posting(`(1, 'bank', 5), (2, 'suspense', -4)`)},
	"ledger_balance_not_below_zero": {
		posting(`(1, 'bank', 99000000), (2, 'principal_receivable', -99000000)`),
		posting(`(1, 'overpayment', 5), (2, 'bank', -5)`),
		posting(`(1, 'suspense', 5), (2, 'bank', -5)`),
		`UPDATE ledger_balance SET balance = -1 WHERE scope = $1 AND account = 'principal_receivable'`,
	},
	"ledger_balance_account_fkey": {
		posting(`(1, 'my_pocket', 5), (2, 'bank', -5)`), `DELETE FROM ledger_account WHERE $1::uuid IS NOT NULL`,
		`UPDATE ledger_account SET code = code || 's' WHERE $1::uuid IS NOT NULL`,
		`INSERT INTO ledger_balance (scope, account, currency, balance) VALUES ($1, 'my_pocket', 'VND', 5)`,
		`UPDATE ledger_balance SET account = 'my_pocket' WHERE scope = $1 AND account = 'bank'`,
	},
	"ledger_append_only": {
		`UPDATE ledger_entry SET amount = amount WHERE scope = $1`, `DELETE FROM ledger_entry WHERE scope = $1`,
		`UPDATE ledger_transaction SET kind = 'correction' WHERE scope = $1`, `UPDATE ledger_transaction SET value_date = value_date - 1 WHERE scope = $1`,
	},
	"payment_order_id_fkey":              {payment(`order_id = gen_random_uuid()`)},
	"payment_allocation_payment_id_fkey": {`INSERT INTO payment_allocation (payment_id, round, component, amount) VALUES ($1, 1, 'interest', 5)`},
	"ledger_transaction_key":             {copied(`ledger_transaction`, `id = gen_random_uuid()`)},
	"ledger_transaction_reversed_once": {
		`INSERT INTO ledger_transaction (key, kind, scope, posting_date, value_date, reverses, created_at)
		SELECT n::text, 'reversal', $1, posting_date, value_date, id, created_at FROM ledger_transaction, generate_series(1, 2) n WHERE scope = $1`,
	},
	"bank_card_default_active": {`UPDATE bank_card SET status = 0, is_default = true WHERE id = (SELECT bank_card_id FROM loan_order WHERE id = $1)`},
	"bank_card_closed":         {`UPDATE bank_card SET status = 2 WHERE id = (SELECT bank_card_id FROM loan_order WHERE id = $1)`},
	"bank_card_account_key": {
		`INSERT INTO bank_card SELECT (json_populate_record(b, json_build_object('id', gen_random_uuid()))).* FROM bank_card b JOIN loan_order o ON o.bank_card_id = b.id WHERE o.id = $1`,
	},
	"payment_amount_check": {`INSERT INTO payment (gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at, order_id)
		VALUES ('x', 'x', 'x', -5, 'VND', 'bank', 'posted', '2026-03-12Z', '2026-03-12', '2026-03-12Z', $1)`},
	"payment_unmatch_pkey":       {unmatched(`min(id::text)::uuid, max(id::text)::uuid FROM paid UNION ALL SELECT min(id::text)::uuid, min(id::text)::uuid`)},
	"payment_unmatch_became_key": {unmatched(`id, (min(id::text) OVER ())::uuid`)},
	"payment_intent_amount_check": {`INSERT INTO payment_intent (order_id, member_id, purpose, method, amount, currency, quote, code, token_hash, created_at, expires_at)
		SELECT id, member_id, 'repayment', 'bank', 0, 'VND', '{}', 'X', 'x', applied_at, applied_at FROM loan_order WHERE id = $1`},
	"loan_product_amounts": {`UPDATE loan_product_version SET max_amount = min_amount - 1 WHERE product_id = (SELECT product_id FROM loan_order WHERE id = $1)`},
	"loan_product_lender_region": {
		`UPDATE loan_product SET region = 'th' WHERE id = (SELECT product_id FROM loan_order WHERE id = $1)`,
		`UPDATE lender SET region = 'th' WHERE code = (SELECT lender_code FROM loan_order WHERE id = $1)`,
	},
	"loan_product_current_version": {`UPDATE loan_product SET version = 99 WHERE id = (SELECT product_id FROM loan_order WHERE id = $1)`},
	"member_erased":                {`UPDATE member SET phone = NULL WHERE id = (SELECT member_id FROM loan_order WHERE id = $1)`},
	"member_phone_key":             {`INSERT INTO member SELECT (json_populate_record(m, json_build_object('id', gen_random_uuid()))).* FROM member m JOIN loan_order o ON o.member_id = m.id WHERE o.id = $1`},
	"clock_offset_seconds_check":   {`UPDATE clock_offset SET seconds = -1 WHERE $1::uuid IS NOT NULL`},
	"clock_offset_only_row_check":  {`INSERT INTO clock_offset SELECT false, 0 WHERE $1::uuid IS NOT NULL`},
	"idempotency_key_answered":     {`INSERT INTO idempotency_key (scope, route, key, body_hash, status, created_at, expires_at) VALUES ($1::uuid::text, 'x', '12345678', 'x', 200, '2026-03-12Z', '2026-03-12Z')`},
	"credit_profile_score_check":   {`INSERT INTO credit_profile SELECT member_id, 'VND', 5, 1001 FROM loan_order WHERE id = $1`},
	"disbursement_order_id_fkey":   {`DELETE FROM loan_order WHERE id = $1`},
	"ledger_entry_transaction_id_fkey": {
		`DELETE FROM ledger_transaction WHERE scope = $1`, `UPDATE ledger_transaction SET id = gen_random_uuid() WHERE scope = $1`,
	},
}

// refund inserts refunds of 1 each for one payment, with their state, when they were returned, under which reference and with
// which fee, and whether a person has paid them.
func refund(count, values string) string {
	return `WITH paid AS (INSERT INTO payment (gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at)
			VALUES ('x', 'x', 'x', 5, 'VND', 'bank', 'suspense', '2026-03-12Z', '2026-03-12', '2026-03-12Z') RETURNING id)
		INSERT INTO refund (order_id, payment_id, amount, currency, reference, created_at, state, returned_at, return_reference, return_fee, paid_by_hand)
		SELECT $1, id, 1, 'VND', 'RF' || n, now(), ` + values + ` FROM paid, generate_series(1, ` + count + `) n`
}

// unmatched inserts for some payments which other payments they became.
func unmatched(pairs string) string {
	return `WITH paid AS (INSERT INTO payment (gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at)
			SELECT 'x', n, n, 5, 'VND', 'bank', 'suspense', '2026-03-12Z', '2026-03-12', '2026-03-12Z' FROM generate_series(1, 2) n WHERE $1::uuid IS NOT NULL RETURNING id),
		pairs (payment_id, became) AS (SELECT ` + pairs + ` FROM paid)
		INSERT INTO payment_unmatch (payment_id, became, note, unmatched_by, unmatched_at) SELECT payment_id, became, 'x', 'x', now() FROM pairs`
}

// copied inserts a copy of the order's row with some columns changed.
func copied(table, changes string) string {
	key := map[string]string{"loan_order": "id", "disbursement": "order_id", "ledger_transaction": "scope"}[table]
	return `WITH changed AS (SELECT jsonb_build_object(` + pairs(changes) + `) AS c)
		INSERT INTO ` + table + ` SELECT (jsonb_populate_record(t, c)).* FROM ` + table + ` t, changed WHERE t.` + key + ` = $1`
}

func pairs(changes string) string {
	var all []string
	for one := range strings.SplitSeq(changes, ", ") {
		name, value, _ := strings.Cut(one, " = ")
		all = append(all, "'"+name+"', "+value)
	}
	return strings.Join(all, ", ")
}

// posting inserts a journal transaction for the order.
func posting(lines string) string {
	return `WITH head AS (
			INSERT INTO ledger_transaction (id, key, kind, scope, posting_date, value_date, created_at)
			VALUES ('00000000-0000-4000-8000-000000000001', 'x', 'correction', $1, '2026-03-12', '2026-03-12', '2026-03-12Z'))
		INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount)
		SELECT '00000000-0000-4000-8000-000000000001', seq, $1, account, 'VND', amount FROM (VALUES ` + lines + `) l (seq, account, amount)`
}

func TestConstraintsRejectInvalidStates(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid, owner := flowtest.PayOut(t, pool, flowtest.Loan{}), postgrestest.Owner(t, pool)
	for constraint, statements := range wrong {
		for _, sql := range statements {
			tx, err := owner.Begin(t.Context())
			require.NoError(t, err)
			tag, err := tx.Exec(t.Context(), sql, paid.OrderID)
			if err == nil {
				require.Positive(t, tag.RowsAffected(), "%s changes no row", sql)
				_, err = tx.Exec(t.Context(), `SET CONSTRAINTS ALL IMMEDIATE`)
			}
			require.True(t, postgres.IsViolation(err, constraint), "%s\ngot error %v, want violation of %s", sql, err, constraint)
			require.NoError(t, tx.Rollback(t.Context()))
		}
	}
}

// What the application may do with each table. A new table has to be added here.
var (
	// hidden are partitions, which the application reads and writes through their table, and what the owner's functions use.
	hidden = []string{"audit_log_before", "tracking_record_before", "order_without_papers"}
	// readOnly are facts of the schema, and what the database itself maintains.
	readOnly = []string{
		"order_transition", "ledger_account", "ledger_balance", "audit_log_default", "tracking_record_default",
		"order_reference", "deployment", "market_revision", "proved_identity", "member_number", "judged_session", "left_member", "trusted_device", "ticket_file",
		"identity_file", "bank_card_file", "proof_file", "topic_standing", "active_card",
	}
	// appendOnly are records of events.
	appendOnly = []string{
		"audit_log", "consent", "loan_product_version", "credit_event", "order_event", "contract_acceptance", "disbursement_return",
		"loan_document", "loan_extension", "carrier_session_event", "ledger_transaction", "ledger_entry", "payment_allocation", "payment_reversal", "payment_unmatch",
		"partial_reversal", "partial_reversal_decision", "reconcile_run", "reconcile_statement", "key_fingerprint",
	}
	// passing are records of events that are deleted after a while.
	passing = []string{"hook_event"}
	// kept are tables whose rows are updated but never deleted.
	kept = []string{
		"member", "account_deletion",
		"bank_card", "bank_card_review", "lender", "loan_product", "credit_profile", "loan_order", "disbursement", "loan",
		"payment", "payment_alarm", "refund", "support_ticket", "support_message", "hardship", "reminder_pass", "accrual_pass", "purge_pass",
		"face_enrolment",
	}
	// free are tables whose rows expire, or may be erased by a member.
	free = []string{
		"reminder", "clock_offset", "idempotency_key", "rate_limit", "file_object", "device", "device_approval", "session", "sms_code", "image_code", "desk_sms",
		"channel", "tracking_record", "channel_visit", "login_origin", "conversion", "desk_conversion", "desk_image_code", "identity", "personal_info", "company_info", "contact", "verification_draft", "product_freeze",
		"payment_intent", "repayment_proof", "notice", "support_draft", "support_message_file", "carrier_session", "face_check", "face_frame", "identity_review", "lease", "sweep_setback", "river_job", "river_leader", "river_queue", "river_migration", "river_notification",
		"sandbox_bank.transfer", "sandbox_bank.lost_call", "sandbox_bank.incoming", "sandbox_bank.callback",
		"sandbox_carrier.request", "sandbox_carrier.account",
	}
)

func TestApplicationRoleHasOnlyNeededPrivileges(t *testing.T) {
	t.Parallel()
	allowed := map[string]string{}
	for may, tables := range map[string][]string{"": hidden, "S": readOnly, "SI": appendOnly, "SID": passing, "SIU": kept, "SIUD": free} {
		for _, table := range tables {
			allowed[table] = may
		}
	}
	type grant struct {
		Table string
		May   string
		Other bool
	}
	rows, err := postgrestest.Owner(t, postgrestest.New(t)).Query(t.Context(), `
		SELECT c.oid::regclass::text, array_to_string(ARRAY(SELECT letter FROM (VALUES ('S', 'SELECT'), ('I', 'INSERT'), ('U', 'UPDATE'), ('D', 'DELETE')) p (letter, name)
				WHERE has_table_privilege('loanmarket_app', c.oid, name)), ''),
			has_table_privilege('loanmarket_app', c.oid, 'TRUNCATE, REFERENCES, TRIGGER') OR c.relowner = 'loanmarket_app'::regrole
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname IN ('public', 'sandbox_bank', 'sandbox_carrier') AND c.relkind IN ('r', 'p', 'v', 'm') AND c.relname NOT LIKE 'schema_migrations%'`)
	require.NoError(t, err)
	grants, err := pgx.CollectRows(rows, pgx.RowToStructByPos[grant])
	require.NoError(t, err)
	require.NotEmpty(t, grants)
	var found []string
	for _, g := range grants {
		require.Contains(t, allowed, g.Table, "add the table to the lists of allowed privileges")
		require.Equal(t, allowed[g.Table], g.May, g.Table)
		require.False(t, g.Other, "%s: the application role must not own or truncate tables", g.Table)
		found = append(found, g.Table)
	}
	for table := range allowed {
		assert.Contains(t, found, table, "a listed table must exist")
	}
}
