CREATE OR REPLACE FUNCTION ledger_transaction_entries() RETURNS trigger LANGUAGE plpgsql
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    broken text;
BEGIN
    SELECT CASE
        WHEN bool_or(t.kind NOT IN
            ('disbursement', 'accrual', 'payment', 'suspense', 'suspense_match', 'reversal', 'refund', 'return', 'extension', 'correction')) THEN 'ledger_transaction_kind_check'
        WHEN bool_or((SELECT e.transaction_id FROM ledger_entry e WHERE e.transaction_id = t.id LIMIT 1) IS NULL) THEN 'ledger_transaction_balanced'
    END INTO broken FROM new_transaction t;
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a journal transaction of no known kind, or without entries: %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
-- To the version before, an unmatched payment is one that the bank took back.
DROP TABLE payment_unmatch;
