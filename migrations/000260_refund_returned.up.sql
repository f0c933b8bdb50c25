-- domain/repay: a refund that the payer's bank sent back after it had succeeded. Its money is the borrower's again, or nobody's. It
-- may go to a card of the borrower's then.
ALTER TABLE refund
    ADD COLUMN bank_card_id      uuid REFERENCES bank_card (id), -- where it goes; null for where its payment came from
    ADD COLUMN returned_at       timestamptz,
    ADD COLUMN return_reference  text,                           -- the bank's own of the money that came back
    ADD COLUMN return_payment_id uuid REFERENCES payment (id),   -- where it was reported as a payment, and lay in suspense
    DROP CONSTRAINT refund_state_check,
    ADD CONSTRAINT refund_state_check CHECK (state IN ('created', 'unknown', 'succeeded', 'failed', 'returned')) NOT VALID,
    ADD CONSTRAINT refund_returned
        CHECK ((state = 'returned') = (returned_at IS NOT NULL) AND (returned_at IS NULL) = (return_reference IS NULL)) NOT VALID;
ALTER TABLE payment_alarm
    DROP CONSTRAINT payment_alarm_kind_check,
    ADD CONSTRAINT payment_alarm_kind_check CHECK (kind IN ('refund_refused', 'refund_failed', 'refund_stuck', 'refund_returned',
        'returned_and_reversed', 'partial_reversal', 'payout_refused', 'payout_stuck', 'payout_contradicted', 'payment_contradicted',
        'account_unknown')) NOT VALID;

-- domain/ledger: what we had sent, and came back, is a kind of its own: no payment was taken back.
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
