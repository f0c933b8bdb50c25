package maintenance_test

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// endOfLife says for each table when its rows are deleted, or why they are kept. Add every new table here.
var endOfLife = map[string]string{
	// Rows that are deleted.
	"idempotency_key, rate_limit":           "purge: when they expire",
	"sms_code, image_code, device_approval": "purge: two days after they were sent",
	"tracking_record":                       "by month: RETAIN_TRACKING at most",
	"login_origin":                          "purge: RETAIN_LOGIN_ORIGINS",
	"conversion":                            "purge: RETAIN_CONVERSIONS",
	"audit_log":                             "by month: RETAIN_AUDIT_LOG, five years at least",
	"payment_intent":                        "purge: RETAIN_INTENTS, if no payment came for it and the loan is repaid",
	"session":                               "purge: RETAIN_SESSIONS after its end",
	"hook_event":                            "purge: RETAIN_HOOK_EVENTS after it came",
	"notice":                                "purge: RETAIN_NOTICES, with the account at the latest",
	"reminder":                              "purge: RETAIN_REMINDERS, not while the loan runs or is disputed",
	"face_check, face_frame":                "the face check's own job: FACE_KEEP",
	"lease":                                 "deleted after it expires, when it is next requested",
	"sweep_setback":                         "deleted when the failed item succeeds, or by a run a day after it is no longer due",
	"river_job":                             "River's own cleaner: finished and cancelled jobs after a day; discarded periodic ones: maintenance.purge after a week; other discarded ones stay until an operator retries or cancels them",
	"river_leader, river_notification":      "River's own: replaced and cleaned by its leader",
	"verification_draft, support_draft, product_freeze": "deleted when no longer needed, with the account at the latest",
	"identity, personal_info, company_info, contact":    "with the account: what the law requires stays sealed for ACCOUNT_KEEP_YEARS",
	"support_message_file":                              "with the account",
	"file_object":                                       "purge: RETAIN_UPLOADS if nothing refers to it, with the account at the latest; objects without a row are swept",
	"carrier_session, carrier_session_event":            "with the account",
	"repayment_proof":                                   "with the account",
	// Rows that are kept.
	"ledger_transaction, ledger_entry, ledger_balance":                             "kept: the journal is never truncated",
	"loan_order, order_event, loan, loan_extension":                                "kept: the books are computed from them; texts of a lender or an operator are deleted with the documents",
	"disbursement, disbursement_return, refund, payment, payment_allocation":       "kept: money; memos and texts of a bank are deleted with the documents",
	"payment_reversal, partial_reversal, payment_alarm, partial_reversal_decision": "kept: money; notes are deleted with the documents",
	"contract_acceptance, loan_document":                                           "kept: evidence; the documents are deleted ACCOUNT_KEEP_YEARS after the account",
	"member, account_deletion, consent":                                            "kept: a deleted account leaves its keyed hash and the proof of its consents",
	"bank_card, bank_card_review, device":                                          "kept: where money was sent, which device accepted a contract; erased with the account",
	"credit_profile, credit_event":                                                 "kept: the history of a credit limit",
	"support_ticket, support_message, hardship":                                    "kept: complaints and their answers; erased with the account",
	"face_enrolment, identity_review":                                              "kept: one row per member",
	"reconcile_run, reconcile_statement":                                           "kept: one row per comparison",
	"channel, channel_visit, lender":                                               "kept: small, one row each, or one per day",
	"loan_product, loan_product_version":                                           "kept: contracts refer to them",
	"clock_offset, deployment, market_revision, reminder_pass, accrual_pass":       "kept: one row, or one per region",
	"payment_unmatch":                  "kept: money; its note is deleted with the documents",
	"key_fingerprint":                  "kept: one row per key ever used",
	"purge_pass":                       "kept: one row per table that is purged in passes",
	"order_transition, ledger_account": "kept: constant rows of the schema",
	"river_queue, river_migration, river_client, river_client_queue": "kept: few rows, one per queue, migration or client",
	"desk_sms, desk_conversion, desk_image_code":                     "kept: only a development stack has rows",
	"sandbox_bank.transfer, sandbox_bank.lost_call":                  "kept: only a development stack has rows",
	"sandbox_bank.incoming, sandbox_bank.callback":                   "kept: only a development stack has rows",
	"sandbox_carrier.request, sandbox_carrier.account":               "kept: only a development stack has rows",
}

func TestEveryTableHasARetentionRule(t *testing.T) {
	t.Parallel()
	rows, err := postgrestest.New(t).Query(t.Context(), `
		SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname !~ '^(pg_|information_schema$)' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT LIKE 'schema_migrations%'`)
	require.NoError(t, err)
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	var said []string
	for names := range maps.Keys(endOfLife) {
		said = append(said, strings.Split(names, ", ")...)
	}
	for _, table := range there {
		require.Contains(t, said, table, "table %s is not in endOfLife: say when its rows are deleted or why they are kept", table)
	}
	for _, table := range said {
		if strings.HasPrefix(table, "river_") {
			continue
		}
		require.True(t, slices.Contains(there, table), "table %s is in endOfLife but does not exist", table)
	}
}

// Every retention variable named here can be set, and every one that can be set is named here.
func TestEveryRetentionSettingIsUsedByATable(t *testing.T) {
	t.Parallel()
	var said []string
	for what := range maps.Values(endOfLife) {
		said = append(said, regexp.MustCompile(`RETAIN_\w+`).FindAllString(what, -1)...)
	}
	var settable []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[config.Retention]()) {
		settable = append(settable, "RETAIN_"+field.Tag.Get("env"))
	}
	require.ElementsMatch(t, settable, said)
}
