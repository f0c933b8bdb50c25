-- Reads the whole table under its lock.
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_kind_check CHECK (kind IN ('disbursement', 'accrual', 'payment', 'suspense', 'suspense_match', 'reversal', 'refund', 'extension', 'correction'));
CREATE OR REPLACE FUNCTION ledger_transaction_entries() RETURNS trigger LANGUAGE plpgsql
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
    IF EXISTS (SELECT FROM new_transaction t WHERE (SELECT e.transaction_id FROM ledger_entry e WHERE e.transaction_id = t.id LIMIT 1) IS NULL) THEN
        RAISE EXCEPTION 'a journal transaction is empty'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
    END IF;
    RETURN NULL;
END $$;
