-- domain/repay: a payment that a person had matched to the wrong order. Its row stays with that order, reversed; its money waits in
-- suspense as another payment, which has the gateway's reference from then on.
CREATE TABLE payment_unmatch (
    payment_id   uuid        PRIMARY KEY REFERENCES payment (id),
    became       uuid        NOT NULL CONSTRAINT payment_unmatch_became_key UNIQUE REFERENCES payment (id),
    note         text        NOT NULL,
    unmatched_by text        NOT NULL CHECK (unmatched_by <> ''),
    unmatched_at timestamptz NOT NULL
);
REVOKE UPDATE, DELETE ON payment_unmatch FROM loanmarket_app;

-- domain/ledger: that is a kind of its own: no bank took the payment back.
CREATE OR REPLACE FUNCTION ledger_transaction_entries() RETURNS trigger LANGUAGE plpgsql
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    broken text;
BEGIN
    SELECT CASE
        WHEN bool_or(t.kind NOT IN
            ('disbursement', 'accrual', 'payment', 'suspense', 'suspense_match', 'unmatch', 'reversal', 'refund', 'return', 'extension', 'correction')) THEN 'ledger_transaction_kind_check'
        WHEN bool_or((SELECT e.transaction_id FROM ledger_entry e WHERE e.transaction_id = t.id LIMIT 1) IS NULL) THEN 'ledger_transaction_balanced'
    END INTO broken FROM new_transaction t;
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'a journal transaction of no known kind, or without entries: %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;
