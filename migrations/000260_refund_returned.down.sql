CREATE OR REPLACE FUNCTION ledger_transaction_entries() RETURNS trigger LANGUAGE plpgsql
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    broken text;
BEGIN
    SELECT CASE
        WHEN bool_or(t.kind NOT IN
            ('disbursement', 'accrual', 'payment', 'suspense', 'suspense_match', 'reversal', 'refund', 'extension', 'correction')) THEN 'ledger_transaction_kind_check'
        WHEN bool_or((SELECT e.transaction_id FROM ledger_entry e WHERE e.transaction_id = t.id LIMIT 1) IS NULL) THEN 'ledger_transaction_balanced'
    END INTO broken FROM new_transaction t;
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a journal transaction of no known kind, or without entries: %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
DELETE FROM payment_alarm WHERE kind = 'refund_returned';
ALTER TABLE payment_alarm
    DROP CONSTRAINT payment_alarm_kind_check,
    ADD CONSTRAINT payment_alarm_kind_check CHECK (kind IN ('refund_refused', 'refund_failed', 'refund_stuck',
        'returned_and_reversed', 'partial_reversal', 'payout_refused', 'payout_stuck', 'payout_contradicted', 'payment_contradicted',
        'account_unknown'));
-- To the version before it is one that could not be sent.
ALTER TABLE refund DROP CONSTRAINT refund_returned, DROP CONSTRAINT refund_state_check;
UPDATE refund SET state = 'failed', failure_reason = 'account_closed' WHERE state = 'returned';
ALTER TABLE refund
    ADD CONSTRAINT refund_state_check CHECK (state IN ('created', 'unknown', 'succeeded', 'failed')),
    DROP COLUMN return_payment_id,
    DROP COLUMN return_reference,
    DROP COLUMN returned_at,
    DROP COLUMN bank_card_id;
