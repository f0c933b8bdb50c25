-- Reads the whole table under its lock.
ALTER TABLE ledger_entry
    ADD CONSTRAINT ledger_entry_amount_check CHECK (amount <> 0),
    ADD CONSTRAINT ledger_entry_currency_check CHECK (length(currency) = 3),
    ADD CONSTRAINT ledger_entry_seq_check CHECK (seq >= 1);
CREATE OR REPLACE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
    closed boolean;
    unknown boolean;
    unbalanced boolean;
BEGIN
    SELECT bool_or((SELECT t.xact FROM ledger_transaction t WHERE t.id = e.transaction_id) IS DISTINCT FROM pg_current_xact_id()),
           bool_or(e.unknown), bool_or(e.total <> 0)
    INTO closed, unknown, unbalanced
    FROM (SELECT transaction_id, sum(amount) AS total, bool_or((SELECT a.code FROM ledger_account a WHERE a.code = account) IS NULL) AS unknown
          FROM new_entry GROUP BY transaction_id, currency) e;
    IF closed THEN
        RAISE EXCEPTION 'the journal is closed for this transaction'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_closed';
    END IF;
    IF unknown THEN
        RAISE EXCEPTION 'the chart has no such account'
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ledger_balance_account_fkey';
    END IF;
    IF unbalanced THEN
        RAISE EXCEPTION 'a journal transaction does not sum to zero'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
    END IF;
    WITH change AS (
        SELECT scope, account, currency, sum(amount) AS amount FROM new_entry GROUP BY scope, account, currency
    ), changed AS (
        UPDATE ledger_balance b SET balance = b.balance + change.amount FROM change
        WHERE (b.scope, b.account, b.currency) = (change.scope, change.account, change.currency)
        RETURNING b.scope, b.account, b.currency
    )
    INSERT INTO ledger_balance AS b (scope, account, currency, balance)
    SELECT scope, account, currency, amount FROM change
    WHERE (scope, account, currency) NOT IN (SELECT scope, account, currency FROM changed)
    ORDER BY scope, account, currency
    ON CONFLICT (scope, account, currency) DO UPDATE SET balance = b.balance + excluded.balance;
    RETURN NULL;
END $$;
