-- domain/ledger: see 193. A balance is found by its whole key, whatever the session's plan was made on: joined freely, a plan that was
-- made on an empty journal read all balances for each posting. They are locked in one order, and an entry has the scope of its
-- transaction.
CREATE OR REPLACE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    broken text;
BEGIN
    SELECT CASE
        WHEN bool_or((SELECT t.xact FROM ledger_transaction t WHERE t.id = e.transaction_id AND t.scope = e.scope) IS DISTINCT FROM pg_current_xact_id())
            THEN 'ledger_entry_closed'
        WHEN bool_or(e.zero) THEN 'ledger_entry_amount_check'
        WHEN bool_or(length(e.currency) <> 3) THEN 'ledger_entry_currency_check'
        WHEN bool_or(e.first < 1) THEN 'ledger_entry_seq_check'
        WHEN bool_or(e.total <> 0) THEN 'ledger_transaction_balanced'
    END INTO broken
    FROM (SELECT transaction_id, scope, currency, sum(amount) AS total, bool_or(amount = 0) AS zero, min(seq) AS first
          FROM new_entry GROUP BY transaction_id, scope, currency) e;
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'the journal is closed for these entries, or they do not fit it: %', broken
            USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
    END IF;
    INSERT INTO ledger_balance AS b (scope, account, currency, balance)
    SELECT scope, account, currency, sum(amount) FROM new_entry GROUP BY scope, account, currency ORDER BY scope, account, currency
    ON CONFLICT (scope, account, currency) DO UPDATE SET balance = b.balance + excluded.balance;
    RETURN NULL;
END $$;
ALTER TABLE ledger_entry
    DROP CONSTRAINT ledger_entry_amount_check, DROP CONSTRAINT ledger_entry_currency_check, DROP CONSTRAINT ledger_entry_seq_check;
