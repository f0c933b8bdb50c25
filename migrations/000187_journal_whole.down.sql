CREATE FUNCTION ledger_transaction_balanced() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT (SELECT count(*) > 0 AND bool_and(total = 0)
            FROM (SELECT sum(amount) AS total FROM ledger_entry WHERE transaction_id = NEW.id GROUP BY currency) sums) THEN
        RAISE EXCEPTION 'journal transaction % is empty or does not sum to zero', NEW.key
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transaction_balanced';
    END IF;
    RETURN NULL;
END $$;
DROP TRIGGER ledger_transaction_balanced ON ledger_transaction;
DROP FUNCTION ledger_transaction_entries();
CREATE CONSTRAINT TRIGGER ledger_transaction_balanced AFTER INSERT ON ledger_transaction
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transaction_balanced();

CREATE OR REPLACE FUNCTION ledger_entry_apply() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
    IF EXISTS (SELECT FROM (SELECT DISTINCT transaction_id FROM new_entry) e
               WHERE (SELECT t.xact FROM ledger_transaction t WHERE t.id = e.transaction_id) IS DISTINCT FROM pg_current_xact_id()) THEN
        RAISE EXCEPTION 'the journal is closed for this transaction'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_closed';
    END IF;
    IF EXISTS (SELECT FROM new_entry e WHERE (SELECT a.code FROM ledger_account a WHERE a.code = e.account) IS NULL) THEN
        RAISE EXCEPTION 'the chart has no such account'
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ledger_balance_account_fkey';
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
